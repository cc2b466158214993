import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { leaseFor } from '../jobs/work-rows.ts';

export const erasedText = '[conteúdo apagado]';

/** Tickets whose texts are erased and, for a person, that person's texts on other tickets. */
interface ErasedTexts {
  ticketIds: readonly number[];
  /** The e-mail in lower case. */
  email?: string | undefined;
  /** The pseudonym replaces the requester's name. */
  pseudonym: string;
}

/**
 * Removes personal data from tickets and closes them: requester, subject, texts of messages, notes, mails
 * and drafts, and the search index. The rows stay, because reports count them. Texts of others on the
 * ticket may be about the requester, so they are removed too.
 */
export const eraseTexts = async (
  tx: Tx,
  { ticketIds, email, pseudonym }: ErasedTexts,
): Promise<void> => {
  const own = sql`ticket_id = any(${ticketIds}::integer[])`;
  const texts = sql`(${own} or person_email = ${email ?? null}::text)`;
  const { rows } = await sql<{ ticketId: number }>`
    update ticket_messages set body = ${erasedText}, folded = null, unsent = null, notice = null, cc = '[]', person_email = null,
      missing_files = '{}',
      author = case when origin = 'requester' then ${pseudonym} else author end
    where ${texts} returning ticket_id as "ticketId"`.execute(tx);
  await sql`
    update ticket_notes set body = ${erasedText}, folded = null, notice = null, person_email = null,
      author = case when outside then ${pseudonym} else author end
    where ${texts}`.execute(tx);
  const ownNotes = sql`any (array(select id from ticket_notes where ${own}))`;
  await sql`delete from note_recipients where note_id = ${ownNotes}`.execute(tx);
  await sql`
    update tickets set subject = ${erasedText}, requester_email = null, requester_name = null, status = 'closed',
      erased_as_of = updated_at
    where id = any(${ticketIds}::integer[])`.execute(tx);
  await sql`
    with mails as (
      update inbound_mails set subject = null
      where message_id = any (array(select id from ticket_messages where ${own})) or note_id = ${ownNotes}
      returning original_id
    )
    update inbound_originals set unwanted = true from mails where id = mails.original_id`.execute(
    tx,
  );
  for (const table of ['outbox', 'reply_drafts', 'ticket_composing']) {
    await sql`delete from ${sql.table(table)} where ${own}`.execute(tx);
  }
  const changed = [...new Set(rows.map(({ ticketId }) => ticketId))];
  await sql`select refresh_ticket_search(${changed}::integer[])`.execute(tx);
  await sql`delete from ticket_search where ${own}`.execute(tx);
  await sql`
    insert into hints (target) select 'ticket:' || id from unnest(${changed}::integer[]) id
    on conflict do nothing`.execute(tx);
};

/** Stores the authors of a ticket's texts before it gets another requester or is merged. */
export const updatePersonOf = async (tx: Tx, ticketId: number, email: string): Promise<void> => {
  for (const table of ['ticket_messages', 'ticket_notes', 'attachments']) {
    await sql`
      update ${sql.table(table)} set person_email = ${email}
      where ticket_id = ${ticketId} and person_email is null`.execute(tx);
  }
};

/** An attachment of a person: on a ticket of theirs, uploaded or mailed by them. */
interface PersonalAttachmentRow {
  id: number;
  ticketId: number;
  name: string;
  path: string;
  type: string;
  size: number | null;
  createdAt: Date;
  /** True if the object was stored completely; if not, parts of it may exist. */
  whole: boolean;
  quarantined: boolean;
}

const attachmentColumns = [
  'id',
  'ticket_id as ticketId',
  'name',
  'path',
  'type',
  'size',
  'created_at as createdAt',
  sql<boolean>`sha256 is not null`.as('whole'),
  sql<boolean>`state = 'quarantined'`.as('quarantined'),
] as const;

/** The owner of attachments: a person or a list of tickets. */
export type AttachmentOwner = { email: string } | { ticketIds: readonly number[] };

const attachmentsOf = (owner: AttachmentOwner) =>
  'email' in owner
    ? sql<boolean>`(uploader_email = ${owner.email} or person_email = ${owner.email}
        or ticket_id = any (array(select id from tickets where requester_email = ${owner.email}))
        or message_id = any (array(select id from ticket_messages where person_email = ${owner.email}))
        or note_id = any (array(select id from ticket_notes where person_email = ${owner.email})))`
    : sql<boolean>`ticket_id = any(${owner.ticketIds}::integer[])`;

/** Lists the attachments of a person, including those that are being written or removed. */
export const listPersonalAttachments = (db: Db, email: string): Promise<PersonalAttachmentRow[]> =>
  db
    .selectFrom('attachments')
    .select(attachmentColumns)
    .where(attachmentsOf({ email }))
    .orderBy('id')
    .execute();

/**
 * Claims attachments for removal. Until the objects are removed, the rows keep only the path as personal
 * data.
 */
export const claimAttachmentsOf = (
  tx: Tx,
  owner: AttachmentOwner,
  leaseMs: number,
): Promise<PersonalAttachmentRow[]> =>
  tx
    .updateTable('attachments')
    .set({
      ...leaseFor(leaseMs),
      state: 'deleting',
      name: erasedText,
      uploader_email: null,
      person_email: null,
    })
    .where(attachmentsOf(owner))
    .returning(attachmentColumns)
    .execute();

/** Locks the tickets that have texts of a person, so that nobody writes on them during the erasure. */
export const lockTicketsOf = async (tx: Tx, email: string): Promise<void> => {
  await sql`
    select from tickets where id = any (array(
      select id from tickets where requester_email = ${email}
      union select ticket_id from ticket_messages where person_email = ${email}
      union select ticket_id from ticket_notes where person_email = ${email}
    )) order by id for update`.execute(tx);
};

/**
 * A word that identifies one person is in fewer tickets than this; the count is an estimate from a sample.
 */
const rareLexeme = 1_000;

/**
 * Deletes the counts of the rarer words in a person's texts, name and e-mail. The search counts words again
 * every quarter of an hour.
 */
export const deleteLexemesOf = async (tx: Tx, email: string): Promise<void> => {
  await sql`
    delete from lexeme_df where ndoc <= ${rareLexeme} and lexeme in (
      select unnest(tsvector_to_array(tsv)) from ticket_texts where ticket_id in (
        select id from tickets where requester_email = ${email}
        union select ticket_id from ticket_messages where person_email = ${email}
      )
      union select unnest(tsvector_to_array(to_tsvector('portuguese', word))) from (
        select requester_name as word from tickets where requester_email = ${email}
        union select name from accounts where email = ${email}
        union select ${email}::text
      ) names where word is not null
    )`.execute(tx);
};
