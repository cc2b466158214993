import { defineConfig } from 'vitest/config';

// The group of a test is in its file's name. `npm test` puts those that this machine can run into
// TEST_GROUPS (see scripts/test.ts and docs/testing.md); `api` are the files without a group.
// Without the variable: those that need no other program.
const groups = (process.env.TEST_GROUPS ?? 'api,process').split(',');
const isLong = groups.includes('proof') || groups.includes('fault');
// Nothing waits for the clock: this is when something hangs, on a busy machine too.
const timeout = isLong ? 1_800_000 : 300_000;

export default defineConfig({
  test: {
    include: groups.map((group) =>
      group === 'api' ? 'test/**/+([^.]).test.ts' : `test/**/*.${group}.test.ts`,
    ),
    globalSetup: [
      // Faults start servers of their own.
      ...(groups.includes('fault') ? [] : ['test/global-setup.ts']),
      ...(groups.includes('browser') ? ['test/console/global-setup.ts'] : []),
    ],
    setupFiles: 'test/setup.ts',
    // Files share their worker's modules: importing them again takes longer than many files' tests.
    // Vitest hands a worker to the next file only if that is of the same project, so all groups are
    // one.
    isolate: false,
    // Many tests wait for databases, time-outs and other programs: six keep two processors busy.
    maxWorkers: 6,
    expect: { poll: { timeout: 60_000, interval: 50 } },
    testTimeout: timeout,
    hookTimeout: timeout,
  },
});
