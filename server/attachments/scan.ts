import type { CheckedContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { chunksOf, type RandomAccessFile } from './random-access-file.ts';

const uploadScanMs = 10_000;
/** The pause before an attachment that could not be scanned is scanned again. */
export const scanRetryMs = 120_000;

/**
 * Scans a file; returns the milliseconds until it must be scanned again, or undefined if it is clean or
 * there is no scanner.
 * @throws AppError `attachment-infected`
 */
export const scanUpload = async (
  ctx: CheckedContext,
  { file, ...which }: { file: RandomAccessFile } & ({ attachment: number } | { path: string }),
): Promise<number | undefined> => {
  if (!ctx.scanner) return undefined;
  try {
    const verdict = await ctx.scanner.scan(chunksOf(file, 0, file.size), uploadScanMs);
    if (!verdict.infected) return undefined;
    ctx.log.warn({ ...which, signature: verdict.signature }, 'an upload is infected');
    throw new AppError('attachment-infected');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
    ctx.log.warn({ err: error, ...which }, 'an upload could not be scanned: quarantined');
    return scanRetryMs;
  }
};
