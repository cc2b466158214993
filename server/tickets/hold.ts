import { holdReplies } from '../../db/outbox/later.ts';
import { insertMentions, insertNote } from '../../db/tickets/notes.ts';
import { recordAct } from '../audit/service.ts';
import type { TxContext } from '../core/context.ts';

/** The author of notes that no person wrote. */
const service = 'leitor';

const hold = async (
  tx: TxContext,
  ticketId: number,
  { why, mailId }: { why: string; mailId?: number },
): Promise<void> => {
  for (const { senderEmail } of await holdReplies(tx.db, ticketId, mailId)) {
    const body = `A resposta agendada não vai sair: ${why} Desfaça para mudar o texto.`;
    const note = { ticketId, author: service, body, inPrompt: false, createdAt: tx.now() };
    const noteId = await insertNote(tx.db, note);
    if (senderEmail !== null) await insertMentions(tx.db, noteId, [senderEmail]);
    await recordAct(tx, {
      action: 'tickets.holdReply',
      target: `ticket:${ticketId}`,
      changes: [{ field: 'notes', after: noteId }],
    });
  }
};

/** Holds the replies of later to a locked ticket whose reader writes, and tells their authors. */
export const holdForReader = (tx: TxContext, ticketId: number): Promise<void> =>
  hold(tx, ticketId, { why: 'o leitor escreveu antes.' });

/** Holds a reply that could not be saved at its moment, and tells its author. */
export const holdReply = (tx: TxContext, ticketId: number, mailId: number): Promise<void> =>
  hold(tx, ticketId, { why: 'o chamado ou um arquivo mudou.', mailId });
