import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// The tests that `npm run mutate` runs against each mutant. MUTATION_TESTS holds the patterns of the test
// files.
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    globalSetup: 'test/global-setup.ts',
    setupFiles: 'test/setup.ts',
    include: (process.env.MUTATION_TESTS ?? '').split(','),
    // Tests of our programs in processes of their own run the code as it is; the others need
    // servers that are not started here.
    exclude: ['test/**/*.{process,s3,clamav,mail,model,browser,proof,fault}.test.ts'],
    expect: { poll: { timeout: 20_000, interval: 50 } },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
