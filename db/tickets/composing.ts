import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** The owner and ticket of a text; the e-mail is in lower case. */
export interface ComposingKey {
  ticketId: number;
  email: string;
}

/** An agent's unsent text on a ticket. */
export interface ComposingRow {
  /** Null if the text was sent or discarded. */
  html: string | null;
  /** A trigger increments it; it never decreases while the row exists. */
  revision: number;
  savedAt: Date | null;
}

export const findComposing = (
  db: Db,
  { ticketId, email }: ComposingKey,
): Promise<ComposingRow | undefined> =>
  db
    .selectFrom('ticket_composing')
    .select([
      'html',
      'revision',
      sql<Date | null>`case when html is not null then saved_at end`.as('savedAt'),
    ])
    .where('ticket_id', '=', ticketId)
    .where('email', '=', email)
    .executeTakeFirst();

/**
 * Updates the given revision (0 without a row) and returns the new one; undefined if the stored revision
 * differs.
 */
export const updateComposing = async (
  tx: Tx,
  { ticketId, email }: ComposingKey,
  { html, revision, savedAt }: { html: string | null; revision: number; savedAt: Date },
): Promise<number | undefined> => {
  const values = { html, saved_at: savedAt };
  const query =
    revision === 0
      ? tx
          .insertInto('ticket_composing')
          .values({ ticket_id: ticketId, email, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .returning('revision')
      : tx
          .updateTable('ticket_composing')
          .set(values)
          .where('ticket_id', '=', ticketId)
          .where('email', '=', email)
          .where('revision', '=', revision)
          .returning('revision');
  return (await query.executeTakeFirst())?.revision;
};

/** Clears a text. It stores an empty row if there was none, so that saves that began before are refused. */
export const clearComposing = async (
  tx: Tx,
  { ticketId, email }: ComposingKey,
  savedAt: Date,
): Promise<number> => {
  const values = { html: null, saved_at: savedAt };
  const { revision } = await tx
    .insertInto('ticket_composing')
    .values({ ticket_id: ticketId, email, ...values })
    .onConflict((conflict) => conflict.columns(['ticket_id', 'email']).doUpdateSet(values))
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
};

export const deleteComposingBefore = async (db: Db, moment: Date): Promise<void> => {
  await db.deleteFrom('ticket_composing').where('saved_at', '<', moment).execute();
};
