import { defineConfig } from 'vitest/config';

const patient = { poll: { timeout: 60_000, interval: 50 } };

const shared = {
  expect: patient,
  globalSetup: 'test/global-setup.ts',
  setupFiles: 'test/setup.ts',
  // Files share their worker's modules: importing them again takes longer than many files' tests.
  isolate: false,
  // Nothing here waits for the clock: this is when something hangs, on a busy machine too.
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

// `api` runs on either database, `process` starts programs of ours; `postgres`, `redis`, `s3`, `clamav` and `browser` need the program
// they are named after, `mail` an IMAP and an SMTP server, `model` a language model and an embedding model;
// `proof` are the long runs of CI, on PostgreSQL and Redis; `faults` start and break servers of their own (see scripts/test.ts).
export default defineConfig({
  test: {
    // Many tests wait for time-outs and other programs: three keep two processors busy.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...shared,
          name: 'api',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/**/*.{process,postgres,redis,s3,clamav,mail,browser,model,proof,fault}.test.ts',
          ],
        },
      },
      { test: { ...shared, name: 'process', include: ['test/**/*.process.test.ts'] } },
      { test: { ...shared, name: 'postgres', include: ['test/**/*.postgres.test.ts'] } },
      { test: { ...shared, name: 's3', include: ['test/**/*.s3.test.ts'] } },
      { test: { ...shared, name: 'clamav', include: ['test/**/*.clamav.test.ts'] } },
      { test: { ...shared, name: 'mail', include: ['test/**/*.mail.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'model',
          include: ['test/**/*.model.test.ts'],
          testTimeout: 300_000,
        },
      },
      { test: { ...shared, name: 'redis', include: ['test/**/*.redis.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'proof',
          include: ['test/**/*.proof.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      {
        test: {
          expect: patient,
          name: 'faults',
          include: ['test/**/*.fault.test.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: ['test/**/*.browser.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
