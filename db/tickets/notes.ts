import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** An internal note as stored. */
export interface NoteRow {
  id: number;
  author: string;
  body: string;
  /** Whether the model may read it. */
  inPrompt: boolean;
  /** The e-mails of those whom it mentions. */
  mentions: string[];
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

/** Notes whom a note mentions. */
export const insertMentions = async (
  tx: Tx,
  noteId: number,
  emails: readonly string[],
): Promise<void> => {
  await sql`
    insert into note_mentions (note_id, email) select ${noteId}, unnest(${[...emails]}::text[])
    on conflict do nothing`.execute(tx);
};

/** Adds the same note to several tickets, but for those that were erased. */
export const insertNoteOnAll = async (
  tx: Tx,
  ticketIds: readonly number[],
  note: { author: string; body: string; createdAt: Date },
): Promise<{ id: number; ticketId: number }[]> => {
  const { rows } = await sql<{ id: number; ticketId: number }>`
    insert into ticket_notes (ticket_id, author, body, created_at)
    select id, ${note.author}, ${note.body}, ${note.createdAt} from tickets
    where id = any(${[...ticketIds]}::integer[]) and erased_as_of is distinct from updated_at
    returning id, ticket_id as "ticketId"`.execute(tx);
  return rows;
};

/** The newest notes of a ticket, up to an id, newest first. */
export const listNewestNotes = (
  db: Db,
  { ticketId, upToId, limit }: { ticketId: number; upToId: number; limit: number },
): Promise<NoteRow[]> =>
  db
    .selectFrom('ticket_notes')
    .select([
      'id',
      'author',
      'body',
      'in_prompt as inPrompt',
      'created_at as createdAt',
      sql<string[]>`array(select email from note_mentions where note_id = id order by email)`.as(
        'mentions',
      ),
    ])
    .where('ticket_id', '=', ticketId)
    .where('id', '<=', upToId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
