import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { internalDocument } from './internal/document.ts';
import { readProcedures } from './internal/procedures.ts';
import { routerModule } from './internal/types.ts';

// Writes the types of @leitor/internal and the document of the internal API from its router. With --check it writes nothing, and fails
// if a committed file is stale.

const { procedures, failure } = readProcedures();
const files: Record<string, string> = {
  'src/generated/router.ts': routerModule(procedures, failure),
  'openapi.json': `${JSON.stringify(internalDocument(procedures, failure), null, 2)}\n`,
};

for (const [name, text] of Object.entries(files)) {
  const file = new URL(`../packages/internal/${name}`, import.meta.url);
  if (!process.argv.includes('--check')) {
    await mkdir(new URL('.', file), { recursive: true });
    await writeFile(file, text);
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`packages/internal/${name} is stale: run \`npm run sdk\` and commit it`);
    process.exitCode = 1;
  }
}
