import { rm } from 'node:fs/promises';

/**
 * Removes a folder with all that is in it, also while children of a program that has ended still
 * write there for some seconds.
 */
export const removeFolder = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 20 });
