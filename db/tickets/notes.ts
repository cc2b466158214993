import type { Db, Tx } from '../connection/database.ts';

/** An internal note as stored. */
export interface NoteRow {
  id: number;
  author: string;
  body: string;
  /** Whether the model may read it. */
  inPrompt: boolean;
  createdAt: Date;
}

/**
 * Inserts a note of a ticket; returns its id. Violates `ticket_notes_ticket_id_fkey` if the ticket
 * is missing.
 */
export const insertNote = async (
  tx: Tx,
  note: { ticketId: number; author: string; body: string; inPrompt: boolean; createdAt: Date },
): Promise<number> => {
  const { id } = await tx
    .insertInto('ticket_notes')
    .values({
      ticket_id: note.ticketId,
      author: note.author,
      body: note.body,
      in_prompt: note.inPrompt,
      created_at: note.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** The newest notes of a ticket, up to an id, newest first. */
export const listNewestNotes = (
  db: Db,
  { ticketId, upToId, limit }: { ticketId: number; upToId: number; limit: number },
): Promise<NoteRow[]> =>
  db
    .selectFrom('ticket_notes')
    .select(['id', 'author', 'body', 'in_prompt as inPrompt', 'created_at as createdAt'])
    .where('ticket_id', '=', ticketId)
    .where('id', '<=', upToId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
