import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { claimable, fromNow, isPast, leaseFor, released } from '../jobs/work-rows.ts';

interface NewNewsletterEvent {
  uid: string;
  type: string;
  subjectId: string | null;
}

/** Stores an event; does nothing if it is already stored. `pending`: the job processes it. */
export const insertNewsletterEvent = async (
  db: Db,
  { uid, type, subjectId }: NewNewsletterEvent,
  pending: boolean,
): Promise<void> => {
  await db
    .insertInto('newsletter_events')
    .values({ uid, type, subject_id: subjectId, status: pending ? 'pending' : 'ignored' })
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .execute();
};

/** An event that this process handles; `attempts` is the fence of its lease. */
export interface ClaimedEvent extends NewNewsletterEvent {
  attempts: number;
}

/** Claims the event that is overdue longest; undefined if none is due. */
export const claimNewsletterEvent = (db: Db, leaseMs: number): Promise<ClaimedEvent | undefined> =>
  db
    .updateTable('newsletter_events')
    .set({ ...leaseFor(leaseMs), attempts: sql<number>`attempts + 1` })
    .where(
      claimable('newsletter_events', 'uid', {
        where: sql`status = 'pending' and ${isPast('due_at')}`,
        orderBy: 'due_at',
        limit: 1,
      }),
    )
    .returning(['uid', 'type', 'subject_id as subjectId', 'attempts'])
    .executeTakeFirst();

export const finishNewsletterEvent = async (db: Db | Tx, event: ClaimedEvent): Promise<void> => {
  await db
    .updateTable('newsletter_events')
    .set({ ...released, status: 'done', error: null })
    .where('uid', '=', event.uid)
    .where('attempts', '=', event.attempts)
    .execute();
};

/**
 * Stores that an attempt failed. The event is due again after a pause; it fails for good if it arrived
 * `giveUpAfterMs` ago.
 */
export const postponeNewsletterEvent = async (
  db: Db,
  event: ClaimedEvent,
  { error, pauseMs, giveUpAfterMs }: { error: string; pauseMs: number; giveUpAfterMs: number },
): Promise<void> => {
  await db
    .updateTable('newsletter_events')
    .set({
      ...released,
      status: sql`case when ${isPast('received_at', giveUpAfterMs)} then 'failed' else 'pending' end`,
      due_at: fromNow(pauseMs),
      error,
    })
    .where('uid', '=', event.uid)
    .where('attempts', '=', event.attempts)
    .execute();
};
