import * as bulkRows from '../../../db/tickets/bulk.ts';
import type { TicketFilter } from '../../../db/tickets/lists.ts';
import { type ConfirmOptions, onlyCounts } from '../../core/confirm.ts';
import { type CheckedContext, type Context, requireRole } from '../../core/context.ts';
import type { AppliedAction } from '../changes/apply.ts';
import { changeTickets } from '../changes/change-tickets.ts';
import type { BulkChange } from '../inputs.ts';
import { resolveMe } from '../lists/list-tickets.ts';
import type { Bulk } from '../outputs.ts';

export const maxBulkTickets = 10_000;

/** Tickets by ids, or the newest ones that match a filter. */
export type BulkSelection = { ids: readonly number[] } | { filter: TicketFilter };

export const bulkOutdated = { code: 'bulk-outdated', what: 'tickets are selected' } as const;

/**
 * Changes tickets in transactions of 500; an interrupted call can be repeated. Repeated ids count once.
 * Tickets of a filter are only counted unless `expected` is their number. The note is added to each changed
 * ticket, or to all tickets if there is no other change.
 * @throws AppError `tag-not-found`; `bulk-outdated` with the number of tickets as its state
 */
export const changeInBulk = (
  ctx: Context,
  selection: BulkSelection,
  { setStatus, assignTo, addTagId, removeTagId, note }: BulkChange,
  confirm: ConfirmOptions,
): Promise<Bulk> => {
  requireRole(ctx, 'agent');
  const actions: AppliedAction[] = [];
  if (setStatus !== undefined) actions.push({ type: 'status', status: setStatus });
  if (assignTo !== undefined) actions.push({ type: 'assign', agentEmail: assignTo });
  if (addTagId !== undefined) actions.push({ type: 'addTag', tagId: addTagId });
  if (removeTagId !== undefined) actions.push({ type: 'removeTag', tagId: removeTagId });
  if (note !== undefined) {
    const onlyChanged = actions.length > 0 && { onlyChanged: true as const };
    actions.push({ type: 'note', body: note, ...onlyChanged });
  }
  return change(ctx, selection, actions, { ...confirm, act: 'tickets.bulk' });
};

/** Assigns tickets; null removes the assignee. */
export const assignTickets = (
  ctx: Context,
  ids: readonly number[],
  agentEmail: string | null,
  dryRun?: boolean,
): Promise<Bulk> => {
  requireRole(ctx, 'agent');
  return change(ctx, { ids }, [{ type: 'assign', agentEmail }], { dryRun, act: 'tickets.assign' });
};

/**
 * Snoozes tickets until a moment or the reader's next message; null or a past moment ends the snooze. Their
 * status does not change.
 */
export const snoozeTickets = (
  ctx: Context,
  ids: readonly number[],
  until: Date | null,
): Promise<Bulk> => {
  requireRole(ctx, 'agent');
  return change(ctx, { ids }, [{ type: 'snooze', until }], { act: 'tickets.snooze' });
};

const change = async (
  ctx: CheckedContext,
  selection: BulkSelection,
  actions: readonly AppliedAction[],
  { act, ...confirm }: ConfirmOptions & { act: string },
): Promise<Bulk> => {
  const ids =
    'ids' in selection
      ? [...new Set(selection.ids)]
      : await bulkRows.listTicketIds(ctx.db, resolveMe(ctx, selection.filter), {
          limit: maxBulkTickets,
          now: ctx.now(),
        });
  const total = ids.length;
  // Tickets given by id need no confirmation.
  const expected = confirm.expected ?? ('ids' in selection ? total : undefined);
  if (onlyCounts(total, { ...confirm, expected }, bulkOutdated)) {
    return { dryRun: true, total, outcomes: [] };
  }
  return { dryRun: false, total, ...(await changeTickets(ctx, ids, actions, { act })) };
};
