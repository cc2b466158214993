import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './connection/database.ts';
import { isLockTimeout, isSerializationFailure } from './connection/errors.ts';

/** Runs statements in a transaction; none of them waits longer than a second for a lock. */
export const runStep = async (db: Db, text: string): Promise<void> => {
  await sql`
    set local lock_timeout = '1s'; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0
  `.execute(db);
  await sql.raw(text).execute(db);
};

const attempts = 100;

/**
 * Repeats a step that did not get its locks; throws after about five minutes.
 * @param onWait receives a line for the log when the step gives way to requests
 */
export const repeatedly = async <T>(
  name: string,
  onWait: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error) && !isSerializationFailure(error)) throw error;
      if (attempt === attempts) {
        const remedy = 'end the transaction that is open (pg_stat_activity), then start again';
        throw new Error(`${name}: its table stayed in use: ${remedy}`, { cause: error });
      }
      onWait(`${name} waits for a table that is in use: attempt ${attempt} of ${attempts} failed`);
    }
    // The pause is long enough for the requests that queued behind the step.
    await pause(1_000 + Math.random() * 1_000);
  }
};

/** Runs statements in their own transaction and repeats it until they get their locks. */
export const changeSchema = (
  db: Db,
  name: string,
  onWait: (line: string) => void,
  text: string,
): Promise<void> =>
  repeatedly(name, onWait, () => db.transaction().execute((tx) => runStep(tx, text)));
