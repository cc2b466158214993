import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Db } from '../../db/connection/database.ts';
import type { CacheEntry } from '../clients/cache.ts';
import { type CheckedContext, noteWrite, perService, readFromReplica } from '../core/context.ts';

/** A report, and whether it came from the cache; `age` and `expiresIn` are whole seconds. */
export interface CachedReport<T> {
  value: T;
  cache: { hit: false } | { hit: true; age: number; expiresIn: number };
}

interface ReportLoader<T> {
  schema: z.ZodType<T>;
  load: (db: Db) => Promise<T>;
}

const subject = 'reports';
const lifeMs = 7_200_000;

/** The maximum of reports that a process caches in two hours, so that invented filters cannot fill Redis. */
const maxEntries = 2_000;

const entriesOf = perService(() => ({ count: 0, since: 0 }));

const lifeOfNext = (ctx: CheckedContext, at: number): number => {
  const entries = entriesOf(ctx);
  if (at - entries.since > lifeMs) Object.assign(entries, { count: 0, since: at });
  entries.count += 1;
  return entries.count > maxEntries ? 0 : lifeMs;
};

/**
 * Returns the cached report; otherwise loads it once for all concurrent callers and caches it for two hours.
 * Caches nothing while Redis is unreachable.
 */
export const getCachedReport = async <T>(
  ctx: CheckedContext,
  key: string,
  { schema, load }: ReportLoader<T>,
): Promise<CachedReport<T>> => {
  const { value, hit, ...entry } = await ctx.cache.reports.getOrLoad(key, {
    schema,
    load: () => readFromReplica(ctx, load, subject),
    expiresAt: (loadedAt) => new Date(loadedAt.getTime() + lifeOfNext(ctx, loadedAt.getTime())),
    staleness: 'shared-only',
  });
  return { value, cache: hit ? hitOf(entry, ctx.now()) : { hit: false } };
};

const hitOf = (
  { loadedAt, expiresAt }: Pick<CacheEntry<unknown>, 'loadedAt' | 'expiresAt'>,
  now: Date,
) => {
  const life = Math.floor((expiresAt.getTime() - loadedAt.getTime()) / 1_000);
  // Clocks of two processes may differ slightly.
  const age = Math.min(Math.max(Math.floor((now.getTime() - loadedAt.getTime()) / 1_000), 0), life);
  return { hit: true as const, age, expiresIn: life - age };
};

/** Removes every cached report; returns false if Redis did not reply: then entries stay until they expire. */
export const clearCachedReports = async (ctx: CheckedContext): Promise<boolean> => {
  // This is first, so that no replica can fill the emptied caches with older data.
  await noteWrite(ctx, subject);
  return ctx.cache.reports.clear();
};

/** Builds a part of a key with a fixed length for any values; empty without one. */
export const keyOf = (values: readonly unknown[]): string =>
  values.every((value) => value === undefined)
    ? ''
    : createHash('sha256').update(JSON.stringify(values)).digest('base64url');
