import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import { claimable, fromNow, isPast, leaseFor, released } from '../jobs/work-rows.ts';
import type { RuleEvent } from '../schema.ts';

/** A reader's message for which the job `run-rules` looks for a rule. */
export interface NewRuleRun {
  messageId: number;
  on: RuleEvent;
  /** False if the mail is automatic or from a mailing list. */
  answerable: boolean;
  arrivedAt: Date;
}

/** Inserts a run; does nothing if no rule is for the event. */
export const insertRuleRun = async (tx: Tx, run: NewRuleRun): Promise<void> => {
  await sql`
    insert into rule_runs (message_id, on_event, answerable, arrived_at)
    select ${run.messageId}, ${run.on}, ${run.answerable}, ${run.arrivedAt}
    where exists (select from rules where enabled and on_event = ${run.on})`.execute(tx);
};

/** A run that this process handles; `attempts` is the fence of its lease. */
export interface ClaimedRun {
  messageId: number;
  attempts: number;
}

export const claimRuleRun = (db: Db, leaseMs: number): Promise<ClaimedRun | undefined> =>
  db
    .updateTable('rule_runs')
    .set({ ...leaseFor(leaseMs), attempts: sql<number>`attempts + 1` })
    .where(
      claimable('rule_runs', 'message_id', {
        where: sql`status = 'pending' and ${isPast('due_at')}`,
        orderBy: 'due_at',
        limit: 1,
      }),
    )
    .returning(['message_id as messageId', 'attempts'])
    .executeTakeFirst();

const isHeld = ({ messageId, attempts }: ClaimedRun) =>
  sql<boolean>`message_id = ${messageId} and attempts = ${attempts} and status = 'pending'`;

/** Locks a run; undefined if another process has it or it is done. Lock the ticket first. */
export const lockRuleRun = (
  tx: Tx,
  run: ClaimedRun,
): Promise<Omit<NewRuleRun, 'messageId'> | undefined> =>
  tx
    .selectFrom('rule_runs')
    .select(['on_event as on', 'answerable', 'arrived_at as arrivedAt'])
    .where(isHeld(run))
    .forUpdate()
    .executeTakeFirst();

/** Finds the first rule that matches a message and locks it until the transaction ends. */
export const findMatchingRule = async (
  tx: Tx,
  messageId: number,
  on: RuleEvent,
): Promise<{ id: number; name: string; macroId: number } | undefined> => {
  const { rows } = await sql<{ id: number; name: string; macroId: number }>`
    select r.id, r.name, r.macro_id as "macroId"
    from ticket_messages m join tickets t on t.id = m.ticket_id join rules r on r.enabled and r.on_event = ${on}
    where m.id = ${messageId}
      and rule_matches(r.conditions, coalesce(m.person_email, t.requester_email), t.subject, t.main, m.body)
    order by r.position, r.id limit 1 for key share of r`.execute(tx);
  return rows[0];
};

/** Returns true if a person of the team changed a ticket after a moment. */
export const wasHandled = async (db: Db, ticketId: number, since: Date): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from audit_log
      where target = ${`ticket:${ticketId}`} and at > ${since} and outcome = 'done' and is_handling(role, action)
    ) as found`.execute(db);
  return rows[0]?.found ?? false;
};

/**
 * Returns true if a rule has replied on a ticket or to its requester since a moment. It locks, so the result
 * is exact until the transaction ends.
 */
export const hasRuleReplied = async (
  tx: Tx,
  { ticketId, email, since }: { ticketId: number; email: string | null; since: Date },
): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtext('rule_runs.replies'))`.execute(tx);
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from rule_runs run join ticket_messages m on m.id = run.message_id join tickets t on t.id = m.ticket_id
      where run.replied_at > ${since} and (t.id = ${ticketId} or ${email} in (t.requester_email, m.person_email))
    ) as found`.execute(tx);
  return rows[0]?.found ?? false;
};

/** Marks a run as done; `ruleId` is null if no rule matched. */
export const finishRuleRun = async (
  tx: Tx,
  run: ClaimedRun,
  { ruleId, repliedAt }: { ruleId: number | null; repliedAt: Date | null },
): Promise<void> => {
  await tx
    .updateTable('rule_runs')
    .set({ ...released, status: 'done', rule_id: ruleId, replied_at: repliedAt, error: null })
    .where(isHeld(run))
    .execute();
};

/** Stores that a run failed; it fails for good if `pauseMs` is null. */
export const failRuleRun = async (
  db: Db,
  run: ClaimedRun,
  failure: { ruleId: number | null; error: string; pauseMs: number | null },
): Promise<void> => {
  const { pauseMs } = failure;
  await db
    .updateTable('rule_runs')
    .set({
      ...released,
      rule_id: failure.ruleId,
      error: failure.error,
      ...(pauseMs === null ? { status: 'failed' } : { due_at: fromNow(pauseMs) }),
    })
    .where(isHeld(run))
    .execute();
};

/** Counts enabled rules whose run on the newest message failed. */
export const countFailingRules = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from rules r where enabled and (
      select status from rule_runs where rule_id = r.id and status <> 'pending' order by message_id desc limit 1
    ) = 'failed'`.execute(db);
  return rows[0]?.count ?? 0;
};

export const deleteRuleRunsBefore = async (db: Db, moment: Date): Promise<void> => {
  await db
    .deleteFrom('rule_runs')
    .where('arrived_at', '<', moment)
    .where('status', '<>', 'pending')
    .execute();
};
