import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';

// initdb takes PGlite four seconds of CPU, so `npm ci` runs it once and each new database is a copy.

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Each version of PGlite has its own prepared files. */
const preparedFiles = async (): Promise<string> => {
  const text = await readFile(join(modules, '@electric-sql/pglite/package.json'), 'utf8');
  return join(modules, '.cache/embedded', String(JSON.parse(text).version));
};

export const prepareFiles = async (): Promise<void> => {
  const prepared = await preparedFiles();
  if (existsSync(prepared)) return;
  await mkdir(dirname(prepared), { recursive: true });
  const directory = await mkdtemp(`${prepared}-`);
  try {
    const files = join(directory, 'pgdata');
    const pglite = await PGlite.create(files);
    await pglite.close();
    await rename(files, prepared);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

/** Copies the prepared files of a new database; without any, PGlite creates its own. */
export const copyNewFiles = async (files: string): Promise<void> => {
  const prepared = await preparedFiles().catch(() => undefined);
  if (existsSync(files) || !prepared || !existsSync(prepared)) return;
  // The copy is renamed once it is complete, so that a killed start leaves no half database.
  const partial = `${files}.partial`;
  await rm(partial, { recursive: true, force: true });
  await cp(prepared, partial, { recursive: true });
  await rename(partial, files);
};
