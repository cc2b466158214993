import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connection/database.ts';

/** The tickets that a search finds. */
interface Found {
  /** A query of their ids. */
  ids: RawBuilder<unknown>;
  /**
   * Whether it lacks some: too many tickets have words that begin with what is typed, so that the
   * last word of the search is taken as a whole one.
   */
  isCut: boolean;
}

type Words = RawBuilder<unknown>;

/** What a search asks of a text. */
interface Query {
  all: Words;
  /** Of a search whose last word may be a half one. */
  half?: { words: Words; wholeWords: Words; rest: Words };
}

/** So many texts are always read from the index of words. */
const mostFromIndex = 3_000;

/**
 * And this share of all: PostgreSQL's statistics know the most frequent words, and expect the
 * beginning of others, with its stems, in up to a fiftieth.
 */
const mostShare = 0.025;

/**
 * The tickets with the words of a search, its number, or of requesters whose e-mail begins so. A
 * query for each: joined by an `or`, none could use its index.
 *
 * An index reads all words of a beginning, however many, before it returns the first ticket. So a
 * beginning that is frequent by PostgreSQL's statistics is looked for in the texts that have the
 * other words, or, if those are frequent too, not at all.
 */
export const foundBy = async (db: Db, search: string): Promise<Found> => {
  const { all, half } = queryOf(search);
  const { words, isCut } = await textsWith(db, all, half);
  const [id, pattern] = [idIn(search), emailLike(search)];
  const parts = [
    words,
    ...(id === undefined ? [] : [sql`select id from tickets where id = ${id}`]),
    ...(pattern === undefined
      ? []
      : [sql`select id from tickets where requester_email like ${pattern}`]),
  ];
  return { ids: sql.join(parts, sql` union `), isCut };
};

const textsWith = async (db: Db, all: Words, half: Query['half']) => {
  const texts = (words: Words) => sql`select ticket_id from ticket_texts where tsv @@ ${words}`;
  if (!half || !(await isFrequent(db, half.words))) {
    return { words: texts(all), isCut: false };
  }
  const others = sql`(${half.rest} || ${half.wholeWords})`;
  if ((await isEmpty(db, half.rest)) || (await isFrequent(db, others))) {
    return { words: texts(half.wholeWords), isCut: true };
  }
  const some = sql`(select * from ticket_texts where tsv @@ ${others} offset 0)`;
  return { words: sql`select ticket_id from ${some} found where tsv @@ ${all}`, isCut: false };
};

/** Of a ticket of `page` and its text: whether a search finds it. */
export const isFound = (search: string): RawBuilder<unknown> => {
  const [id, pattern] = [idIn(search), emailLike(search)];
  return sql.join(
    [
      // Read once, not for each text.
      sql`tsv @@ (select ${queryOf(search).all})`,
      ...(id === undefined ? [] : [sql`page.id = ${id}`]),
      ...(pattern === undefined ? [] : [sql`page."requesterEmail" like ${pattern}`]),
    ],
    sql` or `,
  );
};

const maxInteger = 2_147_483_647;

/** The id of the ticket that a search may name: `586` or `#586`. */
export const idIn = (search = ''): number | undefined => {
  const [, digits] = /^#?(\d{1,10})$/.exec(search) ?? [];
  return digits !== undefined && Number(digits) <= maxInteger ? Number(digits) : undefined;
};

/** What a search may be the beginning of, as a pattern: an e-mail that has no blanks. */
const emailLike = (search: string): string | undefined =>
  /^[^\s"<>()]{3,}$/.test(search)
    ? `${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
    : undefined;

// PostgreSQL refuses a query of many operators: a `-` stays in front of a word, and inside one.
const needlessDash = /(?<=[^\p{L}\p{N}\s])-|-(?![\p{L}\p{N}])/gu;

const wordsOf = (search: string) => sql`search_query(${search.replaceAll(needlessDash, ' ')})`;

/** The word at the end, from its third letter on, and what is before it. */
const lastWord = /(?<![\p{L}\p{M}\p{N}])\p{L}[\p{L}\p{M}\p{N}]{2,}$/u;

/** After these a word is one of a phrase, one that is left out, or one of two. */
const isWhole = (rest: string): boolean =>
  (rest.match(/"/g)?.length ?? 0) % 2 === 1 || /(^|\s)(-|or\s+)$/i.test(rest);

const queryOf = (search: string): Query => {
  const wholeWords = wordsOf(search);
  const [typed] = lastWord.exec(search) ?? [];
  const before = search.slice(0, search.length - (typed?.length ?? 0));
  if (typed === undefined || isWhole(before)) return { all: wholeWords };
  const rest = wordsOf(before);
  const words = sql`half_word_query(${typed})`;
  return {
    all: sql`(${wholeWords} || (${rest} && ${words}))`,
    half: { words, wholeWords, rest },
  };
};

/** Whether there is no word to look for, such as of stop words alone. */
const isEmpty = async (db: Db, words: Words): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`select numnode(${words}) as count`.execute(db);
  return rows[0]?.count === 0;
};

/** Whether these words are in more texts, by PostgreSQL's statistics, than an index should read. */
const isFrequent = async (db: Db, words: Words): Promise<boolean> => {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: { Plans: { 'Plan Rows': number }[] } }[] }>`
    explain (format json)
    select from ticket_texts where tsv @@ ${words} union all select from ticket_texts`.execute(db);
  const [found = 0, all = 0] = (rows[0]?.['QUERY PLAN'][0]?.Plan.Plans ?? []).map(
    (plan) => plan['Plan Rows'],
  );
  return found > Math.max(mostFromIndex, all * mostShare);
};
