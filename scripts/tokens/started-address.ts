import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileOf = (dataDirectory: string): string => join(dataDirectory, 'address');

/** Stores the public address of the service that was started last with a data directory. */
export const storeStartedAddress = async (dataDirectory: string, url: string): Promise<void> => {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  await writeFile(fileOf(dataDirectory), url);
};

/** Returns that address; undefined if no service was started. */
export const findStartedAddress = (dataDirectory: string): Promise<string | undefined> =>
  readFile(fileOf(dataDirectory), 'utf8').catch(() => undefined);
