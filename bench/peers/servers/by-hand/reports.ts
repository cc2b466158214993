import { createClient } from '@redis/client';
import { invalid } from '../refusal.ts';
import {
  type CachedReport,
  cacheInfo,
  defaultRange,
  type Grouping,
  groupings,
  type ReportQuery,
  reportLifeSeconds,
  reportStatement,
  statuses,
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

const dayOf = (name: string, value: unknown): string | undefined => {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return value;
  throw invalid(`${name} deve ser uma data YYYY-MM-DD`);
};

const textOf = (name: string, value: unknown): string | null => {
  if (value === undefined) return null;
  if (typeof value === 'string') return value;
  throw invalid(`${name} deve ser um texto`);
};

/** Validates a report's query string. */
export const reportQuery = (query: Record<string, unknown>): ReportQuery => {
  const grouping = groupings.find((name) => name === (query.agrupar_por ?? 'dia'));
  if (!grouping) throw invalid(`agrupar_por deve ser um de ${groupings.join(', ')}`);
  const status = textOf('status', query.status);
  if (status !== null && !statuses.includes(status)) {
    throw invalid(`status deve ser um de ${statuses.join(', ')}`);
  }
  const days = defaultRange();
  const from = dayOf('data_inicio', query.data_inicio) ?? days.from;
  const to = dayOf('data_fim', query.data_fim) ?? days.to;
  if (to < from) throw invalid('o período termina antes de começar');
  return { from, to, main: textOf('main', query.main), status, grouping };
};

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
