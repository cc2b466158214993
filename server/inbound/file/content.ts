import { listSentTexts } from '../../../db/inbound/threads.ts';
import { findForwardContent } from '../../../db/outbox/forwards.ts';
import type { MailExtras } from '../../../db/tickets/messages.ts';
import type { TxContext } from '../../core/context.ts';
import { htmlText } from '../../markup/text.ts';
import { isPlainText } from '../../text/plain-text.ts';
import { foldQuotes } from '../read/fold.ts';
import type { PersonMail } from './judge.ts';

/** What a mail says, apart from what it quotes. */
export type MailContent = MailExtras & { text: string };

const sentTexts = { count: 10, length: 20_000 };

/** The content of a mail on a ticket, whose mails it may quote. */
export const contentOf = async (
  tx: TxContext,
  mail: PersonMail,
  ticketId: number | undefined,
): Promise<MailContent> => {
  const bodies = ticketId === undefined ? [] : await listSentTexts(tx.db, ticketId, sentTexts);
  return contentWithout(
    mail,
    bodies.map((body) => (isPlainText(body) ? body : htmlText(body).text)),
  );
};

/** The content of an answer to a forward, which it may quote. */
export const contentOfAnswer = async (
  tx: TxContext,
  mail: PersonMail,
  noteId: number,
): Promise<MailContent> => {
  const sent = await findForwardContent(tx.db, noteId);
  return contentWithout(
    mail,
    sent ? [htmlText(sent.html).text, htmlText(sent.forwarded).text] : [],
  );
};

const contentWithout = (
  { text, isForward, isCut, cc }: PersonMail,
  sent: readonly string[],
): MailContent => {
  const { visible, folded, unsent } = foldQuotes(text, { sent, isForward });
  return {
    text: visible || '(sem texto)',
    folded,
    unsent,
    // Attachments that are refused follow after a comma.
    notice: isCut ? 'Não guardado: parte do texto' : undefined,
    cc: cc.map(({ address, name }) => ({ email: address, name: name ?? null })),
  };
};
