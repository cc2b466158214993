import fc from 'fast-check';
import { afterAll, vi } from 'vitest';

fc.configureGlobal({
  // All runs use the same random cases, so that a failure is caused by a change. `FC_SEED=$RANDOM npm test`
  // tries others.
  seed: Number(process.env.FC_SEED ?? 20_261_121),
  // The search for a failure and its shrinking end before the test's timeout, which would hide the seed.
  interruptAfterTimeLimit: 280_000,
  markInterruptAsFailure: true,
});

// Files share a worker: globals that a file stubbed are those of the next one again.
afterAll(() => void vi.unstubAllGlobals());
