import { sql } from 'kysely';
import type { Db, Tx } from './connection/database.ts';
import { interval } from './connection/interval.ts';

/** An event as it arrived. */
export interface NewNewsletterEvent {
  uid: string;
  type: string;
  subjectId: string | null;
}

/** Stores an event; does nothing if it is stored already. `pending`: whether the job works on it. */
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

/** An event that this process works on; `attempts` is the fence of its lease. */
export interface ClaimedEvent extends NewNewsletterEvent {
  attempts: number;
}

/** Claims the event that has been due for longest; undefined if none is. */
export const claimNewsletterEvent = (db: Db, leaseMs: number): Promise<ClaimedEvent | undefined> =>
  db
    .updateTable('newsletter_events')
    .set({
      attempts: sql<number>`attempts + 1`,
      lease_until: sql<Date>`clock_timestamp() + ${interval(leaseMs)}`,
    })
    .where('uid', '=', (eb) =>
      eb
        .selectFrom('newsletter_events')
        .select('uid')
        .where('status', '=', 'pending')
        .where('due_at', '<=', sql<Date>`clock_timestamp()`)
        .where((where) =>
          where.or([
            where('lease_until', 'is', null),
            where('lease_until', '<=', sql<Date>`clock_timestamp()`),
          ]),
        )
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['uid', 'type', 'subject_id as subjectId', 'attempts'])
    .executeTakeFirst();

/** Marks a claimed event as done. */
export const finishNewsletterEvent = async (db: Db | Tx, event: ClaimedEvent): Promise<void> => {
  await db
    .updateTable('newsletter_events')
    .set({ status: 'done', lease_until: null, error: null })
    .where('uid', '=', event.uid)
    .where('attempts', '=', event.attempts)
    .execute();
};

/** Stores that an attempt failed: it is due again after a pause, or given up if it arrived `giveUpAfterMs` ago. */
export const postponeNewsletterEvent = async (
  db: Db,
  event: ClaimedEvent,
  { error, pauseMs, giveUpAfterMs }: { error: string; pauseMs: number; giveUpAfterMs: number },
): Promise<void> => {
  await db
    .updateTable('newsletter_events')
    .set({
      status: sql`case when received_at <= now() - ${interval(giveUpAfterMs)} then 'failed' else 'pending' end`,
      due_at: sql<Date>`clock_timestamp() + ${interval(pauseMs)}`,
      lease_until: null,
      error,
    })
    .where('uid', '=', event.uid)
    .where('attempts', '=', event.attempts)
    .execute();
};
