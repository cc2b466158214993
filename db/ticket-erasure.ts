import { sql } from 'kysely';
import type { Db, Tx } from './connection/database.ts';

/** What replaces the words of a person that was erased. */
const erasedText = '[conteúdo apagado]';

/**
 * Takes everything personal off tickets: requester, subject, the text of messages, mails, drafts, and the search index. The rows stay,
 * because reports count them. What others wrote on the ticket speaks of the requester, too.
 */
export const eraseTickets = async (
  tx: Tx,
  ids: readonly number[],
  pseudonym: string,
): Promise<void> => {
  await sql`
    update ticket_messages set body = ${erasedText}, folded = null, notice = null,
      author = case when origin = 'requester' then ${pseudonym} else author end
    where ticket_id = any(${ids}::integer[])`.execute(tx);
  await sql`
    update tickets set subject = ${erasedText}, requester_email = null, requester_name = null, erased_as_of = updated_at
    where id = any(${ids}::integer[])`.execute(tx);
  await sql`update ticket_notes set body = ${erasedText} where ticket_id = any(${ids}::integer[])`.execute(
    tx,
  );
  await sql`delete from outbox where ticket_id = any(${ids}::integer[])`.execute(tx);
  await sql`delete from reply_drafts where ticket_id = any(${ids}::integer[])`.execute(tx);
  await sql`delete from ticket_search where ticket_id = any(${ids}::integer[])`.execute(tx);
};

/** The messages that a person mailed, also on tickets of others, as long as `inbound_mails` knows the mails. An array: see `ticketsOf`. */
export const mailedBy = (email: string) =>
  sql`any (array(select message_id from inbound_mails where sender = ${email}))`;

/** Takes what a person mailed off tickets of others. The search index of those that are settled is built anew. */
export const eraseMailed = async (tx: Tx, email: string, pseudonym: string): Promise<void> => {
  const { rows } = await sql<{ ticketId: number }>`
    update ticket_messages set body = ${erasedText}, folded = null, notice = null, author = ${pseudonym}
    where id = ${mailedBy(email)} returning ticket_id as "ticketId"`.execute(tx);
  const ids = [...new Set(rows.map(({ ticketId }) => ticketId))];
  await sql`select refresh_ticket_search(${ids}::integer[])`.execute(tx);
};

/** An attachment of a person: on a ticket of theirs, uploaded by them, or mailed by them. */
export interface PersonalAttachmentRow {
  id: number;
  ticketId: number;
  name: string;
  path: string;
  type: string;
  size: number | null;
  createdAt: Date;
  /** Whether the object was ever whole; else parts of it may lie about. */
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

/** Whose attachments: a person's, or those of some tickets. */
export type AttachmentOwner = { email: string } | { ticketIds: readonly number[] };

const attachmentsOf = (owner: AttachmentOwner) =>
  'email' in owner
    ? sql<boolean>`(uploader_email = ${owner.email}
        or ticket_id = any (array(select id from tickets where requester_email = ${owner.email}))
        or message_id = ${mailedBy(owner.email)})`
    : sql<boolean>`ticket_id = any(${owner.ticketIds}::integer[])`;

/** The attachments of a person, those that are being written or removed included. */
export const listPersonalAttachments = (db: Db, email: string): Promise<PersonalAttachmentRow[]> =>
  db
    .selectFrom('attachments')
    .select(attachmentColumns)
    .where(attachmentsOf({ email }))
    .orderBy('id')
    .execute();

/** Claims attachments for removal; their rows keep nothing personal but the path. */
export const claimAttachmentsOf = (
  tx: Tx,
  owner: AttachmentOwner,
  leaseUntil: Date,
): Promise<PersonalAttachmentRow[]> =>
  tx
    .updateTable('attachments')
    .set({ state: 'deleting', lease_until: leaseUntil, name: erasedText, uploader_email: null })
    .where(attachmentsOf(owner))
    .returning(attachmentColumns)
    .execute();
