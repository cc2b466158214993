import { findAddressesByHash } from '../../db/people/erasures.ts';
import { type Context, onlyService } from '../core/context.ts';
import { toAppError } from '../core/errors.ts';
import { keyBytes, type LedgerEntry, nameOf } from '../erasure-ledger/erasure-ledger.ts';
import { erasePerson } from './service.ts';

/**
 * Erases the people of ledger entries again. Returns how many, how many entries have another key, and the
 * codes of failures.
 */
export const replayErasures = async (
  ctx: Context,
  entries: readonly LedgerEntry[],
): Promise<{ erased: number; ofOtherKeys: number; refusals: string[] }> => {
  onlyService(ctx);
  const { erasureLedgerKey: key } = ctx.config;
  const own = entries.filter((entry) => key !== undefined && entry.key === nameOf(key));
  const result = { erased: 0, ofOtherKeys: entries.length - own.length, refusals: [] as string[] };
  if (key === undefined || own.length === 0) return result;
  const hashes = own.map(({ hash }) => hash);
  for (const email of await findAddressesByHash(ctx.db, keyBytes(key), hashes)) {
    try {
      const { total } = await erasePerson(ctx, email, {});
      await erasePerson(ctx, email, { expected: total });
      result.erased += 1;
    } catch (error) {
      result.refusals.push(toAppError(error).code);
    }
  }
  return result;
};
