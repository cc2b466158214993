import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connection/database.ts';

export interface ListedReaderRow {
  email: string;
  name: string | null;
  /** The length of the run with the last day, even if the run is broken. */
  streak: number;
  maxStreak: number;
  /** A day as `YYYY-MM-DD`. */
  lastDay: string;
}

/** The place of a reader in the list; a page begins after it. */
export type ListPlace = Pick<ListedReaderRow, 'email' | 'streak' | 'lastDay'>;

export interface ReaderListQuery {
  /** E-mails in lower case; undefined means all readers. */
  emails?: readonly string[] | undefined;
  /** Beginnings of words, as in `findReadersByWords`, of which only the order's first readers are tried. */
  firstWith?: readonly string[] | undefined;
  minStreak?: number | undefined;
  after?: ListPlace | undefined;
  limit: number;
}

/** The query is materialized, so that PostgreSQL does not scan all readers for a few. */
const from = (emails: readonly string[] | undefined) =>
  emails === undefined
    ? { found: sql``, readers: sql`streaks` }
    : {
        found: sql`with found as materialized (select * from streaks where email = any(${[...emails]}::text[]))`,
        readers: sql`found`,
      };

/** With a word that one reader in twenty has, a page of 50 is full by then. */
const triedReaders = 1_000;

const readLimit = ({ firstWith, limit }: ReaderListQuery): number =>
  firstWith ? Math.max(triedReaders, limit) : limit;

const select = async (
  db: Db,
  { firstWith, ...query }: ReaderListQuery,
  { found, rows, order }: Record<'found' | 'rows' | 'order', RawBuilder<unknown>>,
): Promise<ListedReaderRow[]> => {
  const read = readLimit({ firstWith, ...query });
  const isWanted = firstWith ? hasWords(firstWith) : sql`true`;
  const { rows: readers } = await sql<ListedReaderRow>`
    ${found}
    select s.email, named.name, s.current_streak as streak, s.max_streak as "maxStreak",
      (upper(s.read_days) - 1)::text as "lastDay"
    from (${rows} order by ${order} limit ${read}) s
    cross join lateral (
      select coalesce(p.display_name, a.name) as name
      from (select) one
      left join accounts a on a.email = s.email
      left join reader_profiles p on p.email = s.email
      -- Reader by reader, until the page is full.
      where ${isWanted} offset 0
    ) named
    order by ${order} limit ${query.limit}`.execute(db);
  return readers;
};

/** Lists readers, longest streak first; `days` are `YYYY-MM-DD`. */
export const listByStreak = (
  db: Db,
  days: readonly string[],
  query: ReaderListQuery,
): Promise<ListedReaderRow[]> => {
  const { emails, minStreak = 0, after } = query;
  const { found, readers } = from(emails);
  const isAfter = after
    ? sql`(current_streak, email) < (${after.streak}::integer, ${after.email}::text)`
    : sql`true`;
  return select(db, query, {
    found,
    order: sql`current_streak desc, email desc`,
    // This reads a part of the index for each day.
    rows: sql`
      select listed.* from unnest(${[...days]}::date[]) as day, lateral (
        select * from ${readers}
        where upper(read_days) = day + 1 and current_streak >= ${minStreak} and ${isAfter}
        order by current_streak desc, email desc limit ${readLimit(query)}
      ) listed`,
  });
};

/** Lists readers whose last day is `until` (`YYYY-MM-DD`) or earlier, latest first. */
export const listByLastDay = (
  db: Db,
  until: string,
  query: ReaderListQuery,
): Promise<ListedReaderRow[]> => {
  const { emails, minStreak = 0, after } = query;
  const { found, readers } = from(emails);
  const isAfter = after
    ? sql`(upper(read_days), current_streak, email) < (${after.lastDay}::date + 1, ${after.streak}::integer, ${after.email}::text)`
    : sql`true`;
  return select(db, query, {
    found,
    order: sql`upper(read_days) desc, current_streak desc, email desc`,
    rows: sql`
      select * from ${readers}
      where upper(read_days) <= ${until}::date + 1 and current_streak >= ${minStreak} and ${isAfter}`,
  });
};

const addressWords = (column: string) =>
  sql`to_tsvector('simple', translate(${sql.ref(column)}, '@._+-', '     '))`;

const nameWords = (column: string) =>
  sql`to_tsvector('simple', translate(lower(${sql.ref(column)}), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn'))`;

const queryOf = (beginnings: readonly string[]) =>
  sql`to_tsquery('simple', ${beginnings.map((word) => `${word}:*`).join(' & ')})`;

const hasWords = (beginnings: readonly string[]) => {
  const query = queryOf(beginnings);
  return sql`(
    ${addressWords('s.email')} @@ ${query} or ${nameWords('a.name')} @@ ${query}
    or ${nameWords('p.display_name')} @@ ${query}
  )`;
};

/**
 * Finds readers by beginnings of words in addresses or names: lower case, letters and digits only, no
 * accents.
 */
export const findReadersByWords = async (
  db: Db,
  beginnings: readonly string[],
  limit: number,
): Promise<string[]> => {
  const query = queryOf(beginnings);
  const { rows } = await sql<{ email: string }>`
    select email from (
      (select email from streaks where ${addressWords('email')} @@ ${query} limit ${limit})
      union
      (select email from accounts where ${nameWords('name')} @@ ${query} limit ${limit})
      union
      (select email from reader_profiles where ${nameWords('display_name')} @@ ${query} limit ${limit})
    ) found limit ${limit}`.execute(db);
  return rows.map(({ email }) => email);
};
