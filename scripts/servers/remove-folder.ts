import { rm } from 'node:fs/promises';

/**
 * Removes a folder with its contents. It retries, because children of an ended program may write there for
 * some seconds.
 */
export const removeFolder = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 20 });
