import type { Config } from '../config.ts';
import type { Storage } from './storage.ts';
import { diskStorage } from './storage-disk.ts';

/** The storage of the configuration. Nothing is touched until the first use. */
export const openStorage = async (location: Config['storage']): Promise<Storage> => {
  if ('directory' in location) return diskStorage(location.directory);
  // Only who uses it pays for loading its client.
  const { s3Storage } = await import('./storage-s3.ts');
  return s3Storage(location);
};
