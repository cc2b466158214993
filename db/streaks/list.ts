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

const select = async (
  db: Db,
  {
    found,
    rows,
    order,
    limit,
  }: Record<'found' | 'rows' | 'order', RawBuilder<unknown>> & {
    limit: number;
  },
): Promise<ListedReaderRow[]> => {
  const { rows: readers } = await sql<ListedReaderRow>`
    ${found}
    select s.email, coalesce(p.display_name, a.name) as name, s.current_streak as streak, s.max_streak as "maxStreak",
      (upper(s.read_days) - 1)::text as "lastDay"
    from (${rows} order by ${order} limit ${limit}) s
    left join accounts a on a.email = s.email
    left join reader_profiles p on p.email = s.email
    order by ${order}`.execute(db);
  return readers;
};

/** Lists readers, longest streak first; `days` are `YYYY-MM-DD`. */
export const listByStreak = (
  db: Db,
  days: readonly string[],
  { emails, minStreak = 0, after, limit }: ReaderListQuery,
): Promise<ListedReaderRow[]> => {
  const { found, readers } = from(emails);
  const isAfter = after
    ? sql`(current_streak, email) < (${after.streak}::integer, ${after.email}::text)`
    : sql`true`;
  return select(db, {
    found,
    limit,
    order: sql`current_streak desc, email desc`,
    // This reads a part of the index for each day.
    rows: sql`
      select listed.* from unnest(${[...days]}::date[]) as day, lateral (
        select * from ${readers}
        where upper(read_days) = day + 1 and current_streak >= ${minStreak} and ${isAfter}
        order by current_streak desc, email desc limit ${limit}
      ) listed`,
  });
};

/** Lists readers whose last day is `until` (`YYYY-MM-DD`) or earlier, latest first. */
export const listByLastDay = (
  db: Db,
  until: string,
  { emails, minStreak = 0, after, limit }: ReaderListQuery,
): Promise<ListedReaderRow[]> => {
  const { found, readers } = from(emails);
  const isAfter = after
    ? sql`(upper(read_days), current_streak, email) < (${after.lastDay}::date + 1, ${after.streak}::integer, ${after.email}::text)`
    : sql`true`;
  return select(db, {
    found,
    limit,
    order: sql`upper(read_days) desc, current_streak desc, email desc`,
    rows: sql`
      select * from ${readers}
      where upper(read_days) <= ${until}::date + 1 and current_streak >= ${minStreak} and ${isAfter}`,
  });
};

const words = (column: string) =>
  sql`to_tsvector('simple', translate(lower(${sql.ref(column)}), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn'))`;

/**
 * Finds readers by beginnings of words in addresses or names: lower case, letters and digits only, no
 * accents.
 */
export const findReadersByWords = async (
  db: Db,
  beginnings: readonly string[],
  limit: number,
): Promise<string[]> => {
  const query = sql`to_tsquery('simple', ${beginnings.map((word) => `${word}:*`).join(' & ')})`;
  const { rows } = await sql<{ email: string }>`
    select email from (
      (select email from streaks where to_tsvector('simple', translate(email, '@._+-', '     ')) @@ ${query} limit ${limit})
      union
      (select email from accounts where ${words('name')} @@ ${query} limit ${limit})
      union
      (select email from reader_profiles where ${words('display_name')} @@ ${query} limit ${limit})
    ) found limit ${limit}`.execute(db);
  return rows.map(({ email }) => email);
};
