import type { FoundBy } from '../../db/replies/drafts.ts';
import type { ThreadRow } from '../../db/replies/replies.ts';
import {
  listQuickReplyMatches,
  listQuickReplyTexts,
} from '../../db/replies/similar-quick-replies.ts';
import {
  listAnsweredTickets,
  listWordMatches,
  type SearchBounds,
  type WordMatchRow,
} from '../../db/replies/similar-tickets.ts';
import type { CheckedContext } from '../core/context.ts';
import { findNearTickets } from '../embeddings/near-tickets.ts';
import { messageText } from '../markup/text.ts';
import { fillVariables } from '../quick-replies/variables.ts';
import { maskPersonalData } from '../text/personal-data.ts';
import { type Fused, fuse, type RankedList } from './fusion.ts';
import { linkTargetsOf } from './links.ts';

/** A settled ticket with a similar question, without its requester's text. */
export interface SimilarTicket {
  ticketId: number;
  score: number;
  by: FoundBy[];
  main: string;
  issue: string | null;
  /** The answer with personal data masked. */
  answer: string;
  linkTargets: ReadonlySet<string>;
}

export interface SimilarQuickReply {
  quickReplyId: number;
  title: string;
  score: number;
  by: FoundBy[];
  /** The quick reply's text with the variables filled in. */
  text: string;
  linkTargets: ReadonlySet<string>;
}

export interface SimilarTickets {
  tickets: SimilarTicket[];
  quickReplies: SimilarQuickReply[];
  searches: FoundBy[];
}

export const wordSearchBounds: SearchBounds = {
  lexemes: 16,
  candidates: 5_000,
  uncounted: 8,
  tickets: 20,
};
/** The maximum of tickets that the search by meaning finds. */
export const nearTicketsLimit = 20;
export const similarTicketsLimit = 5;
/** The maximum of quick replies that the model receives. */
export const quickRepliesLimit = 5;
/** The minimum share of a question's words that a quick reply must have. */
const leastCoverage = 0.2;
const answerRead = 6_000;
const answerLength = 3_000;

/** Finds at most five settled tickets, best first, by words and, if embeddings are configured, by meaning. */
export const findSimilarTickets = async (
  ctx: CheckedContext,
  thread: ThreadRow,
  signal: AbortSignal,
): Promise<SimilarTickets> => {
  const [first] = thread.messages.filter(({ origin }) => origin === 'requester');
  const question = { subject: thread.subject, text: first?.body ?? '', exceptId: thread.id };
  const { lists, quickReplies } = await searchSources(
    ctx,
    { ...question, requesterName: thread.requesterName },
    signal,
  );
  const fused = fuse(lists, similarTicketsLimit);
  const answered = await listAnsweredTickets(
    ctx.db,
    fused.map(({ id }) => id),
    answerRead,
  );
  const byId = new Map(answered.map((row) => [row.ticketId, row]));
  const tickets = fused.flatMap(({ id: ticketId, score, by }) => {
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
  return {
    tickets,
    quickReplies: await readQuickReplies(ctx, thread, fuse(quickReplies, quickRepliesLimit)),
    searches: lists.map(({ by }) => by),
  };
};

const readQuickReplies = async (
  ctx: CheckedContext,
  thread: ThreadRow,
  found: readonly Fused[],
): Promise<SimilarQuickReply[]> => {
  const texts = await listQuickReplyTexts(
    ctx.db,
    found.map(({ id }) => id),
  );
  const byId = new Map(texts.map((row) => [row.id, row]));
  const { requesterName, newsletter } = thread;
  const values = {
    nome: requesterName ?? undefined,
    primeiro_nome: requesterName?.split(/\s+/)[0],
    ticket: String(thread.id),
    newsletter: newsletter ?? undefined,
    atendente: undefined,
  };
  return found.flatMap(({ id, score, by }) => {
    const row = byId.get(id);
    if (!row) return [];
    const { title, content } = row;
    // Variables without a value are removed, so that the model does not repeat them.
    const filled = fillVariables(content, values).html.replaceAll(/\{\{[^{}]*\}\}/g, '');
    const text = messageText(filled, answerLength);
    return [{ quickReplyId: id, title, score, by, text, linkTargets: linkTargetsOf(content) }];
  });
};

interface Question {
  subject: string;
  text: string;
  exceptId: number;
  requesterName: string | null;
}

/** Runs both searches over settled tickets and quick replies. */
export const searchSources = async (
  ctx: CheckedContext,
  question: Question,
  signal: AbortSignal,
): Promise<{ lists: RankedList[]; quickReplies: RankedList[] }> => {
  const [words, ready, near] = await Promise.all([
    listWordMatches(ctx.db, question, wordSearchBounds),
    listQuickReplyMatches(ctx.db, question, quickRepliesLimit),
    findNearTickets(ctx, question, { limit: nearTicketsLimit, signal }),
  ]);
  ctx.metrics.similarSearch(near.ok ? 'hybrid' : near.reason);
  const matched = ready.filter(({ coverage }) => coverage >= leastCoverage);
  const readyByWords = matched.map(({ quickReplyId, coverage }) => ({
    id: quickReplyId,
    strength: coverage ** 2,
  }));
  const readyByMeaning = near.ok
    ? near.quickReplies.map(({ quickReplyId }) => ({ id: quickReplyId, strength: 1 }))
    : [];
  return {
    lists: [wordList(words), ...(near.ok ? [meaningList(near.tickets)] : [])],
    quickReplies: [
      { by: 'words', found: readyByWords },
      ...(near.ok ? [{ by: 'meaning' as const, found: readyByMeaning }] : []),
    ],
  };
};

/** Gives little weight to tickets that share few words by chance. */
export const wordList = (rows: readonly WordMatchRow[]): RankedList => ({
  by: 'words',
  found: rows.map(({ ticketId, coverage }) => ({ id: ticketId, strength: coverage ** 2 })),
});

export const meaningList = (rows: readonly { ticketId: number }[]): RankedList => ({
  by: 'meaning',
  found: rows.map(({ ticketId }) => ({ id: ticketId, strength: 1 })),
});
