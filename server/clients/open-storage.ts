import type { Logger } from 'pino';
import { type Config, ConfigError } from '../config/config.ts';
import { reasonOf } from '../text/error-reason.ts';
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

/**
 * Writes to the storage and reads from it once. A bucket that does not respond is an error in the log, since
 * it may come back. @throws ConfigError if the storage refuses
 */
export const requireStorage = async (
  storage: Pick<Storage, 'check'>,
  location: Config['storage'],
  log: Pick<Logger, 'error'>,
): Promise<void> => {
  try {
    await storage.check();
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    const problem = `STORAGE_URL: cannot be written and read: ${reasonOf(cause)}`;
    if ('directory' in location || isRefusal(cause)) throw new ConfigError(problem, { cause });
    log.error({ err: cause }, problem);
  }
};

/** Returns true if S3 responded that the request is wrong: no such bucket, or no permission. */
const isRefusal = (error: unknown): boolean => {
  if (!(error instanceof Error) || !('$metadata' in error)) return false;
  const { httpStatusCode = 0 } = error.$metadata as { httpStatusCode?: number };
  return httpStatusCode >= 400 && httpStatusCode < 500;
};
