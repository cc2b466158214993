import type { z } from 'zod';
import type { Db } from '../../db/connection/database.ts';
import type { Cache } from '../clients/cache.ts';
import { type Actor, type CheckedContext, noteWrite, readFromReplica } from '../context.ts';
import { toAppError } from '../errors.ts';
import { reportLifeSeconds, reportLimitsOf } from './report-limits.ts';

/** A report, and whether it came from the cache; `age` and `expiresIn` in whole seconds. */
export interface CachedReport<T> {
  value: T;
  cache: { hit: false } | { hit: true; age: number; expiresIn: number };
}

/** What reports are about, for `readFromReplica`. */
const subject = 'reports';

/** How a report is loaded if it is not cached. */
export interface ReportLoader<T> {
  /** Validates text from the shared cache. */
  schema: z.ZodType<T>;
  load: (db: Db) => Promise<T>;
  /** Whether the report is of no ticket at all: then it is cached in this process alone, for ten seconds. */
  isEmpty?: (value: T) => boolean;
}

/**
 * Returns the cached report, else loads it once for all concurrent callers and caches it for two hours. While Redis is
 * unreachable nothing is cached.
 *
 * @throws AppError `rate-limited` if too many of the caller's reports are waiting
 */
export const getCachedReport = async <T>(
  ctx: CheckedContext,
  key: string,
  { schema, load, isEmpty }: ReportLoader<T>,
): Promise<CachedReport<T>> => {
  const limits = reportLimitsOf(ctx);
  const caller = callerOf(ctx.actor);
  const empty = limits.empty.find(key, ctx.now());
  if (empty) {
    const value = schema.parse(JSON.parse(empty.text));
    return { value, cache: hitOf(empty, ctx.now()) };
  }
  let isCacheable = true;
  let isOwnLoad = false;
  const loader: Parameters<Cache['getOrLoad']>[1] = {
    load: async () => {
      isOwnLoad = true;
      const value = await limits.run(caller, () => readFromReplica(ctx, load, subject));
      const text = JSON.stringify(value);
      if (isEmpty?.(value)) limits.empty.store(key, text, ctx.now());
      isCacheable = !isEmpty?.(value) && limits.mayCache(caller, text.length, ctx.now());
      return text;
    },
    validate: (text) => schema.safeParse(JSON.parse(text)).success,
    expiresAt: (loadedAt) =>
      new Date(loadedAt.getTime() + (isCacheable ? reportLifeSeconds * 1_000 : 0)),
    staleness: 'shared-only',
  };
  const find: () => ReturnType<Cache['getOrLoad']> = () =>
    ctx.cache.reports.getOrLoad(key, loader).catch((error) => {
      // Another caller's load that this one waited for was refused.
      if (!isOwnLoad && toAppError(error).code === 'rate-limited') return find();
      throw error;
    });
  const entry = await find();
  const value = schema.parse(JSON.parse(entry.bytes.toString()));
  const cache = entry.hit ? hitOf(entry, ctx.now()) : { hit: false as const };
  return { value, cache };
};

const callerOf = (actor: Actor): string =>
  actor.kind === 'person' ? `person:${actor.subject}` : actor.kind;

const hitOf = ({ loadedAt, expiresAt }: { loadedAt: Date; expiresAt: Date }, now: Date) => {
  const life = Math.floor((expiresAt.getTime() - loadedAt.getTime()) / 1_000);
  // Clocks of two processes may differ slightly.
  const age = Math.min(Math.max(Math.floor((now.getTime() - loadedAt.getTime()) / 1_000), 0), life);
  return { hit: true as const, age, expiresIn: life - age };
};

/** Removes every cached report. False if Redis did not reply: its entries then live until they expire. */
export const clearCachedReports = async (ctx: CheckedContext): Promise<boolean> => {
  // Before the caches are empty: no replica may fill them with what was before the change.
  await noteWrite(ctx, subject);
  reportLimitsOf(ctx).empty.clear();
  return ctx.cache.reports.clear();
};
