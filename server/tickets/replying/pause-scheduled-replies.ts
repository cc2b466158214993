import { pauseScheduledReplies } from '../../../db/outbox/scheduled-replies.ts';
import { insertMentions, insertNote } from '../../../db/tickets/notes.ts';
import { recordAct } from '../../audit/service.ts';
import type { TxContext } from '../../core/context.ts';

const service = 'leitor';

const hold = async (
  tx: TxContext,
  ticketId: number,
  { why, mailId }: { why: string; mailId?: number },
): Promise<void> => {
  for (const { senderEmail } of await pauseScheduledReplies(tx.db, ticketId, mailId)) {
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

/** Pauses the scheduled replies of a locked ticket whose reader wrote, and notifies their authors. */
export const pauseForReader = (tx: TxContext, ticketId: number): Promise<void> =>
  hold(tx, ticketId, { why: 'o leitor escreveu antes.' });

/** Pauses a scheduled reply that could not be saved, and notifies its author. */
export const pauseReply = (tx: TxContext, ticketId: number, mailId: number): Promise<void> =>
  hold(tx, ticketId, { why: 'o chamado ou um arquivo mudou.', mailId });
