import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the development secret, created once in the data directory and readable only by its owner. */
export const developmentSecret = async (
  dataDirectory: string,
  name: 'jwt-secret' | 'erasure-ledger-key' = 'jwt-secret',
): Promise<string> => {
  const file = join(dataDirectory, name);
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  await writeFile(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return readFile(file, 'utf8');
};
