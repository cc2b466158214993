import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config/config.ts';
import { reasonOf } from '../text/error-reason.ts';

/** Returns the development secret, created once in the data directory and readable only by its owner. */
export const developmentSecret = async (
  dataDirectory: string,
  name: 'jwt-secret' | 'erasure-ledger-key' = 'jwt-secret',
): Promise<string> => {
  const file = join(dataDirectory, name);
  const secret = randomBytes(48).toString('base64url');
  try {
    await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) await writeFile(file, secret, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // Another process may have created it in this moment.
    if (!existsSync(file)) throw new ConfigError(`DATA_DIR: cannot be used: ${reasonOf(error)}`);
  }
  return readFile(file, 'utf8');
};
