import type { NoteRow } from '../../db/tickets/notes.ts';
import * as notes from '../../db/tickets/notes.ts';
import { touchTickets } from '../../db/tickets/tickets.ts';
import { recordAct } from '../audit/service.ts';
import { type Context, inTransaction, requireRole } from '../core/context.ts';
import { authorOf } from './author.ts';
import { lockUnmerged, requireUnerased } from './lock.ts';

export type { NoteRow };

/** What an agent notes on a ticket. */
export interface NewNote {
  ticketId: number;
  body: string;
  inPrompt: boolean;
  /** The e-mails of those who are told of it. */
  mentions?: readonly string[] | undefined;
}

/**
 * Adds an internal note to a ticket; returns its id. A note is never mailed, and the model reads it
 * only with `inPrompt`. Those whom it mentions find the ticket by `mentions` of a filter.
 *
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
