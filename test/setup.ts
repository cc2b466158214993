import fc from 'fast-check';

fc.configureGlobal({
  // The same cases in every run, so that a failure is of what changed. `FC_SEED=$RANDOM npm test`
  // looks at others.
  seed: Number(process.env.FC_SEED ?? 20_261_121),
  // A search, also for a smaller counterexample, ends before the test's own time limit, which would
  // hide the seed.
  interruptAfterTimeLimit: 280_000,
  markInterruptAsFailure: true,
});
