import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { clock, fromNow, isPast, released } from '../jobs/work-rows.ts';
import type { MailStatus } from '../schema.ts';
import type { CcRow } from '../tickets/messages.ts';
import type { ForwardContent } from './forwards.ts';
import {
  forwardContent,
  type MailPlace,
  type MailRow,
  mailColumns,
  placeColumns,
} from './outbox.ts';

/** Serializes claims, which makes the hourly limit exact. Call it before {@link claimMail}. */
export const lockClaims = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('outbox.claim'))`.execute(tx);
};

/** Counts mails that were sent, or may have been sent, in the last `windowMs`; bounced mails count. */
export const countMailsWithin = async (db: Db, windowMs: number): Promise<number> => {
  const { sent } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<string>().as('sent'))
    .where('status', 'in', ['sending', 'sent', 'unknown', 'bounced'])
    .where('last_attempt_at', '>', fromNow(-windowMs))
    .executeTakeFirstOrThrow();
  return Number(sent);
};

/** A mail that this process sends; `attempt` counts from the last time it was made pending by hand. */
export interface ClaimedMail extends MailRow {
  forward: ForwardContent | null;
  attempt: number;
  automatic: boolean;
  cc: CcRow[];
  attachmentIds: number[];
  senderEmail: string | null;
}

/**
 * Claims a mail; undefined if it is not pending or can still be undone. Attached files lengthen the lease.
 */
export const claimMail = (
  tx: Tx,
  id: number,
  leaseMs: { plain: number; withFiles: number },
): Promise<ClaimedMail | undefined> =>
  tx
    .updateTable('outbox')
    .set({
      status: 'sending',
      attempts: sql<number>`attempts + 1`,
      last_attempt_at: clock,
      lease_until: sql<Date>`
        case when attachment_ids = '{}' then ${fromNow(leaseMs.plain)}
        else ${fromNow(leaseMs.withFiles)} end`,
      error: null,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where((where) => where.or([where('undo_until', 'is', null), isPast('undo_until')]))
    .where((where) =>
      where.or([where('message_id', 'is not', null), where('note_id', 'is not', null)]),
    )
    .returning([
      ...mailColumns,
      forwardContent,
      'automatic',
      'attachment_ids as attachmentIds',
      'sender_email as senderEmail',
      sql<CcRow[]>`cc`.as('cc'),
      sql<number>`attempts - attempts_before`.as('attempt'),
    ])
    .executeTakeFirst();

export type AttemptResult =
  | { outcome: 'sent' }
  | { outcome: 'rejected' | 'unknown'; reason: string }
  | { outcome: 'postponed'; reason: string; pauseMs: number };

const statusAfter = {
  sent: 'sent',
  rejected: 'failed',
  unknown: 'unknown',
  postponed: 'pending',
} as const satisfies Record<AttemptResult['outcome'], MailStatus>;

/** Stores the result of an attempt; undefined if another attempt has the mail. */
export const updateMailAttempt = async (
  db: Db,
  { id, attempts }: { id: number; attempts: number },
  result: AttemptResult,
): Promise<(MailPlace & { status: MailStatus }) | undefined> =>
  db
    .updateTable('outbox')
    .set({
      ...released,
      error: result.outcome === 'sent' ? null : result.reason,
      sent_at: result.outcome === 'sent' ? clock : null,
      status: statusAfter[result.outcome],
      ...(result.outcome === 'rejected' && { returned_at: clock }),
      ...(result.outcome === 'postponed' && { due_at: fromNow(result.pauseMs) }),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    // An attempt stores its result even if its lease has expired.
    .where('status', 'in', ['sending', 'unknown'])
    .returning(['status', ...placeColumns])
    .executeTakeFirst();

/** Marks a mail as bounced; undefined if no mail has this Message-ID or it is already marked. */
export const markBounced = async (
  tx: Tx,
  mailId: string,
  error: string,
): Promise<MailPlace | undefined> => {
  // The mail's status may change the ticket: every writer of both locks the ticket first.
  await sql`select from tickets where id = (select ticket_id from outbox where mail_id = ${mailId}) for update`.execute(
    tx,
  );
  return tx
    .updateTable('outbox')
    .set({ status: 'bounced', error, returned_at: clock })
    .where('mail_id', '=', mailId)
    .where('status', 'in', ['sent', 'unknown', 'sending'])
    .returning(placeColumns)
    .executeTakeFirst();
};

/** Marks mails whose lease expired as unknown, because they may have been sent. */
export const updateAbandonedMails = async (db: Db): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ status: 'unknown', error: 'the process stopped while sending', ...released })
    .where('status', '=', 'sending')
    .where(isPast('lease_until'))
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

const dueMails = (db: Db) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where('status', '=', 'pending')
    .where('held_at', 'is', null)
    .where(isPast('due_at'))
    .orderBy('due_at');

/** Lists the ids of due mails, oldest first. */
export const listDueMails = async (db: Db, limit: number): Promise<number[]> => {
  const rows = await dueMails(db).limit(limit).execute();
  return rows.map(({ id }) => id);
};

/** Returns true if a mail is due that has its message or note already. */
export const hasDueMail = async (db: Db): Promise<boolean> => {
  const row = await dueMails(db)
    .where((where) =>
      where.or([where('message_id', 'is not', null), where('note_id', 'is not', null)]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
