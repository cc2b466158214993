import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';

// Builds the console into console/dist unless its sources are unchanged. `npm ci` and `npm start` run this.

const sources = 'console/{src/**/*,index.html,package.json,vite.config.ts}';
const built = 'console/dist/.sources';

const digestOf = (pattern: string): string => {
  const hash = createHash('sha256');
  for (const entry of globSync(pattern, { withFileTypes: true }).filter((file) => file.isFile())) {
    hash.update(entry.name).update(readFileSync(`${entry.parentPath}/${entry.name}`));
  }
  return hash.digest('hex');
};

/** Builds the console if its sources changed; returns true if it did. */
export const buildConsole = async (): Promise<boolean> => {
  const digest = digestOf(sources);
  if ((await readFile(built, 'utf8').catch(() => undefined)) === digest) return false;
  const { build } = await import('vite');
  // Tests set another NODE_ENV, which makes the libraries larger and slower.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  await build({ root: 'console', logLevel: 'error' });
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  for (const file of globSync('console/dist/**/*.{html,js,css,svg}')) {
    const content = readFileSync(file);
    await writeFile(`${file}.br`, brotliCompressSync(content));
    await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
  await writeFile(built, digest);
  return true;
};

if (import.meta.main) await buildConsole();
