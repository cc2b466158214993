import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';
import type { FieldChange } from '../schema.ts';

/** The channel by which an act reached the service. */
type Channel = 'http' | 'trpc' | 'job';

export type { FieldChange };

export interface ActRow {
  id: string;
  at: Date;
  actor: string;
  actorEmail: string | null;
  role: string;
  actingFor: string | null;
  channel: Channel;
  /** The program's name, as the caller reports it. */
  client: string | null;
  action: string;
  /** `<singular>:<id>`, such as `tag:5`. */
  target: string;
  outcome: 'done' | 'refused';
  requestId: string | null;
  changes: FieldChange[];
}

export type NewAct = Omit<ActRow, 'id'>;

const insertInto = sql`insert into audit_log
  (at, actor, actor_email, role, acting_for, channel, client, action, outcome, request_id, changes, target)`;

const valuesOf = (act: Omit<NewAct, 'target'>) => sql`
  ${act.at}::timestamptz, ${act.actor}::text, ${act.actorEmail}::text, ${act.role}::text, ${act.actingFor}::text,
  ${act.channel}::text, ${act.client}::text, ${act.action}::text, ${act.outcome}::text, ${act.requestId}::text,
  ${JSON.stringify(act.changes)}::jsonb`;

/** Stores an act. Call it in the transaction of the change. */
export const insertAct = async (tx: Tx, act: NewAct): Promise<void> => {
  await runPrepared(tx, sql`${insertInto} values (${valuesOf(act)}, ${act.target})`.compile(tx));
};

/**
 * Stores acts that differ in their targets and changes only, in one statement, and returns their
 * ids. Call it in the transaction of the changes.
 */
export const insertActs = async (
  tx: Tx,
  act: Omit<NewAct, 'target' | 'changes'>,
  items: readonly Pick<NewAct, 'target' | 'changes'>[],
): Promise<{ id: string; target: string }[]> => {
  const { rows } = await sql<{ id: string; target: string }>`
    ${insertInto}
    select ${act.at}::timestamptz, ${act.actor}::text, ${act.actorEmail}::text, ${act.role}::text, ${act.actingFor}::text,
      ${act.channel}::text, ${act.client}::text, ${act.action}::text, ${act.outcome}::text, ${act.requestId}::text,
      item -> 'changes', item ->> 'target'
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) item
    returning id, target`.execute(tx);
  return rows;
};

/**
 * Returns the last part of a `with` statement: it stores one act for each row that `change` returns.
 * `target` is an expression of these rows.
 */
export const insertActOn = (
  act: Omit<NewAct, 'target'>,
  target: RawBuilder<unknown>,
  change: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`${insertInto} select ${valuesOf(act)}, ${target} from ${change}`;

/** Stores a refused attempt; it changes nothing and so needs no transaction. */
export const insertRefusal = async (
  db: Db,
  act: NewAct & { outcome: 'refused' },
): Promise<void> => {
  await runPrepared(db, sql`${insertInto} values (${valuesOf(act)}, ${act.target})`.compile(db));
};

/** Conditions on a page of the trail. */
export interface ActFilter {
  /** A subject, a job's name or an e-mail. */
  actor?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  beforeId?: string | undefined;
  limit: number;
}

export const listActs = async (db: Db, filter: ActFilter): Promise<ActRow[]> => {
  const { actor, action, target, from, to, beforeId, limit } = filter;
  return db
    .selectFrom('audit_log')
    .select([
      'id',
      'at',
      'actor',
      'actor_email as actorEmail',
      'role',
      'acting_for as actingFor',
      'channel',
      'client',
      'action',
      'target',
      'outcome',
      'request_id as requestId',
      'changes',
    ])
    .$if(actor !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('actor', '=', String(actor)), eb('actor_email', '=', String(actor))]),
      ),
    )
    .$if(action !== undefined, (query) => query.where('action', '=', String(action)))
    .$if(target !== undefined, (query) => query.where('target', '=', String(target)))
    .$if(from !== undefined, (query) => query.where(sql<boolean>`at >= ${from}`))
    .$if(to !== undefined, (query) => query.where(sql<boolean>`at < ${to}`))
    .$if(beforeId !== undefined, (query) => query.where('id', '<', String(beforeId)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
};

export const findLastActId = async (db: Db): Promise<string> => {
  const query = db.selectFrom('audit_log').select('id').orderBy('id', 'desc').limit(1);
  return (await query.executeTakeFirst())?.id ?? '0';
};

/** Lists the acts of a request after an act, the oldest first. */
export const listActsAfter = (
  db: Db,
  id: string,
  requestId: string | undefined,
): Promise<{ action: string; target: string; changes: FieldChange[] }[]> =>
  db
    .selectFrom('audit_log')
    .select(['action', 'target', 'changes'])
    .where('id', '>', id)
    .where('request_id', 'is not distinct from', requestId ?? null)
    .orderBy('id')
    .execute();
