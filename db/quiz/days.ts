import { type Insertable, sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import type { Schema } from '../schema.ts';

/** Why an attempt to generate a quiz failed; `edition` is the title of the edition, if it is known. */
export interface StoredFailure {
  at: Date;
  reason: string;
  edition: string | null;
}

export interface QuizDayRow {
  held: boolean;
  heldReason: string | null;
  /** Null if the last attempt succeeded or there was none. */
  failure: StoredFailure | null;
}

/** What editors are told of, once a day each. */
export type QuizAlert = 'draft' | 'missing';

const isDay = (quizDate: string) => sql<boolean>`quiz_date = ${quizDate}::date`;

export const findQuizDay = async (db: Db, quizDate: string): Promise<QuizDayRow | undefined> => {
  const day = await db
    .selectFrom('quiz_days')
    .select(['held', 'held_reason', 'failed_at', 'failure', 'failed_edition'])
    .where(isDay(quizDate))
    .executeTakeFirst();
  if (!day) return undefined;
  const { failed_at: at, failure: reason, failed_edition: edition } = day;
  const failure = at && reason !== null ? { at, reason, edition } : null;
  return { held: day.held, heldReason: day.held_reason, failure };
};

const changeDay = (
  db: Db,
  quizDate: string,
  changes: Omit<Insertable<Schema['quiz_days']>, 'quiz_date'>,
) =>
  db
    .insertInto('quiz_days')
    .values({ quiz_date: quizDate, ...changes })
    .onConflict((conflict) => conflict.column('quiz_date').doUpdateSet(changes));

/** Holds every draft of a day back, or allows its publication at noon again. */
export const updateHold = async (
  tx: Tx,
  quizDate: string,
  { held, heldReason }: { held: boolean; heldReason: string | null },
): Promise<void> => {
  await changeDay(tx, quizDate, { held, held_reason: heldReason }).execute();
};

/** Stores the failure of the last attempt at a day's quiz; null after a success. */
export const updateFailure = async (
  tx: Tx,
  quizDate: string,
  failure: StoredFailure | null,
): Promise<void> => {
  await changeDay(tx, quizDate, {
    failed_at: failure?.at ?? null,
    failure: failure?.reason ?? null,
    failed_edition: failure?.edition ?? null,
  }).execute();
};

const noticed = { draft: 'draft_failed_at', missing: 'missing_at' } as const;
const mailed = { draft: 'draft_mailed_at', missing: 'missing_mailed_at' } as const;

/** Notes an alert of a day; returns false if it was noted before. */
export const noteAlert = async (
  tx: Tx,
  quizDate: string,
  alert: QuizAlert,
  at: Date,
): Promise<boolean> => {
  const changes = { [noticed[alert]]: at };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('quiz_days')
    .values({ quiz_date: quizDate, ...changes })
    .onConflict((conflict) =>
      conflict
        .column('quiz_date')
        .doUpdateSet(changes)
        .where(`quiz_days.${noticed[alert]}`, 'is', null),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** Claims the mail about a noted alert; returns false if there is none or another process has it. */
export const claimAlertMail = async (
  db: Db,
  quizDate: string,
  alert: QuizAlert,
  at: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('quiz_days')
    .set({ [mailed[alert]]: at })
    .where(isDay(quizDate))
    .where(noticed[alert], 'is not', null)
    .where(mailed[alert], 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Gives a claimed mail back that was certainly not sent. */
export const releaseAlertMail = async (
  db: Db,
  quizDate: string,
  alert: QuizAlert,
): Promise<void> => {
  await db
    .updateTable('quiz_days')
    .set({ [mailed[alert]]: null })
    .where(isDay(quizDate))
    .execute();
};
