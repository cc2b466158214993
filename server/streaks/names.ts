import type { EntryForm } from '../../db/rankings.ts';
import { isLockTimeout, isOutage } from '../../db/violations.ts';
import type { Context } from '../context.ts';

/** What rankings show where the authentication store has no name for a reader (specification §2.7). */
const anonymous = 'Leitor Anônimo';

/**
 * Has a ranking written with names and, where that fails, without them: the authentication store's failure is never an
 * error. `named` tells which. Throws where the whole database is away, or the time for the ranking is over.
 */
export const preferNames = async <T>(
  ctx: Pick<Context, 'log'>,
  write: (form: EntryForm) => Promise<T>,
): Promise<{ written: T; named: boolean }> => {
  try {
    return { written: await write({ anonymous, withNames: true }), named: true };
  } catch (error) {
    if (isOutage(error) && !isLockTimeout(error)) throw error;
    ctx.log.warn({ err: error }, 'a ranking goes without names');
    return { written: await write({ anonymous, withNames: false }), named: false };
  }
};
