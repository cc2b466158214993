import { z } from 'zod';
import {
  type ChangedTicketRow,
  findChange,
  listChangedTickets,
} from '../../../db/tickets/changes.ts';
import { minuteMs } from '../../core/civil-time.ts';
import {
  type CheckedContext,
  type Context,
  inTransaction,
  requireRole,
  type TxContext,
} from '../../core/context.ts';
import { AppError, orThrow } from '../../core/errors.ts';
import { unsendMessage } from '../../outbox/service.ts';
import type { NamedOutcome } from '../outputs.ts';
import { applyActions } from './apply.ts';
import {
  type ChangeOutcome,
  inChunks,
  lockUnmergedTickets,
  madeBy,
  namedOutcome,
  refusedAll,
} from './change-tickets.ts';
import type { TicketAction } from './inputs.ts';

const act = 'tickets.undoChange';
const undoMs = 10 * minuteMs;

/**
 * Undoes status, assignee, tags, snooze and unsent mails on each ticket of a change that was not changed
 * since.
 * @throws AppError `change-not-found`; `forbidden` to anybody except its author; `change-not-undoable` after
 * ten minutes
 */
export const undoChange = async (
  ctx: Context,
  changeId: string,
): Promise<{ outcomes: NamedOutcome[] }> => {
  requireRole(ctx, 'agent');
  const change = orThrow(await findChange(ctx.db, changeId), 'change-not-found');
  if (change.actor !== madeBy(ctx)) throw new AppError('forbidden');
  if (ctx.now().getTime() - change.madeAt.getTime() > undoMs) {
    throw new AppError('change-not-undoable');
  }
  const rows = await listChangedTickets(ctx.db, changeId);
  const outcomes: ChangeOutcome[] = [];
  // Tickets with the same inverse actions share transactions.
  for (const alike of Map.groupBy(rows, (row) => JSON.stringify(inverseOf(row))).values()) {
    const ids = alike.map(({ ticketId }) => ticketId);
    outcomes.push(
      ...(await inChunks(ids, 500, (chunk) =>
        undoOn(ctx, changeId, chunk).catch((error: unknown) => refusedAll(chunk, error)),
      )),
    );
  }
  return { outcomes: outcomes.sort((one, other) => one.id - other.id).map(namedOutcome) };
};

const undoOn = (
  ctx: CheckedContext,
  changeId: string,
  ids: readonly number[],
): Promise<ChangeOutcome[]> =>
  inTransaction(ctx, async (tx) => {
    const { tickets, outcomeOf } = await lockUnmergedTickets(tx, ids);
    const rows = await listChangedTickets(tx.db, changeId, ids);
    const last = new Set(rows.filter(({ isLast }) => isLast).map(({ ticketId }) => ticketId));
    const undoable = tickets.filter(({ id }) => last.has(id));
    const [row] = rows;
    const { actions, messageIds } = row ? inverseOf(row) : { actions: [], messageIds: [] };
    const unsent = await unsendAll(tx, messageIds, undoable.length > 0);
    const done = undoable.flatMap(({ id }) =>
      unsent.map((before) => ({ id, change: { field: 'messages', before } })),
    );
    await applyActions(tx, undoable, actions, { act }, done);
    return ids.map((id) => {
      const outcome = outcomeOf(id);
      if (outcome.ok && !last.has(id)) return { id, ok: false, reason: 'ticket-changed' };
      const hasLeft = outcome.ok && unsent.length < messageIds.length;
      return hasLeft ? { id, ok: true, reason: 'mail-already-sent' } : outcome;
    });
  });

/** Deletes messages with unsent mails; a message belongs to a single ticket. */
const unsendAll = async (
  tx: TxContext,
  messageIds: readonly number[],
  isUndoable: boolean,
): Promise<number[]> => {
  const unsent: number[] = [];
  for (const id of isUndoable ? messageIds : []) {
    if (await unsendMessage(tx, id)) unsent.push(id);
  }
  return unsent;
};

const UndoableChange = z.discriminatedUnion('field', [
  z.object({
    field: z.literal('status'),
    before: z.enum(['open', 'in_progress', 'resolved', 'closed']),
  }),
  z.object({ field: z.literal('assignee') }),
  z.object({ field: z.literal('tags'), before: z.int().optional(), after: z.int().optional() }),
  z.object({ field: z.literal('snoozedUntil'), before: z.coerce.date().nullable() }),
  z.object({ field: z.literal('messages'), after: z.int() }),
]);

/**
 * Returns the inverse actions in the opposite order, but snoozes last, because settling ends them; notes
 * stay.
 */
const inverseOf = ({ changes, formerAssignee }: ChangedTicketRow) => {
  const actions: TicketAction[] = [];
  const snoozes: TicketAction[] = [];
  const messageIds: number[] = [];
  for (const recorded of changes.toReversed()) {
    const { data: change } = UndoableChange.safeParse(recorded);
    switch (change?.field) {
      case 'status':
        actions.push({ type: 'status', status: change.before });
        break;
      case 'assignee':
        actions.push({ type: 'assign', agentEmail: formerAssignee });
        break;
      case 'tags':
        if (change.after !== undefined) actions.push({ type: 'removeTag', tagId: change.after });
        else if (change.before !== undefined)
          actions.push({ type: 'addTag', tagId: change.before });
        break;
      case 'snoozedUntil':
        snoozes.push({ type: 'snooze', until: change.before });
        break;
      case 'messages':
        messageIds.push(change.after);
        break;
    }
  }
  return { actions: [...actions, ...snoozes], messageIds };
};
