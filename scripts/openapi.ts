import { readFile, writeFile } from 'node:fs/promises';
import { committedText } from './openapi/document.ts';

// Writes openapi.json from the contract. With --check it writes nothing, and fails when the committed file is stale.

const file = new URL('../openapi.json', import.meta.url);
const text = committedText();

if (!process.argv.includes('--check')) {
  await writeFile(file, text);
} else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
  console.error('openapi.json is stale: run `npm run openapi` and commit it');
  process.exitCode = 1;
}
