import { readFile, writeFile } from 'node:fs/promises';
import { committedDocuments, textOfDocument } from './openapi/document.ts';

// Writes openapi.json and openapi-3.0.json from the contract. With --check it only fails if a committed file is stale.

for (const [name, document] of Object.entries(committedDocuments())) {
  const file = new URL(`../${name}`, import.meta.url);
  const text = textOfDocument(document);
  if (!process.argv.includes('--check')) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${name} is stale: run \`npm run openapi\` and commit it`);
    process.exitCode = 1;
  }
}
