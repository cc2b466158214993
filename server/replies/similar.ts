import type { ThreadRow } from '../../db/replies.ts';
import { listSimilarTickets, type SearchBounds } from '../../db/similar-tickets.ts';
import type { Context } from '../context.ts';
import { messageText } from './html.ts';
import { maskPersonalData } from './mask.ts';

/** A settled ticket that asks something alike, and what an agent answered, with nothing that tells whose it was. */
export interface SimilarTicket {
  subject: string;
  question: string;
  answer: string;
}

/** How a search for similar tickets bounds its work. */
export const similarTicketBounds: SearchBounds = {
  lexemes: 16,
  candidates: 5_000,
  uncounted: 8,
  tickets: 5,
  textLength: 6_000,
};
const textLength = 1_500;

/** Settled tickets like this one, best first, five at most, masked. */
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
  return rows.map(({ requesterName, ...texts }) => {
    const masked = (text: string) =>
      maskPersonalData(messageText(text, textLength), requesterName).slice(0, 2 * textLength);
    return {
      subject: masked(texts.subject),
      question: masked(texts.question),
      answer: masked(texts.answer),
    };
  });
};
