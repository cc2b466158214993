import { z } from 'zod';
import type { Db } from '../../db/connection/database.ts';
import type { ListedReaderRow, ListPlace, ReaderListQuery } from '../../db/streaks/list.ts';
import { findReadersByWords, listByLastDay, listByStreak } from '../../db/streaks/list.ts';
import { listReaderWeeks } from '../../db/streaks/weeks.ts';
import { addDays, civilDayOf, minuteMs, mondayOf } from '../core/civil-time.ts';
import { type Context, readFromReplica, requireRole } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { getPage, mapPage } from '../core/page.ts';
import type { Readers, Retention } from './outputs.ts';

interface ReaderFilter {
  /** Beginnings of words of the e-mail or the name. */
  search?: string | undefined;
  atRisk?: boolean | undefined;
  /** Only unbroken streaks with at least this many days. */
  minStreak?: number | undefined;
  sort: 'streak' | 'lastDay';
  cursor?: string | undefined;
  limit: number;
}

const mostFound = 1_000;

/**
 * Lists a page of readers: the longest streaks first, then broken ones by their last day; or all by their
 * last day. A search that does not fill the page from the order's first readers only covers 1000 that it
 * finds.
 * @throws AppError `forbidden`, `invalid-request` for an unknown cursor
 */
export const listReaders = async (
  ctx: Context,
  { search, atRisk = false, minStreak, sort, cursor, limit }: ReaderFilter,
): Promise<Readers> => {
  requireRole(ctx, 'admin');
  const today = civilDayOf(ctx.now());
  const yesterday = addDays(today, -1);
  const isLive = ({ lastDay }: Pick<ListedReaderRow, 'lastDay'>) => lastDay >= yesterday;
  const after = cursor === undefined ? undefined : placeOf(cursor);
  // At midnight, another process's clock may already credit tomorrow.
  const liveDays = atRisk ? [yesterday] : [addDays(today, 1), today, yesterday];
  const onlyLive = atRisk || (minStreak ?? 0) > 0;
  const listFrom = async (db: Db, query: ReaderListQuery): Promise<ListedReaderRow[]> => {
    if (sort === 'lastDay' && !onlyLive) return listByLastDay(db, addDays(today, 1), query);
    const live =
      after === undefined || isLive(after) ? await listByStreak(db, liveDays, query) : [];
    if (onlyLive || query.firstWith || live.length >= query.limit) return live;
    const place = after && !isLive(after) ? after : undefined;
    const rest = { ...query, after: place, limit: query.limit - live.length };
    return [...live, ...(await listByLastDay(db, addDays(yesterday, -1), rest))];
  };
  const list = (most: number) =>
    readFromReplica(ctx, async (db) => {
      const query: ReaderListQuery = { minStreak, after, limit: most };
      if (search === undefined) return listFrom(db, query);
      const words = wordsOf(search);
      if (words.length === 0) return [];
      // Two words together are too rare to fill a page from the first readers.
      const first = words.length === 1 ? await listFrom(db, { ...query, firstWith: words }) : [];
      if (first.length === most) return first;
      const emails = await findReadersByWords(db, words, mostFound);
      return listFrom(db, { ...query, emails });
    });
  const page = await getPage(limit, list, ({ email, streak, lastDay }) =>
    [lastDay, streak, email].join(' '),
  );
  return mapPage(page, ({ streak, ...reader }) => ({
    ...reader,
    currentStreak: isLive(reader) ? streak : 0,
    atRisk: reader.lastDay === yesterday,
  }));
};

const placeOf = (cursor: string): ListPlace => {
  const [, lastDay, streak, email] = /^(\d{4}-\d\d-\d\d) (\d{1,6}) (\S+)$/.exec(cursor) ?? [];
  if (lastDay === undefined || email === undefined) {
    throw new AppError('invalid-request', { detail: 'unknown cursor' });
  }
  return { lastDay, streak: Number(streak), email };
};

/** Returns the words of a search in the form of the index. */
const wordsOf = (search: string): string[] =>
  search
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const retentionRows = z.array(
  z.object({ week: z.string(), firstWeek: z.string(), readers: z.number() }),
);
const freshMs = 10 * minuteMs;

/**
 * Returns the readers by week of their first reading, and how many of them read in each later week
 * (docs/behaviour/streaks.md#streaks); at most ten minutes old.
 */
export const getRetention = async (ctx: Context, weeks: number): Promise<Retention> => {
  requireRole(ctx, 'agent');
  const today = civilDayOf(ctx.now());
  const currentWeek = mondayOf(today);
  const from = addDays(currentWeek, -7 * (weeks - 1));
  const { value: rows } = await ctx.cache.reports.getOrLoad(`retention:${today}:${weeks}`, {
    load: async () => {
      const rows = await readFromReplica(ctx, (db) =>
        listReaderWeeks(db, { from, to: currentWeek }),
      );
      return rows.filter(({ firstWeek }) => firstWeek >= from);
    },
    schema: retentionRows,
    expiresAt: (loadedAt) => new Date(loadedAt.getTime() + freshMs),
  });
  const readersOf = new Map(rows.map((row) => [`${row.firstWeek} ${row.week}`, row.readers]));
  const countOf = (first: string, after: number) =>
    readersOf.get(`${first} ${addDays(first, 7 * after)}`) ?? 0;
  return {
    currentWeek,
    weeks: Array.from({ length: weeks }, (_, n) => {
      const week = addDays(from, 7 * n);
      const returned = Array.from({ length: weeks - 1 - n }, (__, at) => countOf(week, at + 1));
      return { week, readers: countOf(week, 0), returned };
    }),
  };
};
