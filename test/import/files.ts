import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates a folder for a test file's files, and a function that writes a file and returns its path. */
export const openFolder = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'leitor-import-'));
  afterAll(() => rm(directory, { recursive: true }));
  const write = async (text: string | Uint8Array, name = 'rows.csv'): Promise<string> => {
    const file = join(directory, `${crypto.randomUUID()}-${name}`);
    await writeFile(file, text);
    return file;
  };
  return { directory, write };
};
