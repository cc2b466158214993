import { type RawBuilder, sql } from 'kysely';
import { clock } from '../jobs/work-rows.ts';
import { erasedText } from '../people/ticket-erasure.ts';

/**
 * Holds for a message `m` of a ticket `t` that a reader wrote, or a reply to them. Leaves out automatic
 * ones, erased ones, and replies that can still be undone.
 */
export const isShownTo = (email: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(m.person_email, t.requester_email) = ${email} and not m.automatic and m.body <> ${erasedText}
    and not exists (select from outbox where message_id = m.id and status = 'pending' and undo_until > ${clock})`;

/**
 * Holds for a row of `attachments` on a ticket `t` that a reader sees: a file of a message shown to them,
 * or one of neither a message nor a note on what is theirs of the ticket.
 */
export const isFileShownTo = (email: string): RawBuilder<boolean> =>
  sql<boolean>`case when attachments.message_id is null
    then attachments.note_id is null and coalesce(attachments.person_email, t.requester_email) = ${email}
    else exists (select from ticket_messages m where m.id = attachments.message_id and ${isShownTo(email)}) end`;
