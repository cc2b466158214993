import type { ThreadRow } from '../../db/replies/replies.ts';
import {
  listAnsweredTickets,
  listWordMatches,
  type SearchBounds,
  type WordMatchRow,
} from '../../db/replies/similar-tickets.ts';
import type { CheckedContext } from '../context.ts';
import { findNearTickets } from '../embeddings/near-tickets.ts';
import { messageText } from '../text/html.ts';
import { maskPersonalData } from '../text/personal-data.ts';
import { type FoundBy, fuse, type RankedList } from './fusion.ts';
import { linkTargetsOf } from './links.ts';

/**
 * A settled ticket with a similar question: its category and its agent's answer, nothing that its
 * requester wrote.
 */
export interface SimilarTicket {
  ticketId: number;
  /** How well its question matches, 0 to 1. */
  score: number;
  /** Which searches found it. */
  by: FoundBy[];
  main: string;
  issue: string | null;
  /** With personal data masked. */
  answer: string;
  /** Where the answer links to. */
  linkTargets: ReadonlySet<string>;
}

/** The similar tickets of a question. */
export interface SimilarTickets {
  tickets: SimilarTicket[];
  /** The searches that were made. */
  searches: FoundBy[];
}

/** Bounds on the search by words. */
export const wordSearchBounds: SearchBounds = {
  lexemes: 16,
  candidates: 5_000,
  uncounted: 8,
  tickets: 20,
};
/** How many tickets the search by meaning contributes. */
export const nearTicketsLimit = 20;
/** How many similar tickets the model is given. */
export const similarTicketsLimit = 5;
const answerRead = 6_000;
const answerLength = 3_000;

/**
 * At most five settled tickets similar to this one, best first: found by their words and, if
 * embeddings are in use, by their meaning.
 */
export const findSimilarTickets = async (
  ctx: CheckedContext,
  thread: ThreadRow,
  signal: AbortSignal,
): Promise<SimilarTickets> => {
  const [first] = thread.messages.filter(({ origin }) => origin === 'requester');
  const question = { subject: thread.subject, text: first?.body ?? '', exceptId: thread.id };
  const lists = await searchTickets(
    ctx,
    { ...question, requesterName: thread.requesterName },
    signal,
  );
  const fused = fuse(lists, similarTicketsLimit);
  const answered = await listAnsweredTickets(
    ctx.db,
    fused.map(({ ticketId }) => ticketId),
    answerRead,
  );
  const byId = new Map(answered.map((row) => [row.ticketId, row]));
  const tickets = fused.flatMap(({ ticketId, score, by }) => {
    const row = byId.get(ticketId);
    if (!row) return [];
    const { main, issue, requesterName, answer } = row;
    return [
      {
        ticketId,
        score,
        by,
        main,
        issue,
        answer: maskPersonalData(messageText(answer, answerLength), requesterName),
        linkTargets: linkTargetsOf(answer),
      },
    ];
  });
  return { tickets, searches: lists.map(({ by }) => by) };
};

/** What each search finds. */
export const searchTickets = async (
  ctx: CheckedContext,
  question: { subject: string; text: string; exceptId: number; requesterName: string | null },
  signal: AbortSignal,
): Promise<RankedList[]> => {
  const [words, near] = await Promise.all([
    listWordMatches(ctx.db, question, wordSearchBounds),
    findNearTickets(ctx, question, { limit: nearTicketsLimit, signal }),
  ]);
  ctx.metrics.similarSearch(near.ok ? 'hybrid' : near.reason);
  return [wordList(words), ...(near.ok ? [meaningList(near.tickets)] : [])];
};

/**
 * What the search by words found. A ticket that shares a few words of the question by chance counts
 * little.
 */
export const wordList = (rows: readonly WordMatchRow[]): RankedList => ({
  by: 'words',
  found: rows.map(({ ticketId, coverage }) => ({ ticketId, strength: coverage ** 2 })),
});

/** What the search by meaning found. */
export const meaningList = (rows: readonly { ticketId: number }[]): RankedList => ({
  by: 'meaning',
  found: rows.map(({ ticketId }) => ({ ticketId, strength: 1 })),
});
