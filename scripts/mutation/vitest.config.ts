import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// What `npm run mutate` runs against each mutant. MUTATION_TESTS holds the patterns of the test files.
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    globalSetup: 'scripts/mutation/template-setup.ts',
    setupFiles: 'test/setup.ts',
    include: (process.env.MUTATION_TESTS ?? '').split(','),
    exclude: ['test/**/*.{s3,browser,proof,fault}.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
