import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import type { RuleConditions, RuleEvent } from '../schema.ts';

export interface RuleFields {
  name: string;
  enabled: boolean;
  /** The first rule that matches wins. */
  position: number;
  on: RuleEvent;
  when: RuleConditions;
  macroId: number;
}

export interface RuleRow extends RuleFields {
  id: number;
  macroName: string;
  updatedAt: Date;
  /** The run on the newest message; null if there was none within a week. */
  lastRun: { at: Date; ticketId: number; error: string | null } | null;
}

/** Lists rules in the order in which they are tried. */
export const listRules = async (db: Db): Promise<RuleRow[]> => {
  const { rows } = await sql<RuleRow>`
    select r.id, r.name, r.enabled, r.position, r.on_event as "on", r.conditions as "when", r.macro_id as "macroId",
      macros.name as "macroName", r.updated_at as "updatedAt", (
        select jsonb_build_object('at', run.arrived_at, 'ticketId', m.ticket_id, 'error', run.error)
        from rule_runs run join ticket_messages m on m.id = run.message_id
        where run.rule_id = r.id and run.status <> 'pending' order by run.message_id desc limit 1
      ) as "lastRun"
    from rules r join macros on macros.id = r.macro_id order by r.position, r.id`.execute(db);
  return rows.map(({ lastRun, ...rule }) => ({
    ...rule,
    lastRun: lastRun && { ...lastRun, at: new Date(lastRun.at) },
  }));
};

export const findRule = async (db: Db, id: number): Promise<RuleFields | undefined> =>
  db
    .selectFrom('rules')
    .select([
      'name',
      'enabled',
      'position',
      'on_event as on',
      'conditions as when',
      'macro_id as macroId',
    ])
    .where('id', '=', id)
    .executeTakeFirst();

const valuesOf = (rule: RuleFields, updatedAt: Date) => ({
  name: rule.name,
  enabled: rule.enabled,
  position: rule.position,
  on_event: rule.on,
  conditions: JSON.stringify(rule.when),
  macro_id: rule.macroId,
  updated_at: updatedAt,
});

export const insertRule = async (tx: Tx, rule: RuleFields, updatedAt: Date): Promise<number> => {
  const { id } = await tx
    .insertInto('rules')
    .values(valuesOf(rule, updatedAt))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const updateRule = async (
  tx: Tx,
  id: number,
  rule: RuleFields,
  updatedAt: Date,
): Promise<void> => {
  await tx.updateTable('rules').set(valuesOf(rule, updatedAt)).where('id', '=', id).execute();
};

export const deleteRule = (tx: Tx, id: number): Promise<{ name: string } | undefined> =>
  tx.deleteFrom('rules').where('id', '=', id).returning('name').executeTakeFirst();

/** Returns true if another rule has a name in any case. */
export const isRuleNameTaken = async (db: Db, id: number, name: string): Promise<boolean> => {
  const taken = await db
    .selectFrom('rules')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('id', '<>', id)
    .executeTakeFirst();
  return taken !== undefined;
};

export const countRules = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('rules')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

export interface PreviewedTicket {
  ticketId: number;
  subject: string;
  requesterEmail: string | null;
  createdAt: Date;
  matches: boolean;
  /** The exact time of creation, which a JavaScript date rounds. */
  createdAtText: string;
}

/**
 * Lists tickets since a moment, newest first, with whether their first messages match conditions.
 * @param after the last ticket of the previous page
 */
export const listPreviewedTickets = async (
  db: Db,
  when: RuleConditions,
  { since, after, limit }: { since: Date; after?: PreviewedTicket | undefined; limit: number },
): Promise<PreviewedTicket[]> => {
  const { rows } = await sql<PreviewedTicket>`
    select t.id as "ticketId", t.subject, t.requester_email as "requesterEmail", t.created_at as "createdAt",
      t.created_at::text as "createdAtText",
      rule_matches(${JSON.stringify(when)}::jsonb, t.requester_email, t.subject, t.main, (
        select body from ticket_messages where ticket_id = t.id and origin = 'requester' order by id limit 1
      )) as matches
    from tickets t
    where t.created_at >= ${since} and t.merged_into is null
      and (${after === undefined} or (t.created_at, t.id) < (${after?.createdAtText ?? '-infinity'}::timestamptz, ${after?.ticketId ?? 0}))
    order by t.created_at desc, t.id desc limit ${limit}`.execute(db);
  return rows;
};
