import type { ThreadRow } from '../../db/replies.ts';
import { listSimilarTickets, type SearchBounds } from '../../db/similar-tickets.ts';
import type { Context } from '../context.ts';
import { messageText } from './html.ts';
import { linkTargetsOf } from './links.ts';
import { maskPersonalData } from './mask.ts';

/** A settled ticket with a similar question: its category and its agent's answer, nothing that its requester wrote. */
export interface SimilarTicket {
  ticketId: number;
  /** How well its question matches; higher is better. */
  score: number;
  main: string;
  issue: string | null;
  /** With personal data masked. */
  answer: string;
  /** Where the answer links to. */
  linkTargets: ReadonlySet<string>;
}

/** Bounds on the search for similar tickets. */
export const similarTicketBounds: SearchBounds = {
  lexemes: 16,
  candidates: 5_000,
  uncounted: 8,
  tickets: 5,
  textLength: 6_000,
};
const answerLength = 3_000;

/** At most five settled tickets similar to this one, best first. */
export const findSimilarTickets = async (
  ctx: Context,
  thread: ThreadRow,
): Promise<SimilarTicket[]> => {
  const [first] = thread.messages.filter(({ origin }) => origin === 'requester');
  const rows = await listSimilarTickets(
    ctx.db,
    { subject: thread.subject, text: first?.body ?? '', exceptId: thread.id },
    similarTicketBounds,
  );
  return rows.map(({ requesterName, answer, ...row }) => ({
    ...row,
    answer: maskPersonalData(messageText(answer, answerLength), requesterName),
    linkTargets: linkTargetsOf(answer),
  }));
};
