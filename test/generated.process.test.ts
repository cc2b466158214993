import { expect, it } from 'vitest';
import { startProgram } from './process.ts';

// The documents of the two APIs are compared with theirs: test/contract, test/internal.
it.each([
  ['sdk', 'scripts/sdk.ts'],
  ['schema', 'scripts/schema-dump.ts'],
])('what `npm run %s` writes is up to date', { timeout: 120_000 }, async (_, script) => {
  const { ended, lines } = startProgram([process.execPath, script, '--check'], {});
  expect({ code: await ended(), lines }).toEqual({ code: 0, lines: [] });
});
