import type { OperationNodeSource } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../db/connection/database.ts';
import { runPrepared } from '../../db/connection/prepared-statements.ts';

// `db/audit.ts` of a service that stores no acts: the same writes, alone.

export { insertRefusal, listActs } from '../../db/audit/audit.ts';

export const insertAct = async (): Promise<void> => undefined;

export const insertActs = async (): Promise<void> => undefined;

export const runWithAct = <Row>(db: Db, write: OperationNodeSource): Promise<Row[]> =>
  runPrepared(db, sql<Row>`${write}`.compile(db));
