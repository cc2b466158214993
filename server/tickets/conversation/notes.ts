import type { NoteRow } from '../../../db/tickets/notes.ts';
import * as notes from '../../../db/tickets/notes.ts';
import { touchTickets } from '../../../db/tickets/tickets.ts';
import { recordAct } from '../../audit/service.ts';
import { type Context, inTransaction, requireRole } from '../../core/context.ts';
import { lockUnmerged, requireUnerased } from '../../ticket-status/lock.ts';
import { authorOf } from './author.ts';

export type { NoteRow };

interface NewNote {
  ticketId: number;
  body: string;
  inPrompt: boolean;
  mentions?: readonly string[] | undefined;
}

/**
 * Adds an internal note, which is never mailed. The model reads it only with `inPrompt`; the filter
 * `mentions` finds it.
 * @throws AppError `ticket-not-found`, `ticket-merged`; `ticket-closed` for an erased ticket
 */
export const addNote = (
  ctx: Context,
  { mentions = [], ...note }: NewNote,
): Promise<{ id: number }> => {
  requireRole(ctx, 'agent');
  return inTransaction(ctx, async (tx) => {
    await lockUnmerged(tx, note.ticketId);
    await requireUnerased(tx, note.ticketId);
    const id = await notes.insertNote(tx.db, {
      ...note,
      author: authorOf(tx.actor),
      createdAt: tx.now(),
    });
    await notes.insertMentions(tx.db, id, mentions);
    await touchTickets(tx.db, [note.ticketId], tx.now());
    await recordAct(tx, {
      action: 'tickets.addNote',
      target: `ticket:${note.ticketId}`,
      changes: [{ field: 'notes', after: id }],
    });
    return { id };
  });
};
