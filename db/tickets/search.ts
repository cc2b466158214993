import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connection/database.ts';

interface Found {
  /** A query of ids for each kind of match. */
  ways: RawBuilder<unknown>[];
  /** True if the last word was searched as a whole: as a prefix it matches too many tickets. */
  isCut: boolean;
}

type Words = RawBuilder<unknown>;

interface Query {
  all: Words;
  /** Set if the last word may be incomplete. */
  half?: { words: Words; wholeWords: Words; rest: Words };
}

/** Up to this many matching texts, the word index is always used. */
const mostFromIndex = 3_000;

/** Up to this share of all texts too: PostgreSQL estimates unlisted prefixes at up to a fiftieth. */
const mostShare = 0.025;

/**
 * The limit for a domain or a word of file names; for more matches the first tickets in order fill the page
 * anyway.
 */
const mostOfOthers = 10_000;

/**
 * Builds a query for each kind of match, because with `or` none could use its index. A prefix search reads
 * all its words before the first ticket, so a frequent prefix is checked only in texts with the other words.
 * If those are frequent too, it is not used.
 */
export const foundBy = async (db: Db, search: string): Promise<Found> => {
  const { all, half } = queryOf(search);
  const { words, isCut } = await textsWith(db, all, half);
  const { id, email, domain, files } = othersIn(search);
  const ways = [words];
  if (id !== undefined) ways.push(sql`select id from tickets where id = ${id}`);
  if (email !== undefined) {
    ways.push(sql`select id from tickets where requester_email like ${email}`);
  }
  if (domain !== undefined) {
    ways.push(sql`select id from tickets
      where requester_email is not null and split_part(requester_email, '@', 2) like ${domain}
      order by split_part(requester_email, '@', 2), id desc limit ${mostOfOthers}`);
  }
  if (files !== undefined) {
    ways.push(sql`select ticket_id from attachments where ${isNamed(files)} limit ${mostOfOthers}`);
  }
  return { ways, isCut };
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

/** Tests a ticket of `page` and its text. */
export const isFound = (search: string): RawBuilder<unknown> => {
  const { id, email, domain, files } = othersIn(search);
  // The subquery is evaluated once, not for each text.
  const ways = [sql`tsv @@ (select ${queryOf(search).all})`];
  if (id !== undefined) ways.push(sql`page.id = ${id}`);
  if (email !== undefined) ways.push(sql`page."requesterEmail" like ${email}`);
  if (domain !== undefined) {
    ways.push(sql`split_part(page."requesterEmail", '@', 2) like ${domain}`);
  }
  if (files !== undefined) {
    ways.push(
      sql`exists (select from attachments where attachments.ticket_id = page.id and ${isNamed(files)})`,
    );
  }
  return sql.join(ways, sql` or `);
};

/** The other meanings that a search may have besides words of a text. */
const othersIn = (search: string) => ({
  id: idIn(search),
  email: emailLike(search),
  domain: domainLike(search),
  files: fileQuery(search),
});

/** Uses the expression of `attachments_words_idx`. */
const isNamed = (
  words: Words,
) => sql`state in ('ready', 'quarantined') and to_tsvector('simple', translate(lower(name),
  'áàâãäéèêëíìîïóòôõöúùûüçñ._-', 'aaaaaeeeeiiiiooooouuuucn   ')) @@ ${words}`;

const maxFileWords = 8;

/** The words of a file's name; beginnings match from three characters on. */
const fileQuery = (search: string): Words | undefined => {
  if (/"|(^|\s)(-|or\s)/i.test(search)) return undefined;
  const plain = search.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g)?.slice(0, maxFileWords) ?? [];
  if (!words.some((word) => word.length >= 3 && /[a-z]/.test(word))) return undefined;
  const beginnings = words.map((word) => (word.length < 3 ? word : `${word}:*`));
  return sql`to_tsquery('simple', ${beginnings.join(' & ')})`;
};

/** Returns a `like` pattern for `bol.com.br` or `@bol.com.br`, whose end may be missing. */
const domainLike = (search: string): string | undefined =>
  /^@?[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]*)+$/u.test(search)
    ? `${search.replace('@', '').toLowerCase()}%`
    : undefined;

const maxInteger = 2_147_483_647;

/** Parses `586` or `#586`. */
export const idIn = (search = ''): number | undefined => {
  const [, digits] = /^#?(\d{1,10})$/.exec(search) ?? [];
  return digits !== undefined && Number(digits) <= maxInteger ? Number(digits) : undefined;
};

/** Returns a `like` pattern for the beginning of an e-mail. */
const emailLike = (search: string): string | undefined =>
  /^[^\s"<>()]{3,}$/.test(search)
    ? `${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
    : undefined;

// PostgreSQL rejects many operators, so `-` stays only before and inside a word.
const needlessDash = /(?<=[^\p{L}\p{N}\s])-|-(?![\p{L}\p{N}])/gu;

const wordsOf = (search: string) => sql`search_query(${search.replaceAll(needlessDash, ' ')})`;

/** Matches a last word of at least three letters. */
const lastWord = /(?<![\p{L}\p{M}\p{N}])\p{L}[\p{L}\p{M}\p{N}]{2,}$/u;

/** Returns true if the last word is part of a phrase, excluded, or an alternative. */
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

/** Returns true if a search has no words to search for, such as one of stop words only. */
const isEmpty = async (db: Db, words: Words): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`select numnode(${words}) as count`.execute(db);
  return rows[0]?.count === 0;
};

/** Returns true if many tickets have the words, by PostgreSQL's statistics. */
const isFrequent = async (db: Db, words: Words): Promise<boolean> => {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: { Plans: { 'Plan Rows': number }[] } }[] }>`
    explain (format json)
    select from ticket_texts where tsv @@ ${words} union all select from ticket_texts`.execute(db);
  const [found = 0, all = 0] = (rows[0]?.['QUERY PLAN'][0]?.Plan.Plans ?? []).map(
    (plan) => plan['Plan Rows'],
  );
  return found > Math.max(mostFromIndex, all * mostShare);
};
