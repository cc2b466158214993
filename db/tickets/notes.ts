import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import type { MailExtras } from './messages.ts';

export interface NoteRow {
  id: number;
  author: string;
  body: string;
  /** True if the model may read it. */
  inPrompt: boolean;
  mentions: string[];
  /** The recipients of the forward that the note records. */
  forwardedTo: string[];
  /** The quoted history of a note that came by mail. */
  folded: string | null;
  /** A notice for agents, such as a bounced mail. */
  notice: string | null;
  createdAt: Date;
}

/** Inserts a note. Violates `ticket_notes_ticket_id_fkey` if the ticket is missing. */
export const insertNote = async (
  tx: Tx,
  note: {
    ticketId: number;
    author: string;
    body: string;
    inPrompt: boolean;
    createdAt: Date;
    mailed?: { personEmail: string | undefined; outside: boolean } & Pick<
      MailExtras,
      'folded' | 'notice'
    >;
  },
): Promise<number> => {
  const { id } = await tx
    .insertInto('ticket_notes')
    .values({
      ticket_id: note.ticketId,
      author: note.author,
      body: note.body,
      in_prompt: note.inPrompt,
      created_at: note.createdAt,
      outside: note.mailed?.outside ?? false,
      person_email: note.mailed?.personEmail ?? null,
      folded: note.mailed?.folded ?? null,
      notice: note.mailed?.notice ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const insertMentions = async (
  tx: Tx,
  noteId: number,
  emails: readonly string[],
): Promise<void> => {
  await sql`
    insert into note_mentions (note_id, email) select ${noteId}, unnest(${[...emails]}::text[])
    on conflict do nothing`.execute(tx);
};

export const insertRecipients = async (
  tx: Tx,
  noteId: number,
  emails: readonly string[],
): Promise<void> => {
  await sql`
    insert into note_recipients (note_id, email) select ${noteId}, unnest(${[...emails]}::text[])`.execute(
    tx,
  );
};

export const listRecipients = async (
  db: Db,
  noteIds: readonly number[],
): Promise<{ noteId: number; email: string }[]> =>
  db
    .selectFrom('note_recipients')
    .select(['note_id as noteId', 'email'])
    .where(sql<boolean>`note_id = any(${[...noteIds]}::integer[])`)
    .orderBy('email')
    .execute();

export const findForward = async (
  db: Db,
  noteId: number,
): Promise<{ ticketId: number; author: string; recipients: string[] } | undefined> => {
  const note = await db
    .selectFrom('ticket_notes')
    .select([
      'ticket_id as ticketId',
      'author',
      sql<string[]>`array(select email from note_recipients where note_id = id)`.as('recipients'),
    ])
    .where('id', '=', noteId)
    .executeTakeFirst();
  return note && note.recipients.length > 0 ? note : undefined;
};

export const deleteNote = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('ticket_notes').where('id', '=', id).execute();
};

/** Inserts a note on each ticket; skips erased ones. */
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
      sql<string[]>`array(select email from note_recipients where note_id = id order by email)`.as(
        'forwardedTo',
      ),
      'folded',
      'notice',
    ])
    .where('ticket_id', '=', ticketId)
    .where('id', '<=', upToId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
