import { sql } from 'kysely';
import type { Db } from './database.ts';

export const readDatabaseTime = async (db: Db): Promise<Date | undefined> => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now;
};
