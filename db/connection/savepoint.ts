import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Runs work in a savepoint: if it fails, only the work is rolled back and the transaction goes on. */
export const inSavepoint = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint work`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint work`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint work`.execute(tx);
    throw error;
  }
};
