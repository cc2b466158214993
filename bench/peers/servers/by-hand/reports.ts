import { createClient } from '@redis/client';
import {
  type CachedReport,
  cacheInfo,
  type Grouping,
  groupings,
  type ReportQuery,
  reportLifeSeconds,
  reportStatement,
} from '../report.ts';
import { settings } from '../settings.ts';
import { statement } from './database.ts';

const redis = await createClient({ url: settings.redisUrl }).connect();

const counts = Object.fromEntries(
  groupings.map((grouping) => [
    grouping,
    statement<object>(`report-${grouping}`, reportStatement(grouping)),
  ]),
) as Record<Grouping, ReturnType<typeof statement<object>>>;

/** Counts tickets over time, cached in Redis for two hours. */
export const report = async ({ from, to, main, status, grouping }: ReportQuery) => {
  const key = `by-hand:${[grouping, from, to, status, main].join(':')}`;
  const text = await redis.get(key);
  if (text !== null) {
    const kept: CachedReport = JSON.parse(text);
    return { data: kept.data, cache: cacheInfo(kept) };
  }
  const serie = await counts[grouping]([from, to, main, status]);
  const data = { serie, periodo: { inicio: from, fim: to }, agrupamento: grouping };
  await redis.set(key, JSON.stringify({ madeAt: Date.now(), data }), {
    expiration: { type: 'EX', value: reportLifeSeconds },
  });
  return { data, cache: cacheInfo(undefined) };
};
