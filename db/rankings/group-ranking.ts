import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';
import type { RankedReader } from './rankings.ts';

/** A member of a group: figures, and where the texts are in the bytes of a page. */
export interface MemberLine {
  page: Buffer;
  currentStreak: number;
  maxStreak: number;
  /** The last interaction in seconds since 1970; null without a streak. */
  lastInteraction: number | null;
  isAnonymous: boolean;
  emailStart: number;
  /** The name begins after one more byte. */
  emailEnd: number;
  nameEnd: number;
  /** Whether the e-mail is ASCII with an `@`, and neither text has characters that JSON escapes. */
  isPlain: boolean;
}

const pageSize = 10_000;

/**
 * The members of a group in the order of joining, in pages of at most 10 000. A page is a statement, which runs while the caller
 * processes the page before; between two pages, changes by others become visible.
 */
export async function* readMembers(db: Db, groupId: string): AsyncGenerator<MemberLine[]> {
  let next: Promise<MemberPage> | undefined = selectMemberPage(db, groupId, '0');
  while (next) {
    const { count, last, lines }: MemberPage = await next;
    next = count < pageSize ? undefined : selectMemberPage(db, groupId, last);
    // A caller who stops before it does not see its failure.
    next?.catch(() => undefined);
    yield parseLines(Buffer.from(lines));
  }
}

interface MemberPage {
  count: number;
  last: string;
  lines: string;
}

const noMembers: MemberPage = { count: 0, last: '0', lines: '' };

/**
 * A page as one text, a line a member: a row each would cost this process and PostgreSQL three times as much. With the limit
 * written out, the planner reads the index in its order however big it takes groups to be.
 */
const selectMemberPage = async (db: Db, groupId: string, after: string): Promise<MemberPage> => {
  const [page = noMembers] = await runPrepared(
    db,
    sql<MemberPage>`
    select count(*)::integer as count, coalesce(max(added), 0) as last, coalesce(string_agg(
      concat_ws(' ', current_streak, max_streak, coalesce(last_interaction::text, ''), anonymous::integer, email,
        coalesce(replace(name, E'\n', ' '), '')), E'\n'
    ), '') as lines
    from (
      select * from group_members where group_id = ${groupId} and added > ${after}
      order by added limit ${sql.lit(pageSize)}
    ) page
  `.compile(db),
  );
  return page;
};

/** The e-mail and name of a line as text, with its figures. */
export const readerOf = (line: MemberLine): RankedReader => ({
  email: line.page.toString('utf8', line.emailStart, line.emailEnd),
  name: line.page.toString('utf8', line.emailEnd + 1, line.nameEnd) || null,
  currentStreak: line.currentStreak,
  maxStreak: line.maxStreak,
  lastInteractionAt: line.lastInteraction === null ? null : new Date(line.lastInteraction * 1_000),
  isAnonymous: line.isAnonymous,
});

const newline = 0x0a;
const space = 0x20;
const quote = 0x22;
const minus = 0x2d;
const zero = 0x30;
const atSign = 0x40;
const backslash = 0x5c;
const firstBeyondAscii = 0x80;

const parseLines = (page: Buffer): MemberLine[] => {
  const cursor = new Cursor(page);
  const lines: MemberLine[] = [];
  while (!cursor.isAtEnd()) lines.push(cursor.readLine());
  return lines;
};

/** Reads lines byte by byte: slices and numbers of strings take several times as long. */
class Cursor {
  readonly #page: Buffer;
  #index = 0;

  constructor(page: Buffer) {
    this.#page = page;
  }

  isAtEnd(): boolean {
    return this.#index >= this.#page.length;
  }

  readLine(): MemberLine {
    const currentStreak = this.#readNumber() ?? 0;
    const maxStreak = this.#readNumber() ?? 0;
    const lastInteraction = this.#readNumber();
    const isAnonymous = this.#readNumber() === 1;
    const page = this.#page;
    const emailStart = this.#index;
    let hasAtSign = false;
    let isPlain = true;
    let index = emailStart;
    for (let byte = page[index]; byte !== undefined && byte !== space; byte = page[++index]) {
      if (byte === atSign) hasAtSign = true;
      if (!isPlainByte(byte) || byte >= firstBeyondAscii) isPlain = false;
    }
    const emailEnd = index;
    index += 1;
    for (let byte = page[index]; byte !== undefined && byte !== newline; byte = page[++index]) {
      if (!isPlainByte(byte)) isPlain = false;
    }
    this.#index = index + 1;
    return {
      page,
      currentStreak,
      maxStreak,
      lastInteraction,
      isAnonymous,
      emailStart,
      emailEnd,
      nameEnd: index,
      isPlain: isPlain && hasAtSign,
    };
  }

  /** Null for an empty field. */
  #readNumber(): number | null {
    const page = this.#page;
    const start = this.#index;
    const isNegative = page[start] === minus;
    let index = isNegative ? start + 1 : start;
    let value = 0;
    for (let byte = page[index]; byte !== undefined && byte !== space; byte = page[++index]) {
      value = value * 10 + byte - zero;
    }
    this.#index = index + 1;
    if (index === start) return null;
    return isNegative ? -value : value;
  }
}

/** Whether JSON has the byte as it is, which includes those of characters beyond ASCII. */
const isPlainByte = (byte: number): boolean =>
  byte >= space && byte !== quote && byte !== backslash;
