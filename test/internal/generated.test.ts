import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { internalFiles } from '../../scripts/internal/files.ts';

// So a change of what a procedure takes or returns, of a bound or of a role is never unseen.
it.each(Object.entries(internalFiles()))('%s says what the internal API is', async (name, text) => {
  const committed = await readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
  expect(committed === text, 'stale: run `npm run sdk`').toBe(true);
});
