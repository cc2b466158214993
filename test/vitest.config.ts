import { defineConfig } from 'vitest/config';

// The group of a test is in its file's name. `npm test` sets TEST_GROUPS to the groups that this machine can
// run (see scripts/test.ts and docs/testing.md). `api` are the files without a group. The default groups need
// no other program.
const groups = (process.env.TEST_GROUPS ?? 'api,process').split(',');
const isLong = groups.includes('proof') || groups.includes('fault');
// The timeout only ends tests that hang, even on a busy machine.
const timeout = isLong ? 1_800_000 : 300_000;

export default defineConfig({
  test: {
    include: groups.map((group) =>
      group === 'api' ? 'test/**/+([^.]).test.ts' : `test/**/*.${group}.test.ts`,
    ),
    globalSetup: [
      // Faults start their own servers.
      ...(groups.includes('fault') ? [] : ['test/global-setup.ts']),
      ...(groups.includes('browser') ? ['test/console/global-setup.ts'] : []),
    ],
    setupFiles: 'test/setup.ts',
    // Files share the modules of their worker, because importing them again takes longer than many tests. All
    // groups are one project, because vitest reuses a worker only within a project.
    isolate: false,
    // Many tests wait for databases, timeouts and other programs, so six workers keep two processors busy.
    maxWorkers: 6,
    expect: { poll: { timeout: 60_000, interval: 50 } },
    testTimeout: timeout,
    hookTimeout: timeout,
  },
});
