import { type Config, ConfigError } from '../config/config.ts';
import type { Storage } from './storage.ts';
import { diskStorage } from './storage-disk.ts';

/** Opens the storage without reading or writing. @throws ConfigError if the AWS SDK finds no credentials */
export const openStorage = async (location: Config['storage']): Promise<Storage> => {
  if ('directory' in location) return diskStorage(location.directory);
  // The SDK takes long to load, so only a bucket loads it.
  const { requireCredentials, s3Storage } = await import('./storage-s3.ts');
  await requireCredentials(location.region).catch((cause) => {
    throw new ConfigError(
      'STORAGE_URL: no S3 credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE, or give the machine a role',
      { cause },
    );
  });
  return s3Storage(location);
};
