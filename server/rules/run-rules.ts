import { pauseAfter } from '../../db/jobs/work-rows.ts';
import * as runs from '../../db/rules/runs.ts';
import { findMessageTicket } from '../../db/tickets/messages.ts';
import { isErased, lockTicket, type TicketRow } from '../../db/tickets/tickets.ts';
import { dayMs, hourMs, minuteMs } from '../core/civil-time.ts';
import {
  type CheckedContext,
  type Context,
  inTransaction,
  onlyService,
  type TxContext,
} from '../core/context.ts';
import { isFault, toAppError } from '../core/errors.ts';
import { getMacro } from '../macros/service.ts';
import { reasonOf } from '../text/error-reason.ts';
import { applyActions } from '../tickets/changes/apply.ts';
import type { TicketAction } from '../tickets/changes/inputs.ts';

const leaseMs = minuteMs;
const retryPausesMs = [minuteMs, 5 * minuteMs, hourMs];
/** The attempts take about a day. */
const maxAttempts = 24;
const storedMs = 7 * dayMs;

/**
 * Runs the first matching rule once on each new message, until none is left or the signal aborts. A rule
 * that fails does not change the ticket.
 */
export const runDueRules = async (ctx: Context, signal: AbortSignal): Promise<void> => {
  onlyService(ctx);
  while (!signal.aborted) {
    const run = await runs.claimRuleRun(ctx.db, leaseMs);
    if (!run) break;
    await runRule(ctx, run);
  }
  await runs.deleteRuleRunsBefore(ctx.db, new Date(ctx.now().getTime() - storedMs));
};

const runRule = async (ctx: CheckedContext, run: runs.ClaimedRun): Promise<void> => {
  let rule: { id: number; name: string } | undefined;
  try {
    await inTransaction(ctx, async (tx) => {
      const ticket = await lockTicketOf(tx, run);
      const due = await runs.lockRuleRun(tx.db, run);
      if (!due) return;
      const { messageId } = run;
      const isOpen = ticket && !(await isOver(tx, ticket, due.arrivedAt));
      const found = isOpen && (await runs.findMatchingRule(tx.db, messageId, due.on));
      const done = { ruleId: found ? found.id : null, repliedAt: null };
      if (!found) return runs.finishRuleRun(tx.db, run, done);
      rule = found;
      const { actions } = await getMacro(tx, found.macroId);
      const allowed = await allowedActions(tx, ticket, actions, due.answerable);
      await applyActions(tx, [ticket], allowed, {
        act: 'rules.run',
        named: [{ field: 'rule', after: found.name }],
        automatic: true,
      });
      const repliedAt = allowed.some(({ type }) => type === 'reply') ? tx.now() : null;
      await runs.finishRuleRun(tx.db, run, { ...done, repliedAt });
    });
    if (rule) ctx.metrics.ruleRun('done');
  } catch (error) {
    const failure = toAppError(error);
    const isLast = !isFault(failure) || run.attempts >= maxAttempts;
    ctx.log.warn({ err: error, message: run.messageId, rule: rule?.id }, 'a rule failed');
    ctx.metrics.ruleRun('failed');
    await runs.failRuleRun(ctx.db, run, {
      ruleId: rule?.id ?? null,
      error: reasonOf(failure).slice(0, 300),
      pauseMs: isLast ? null : pauseAfter(run.attempts, retryPausesMs),
    });
  }
};

/**
 * Locks the ticket first, like every writer of messages. Returns undefined if it was merged meanwhile: the
 * next run handles it.
 */
const lockTicketOf = async (
  tx: TxContext,
  { messageId }: runs.ClaimedRun,
): Promise<TicketRow | undefined> => {
  const message = await findMessageTicket(tx.db, messageId);
  return message && lockTicket(tx.db, message.ticketId);
};

/** Returns true for tickets that were handled meanwhile, merged or erased; rules skip them. */
const isOver = async (tx: TxContext, ticket: TicketRow, arrivedAt: Date): Promise<boolean> =>
  ticket.mergedInto !== null ||
  (await isErased(tx.db, ticket.id)) ||
  (await runs.wasHandled(tx.db, ticket.id, arrivedAt));

/**
 * Removes a reply that must not be sent: to an automatic mail or a mailing list, without an address, or the
 * second within a day to an address or on a ticket. A rule without its reply leaves the ticket in the queue
 * too.
 */
const allowedActions = async (
  tx: TxContext,
  { id: ticketId, requesterEmail: email }: TicketRow,
  actions: readonly TicketAction[],
  answerable: boolean,
): Promise<readonly TicketAction[]> => {
  const reply = actions.find((action) => action.type === 'reply');
  if (!reply) return actions;
  const since = new Date(tx.now().getTime() - dayMs);
  const isAllowed =
    answerable &&
    (email !== null || !reply.sendEmail) &&
    !(await runs.hasRuleReplied(tx.db, { ticketId, email, since }));
  return isAllowed ? actions : actions.filter((action) => !isSettling(action));
};

const isSettling = (action: TicketAction): boolean =>
  action.type === 'reply' ||
  action.type === 'snooze' ||
  (action.type === 'status' && (action.status === 'resolved' || action.status === 'closed'));
