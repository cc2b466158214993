import type { TicketStatus } from '../../../db/schema.ts';
import { findTag } from '../../../db/tags/tags.ts';
import * as bulkRows from '../../../db/tickets/bulk.ts';
import type { TicketFilter } from '../../../db/tickets/lists.ts';
import { insertNoteOnAll } from '../../../db/tickets/notes.ts';
import * as snoozes from '../../../db/tickets/snoozes.ts';
import { touchTickets } from '../../../db/tickets/tickets.ts';
import { type FieldChange, recordActs } from '../../audit/service.ts';
import { type ConfirmOptions, onlyCounts } from '../../core/confirm.ts';
import { type Context, inTransaction, requireRole, type TxContext } from '../../core/context.ts';
import { mapConstraintErrors, orThrow } from '../../core/errors.ts';
import { statusAfter } from '../../ticket-status/status.ts';
import { authorOf } from '../conversation/author.ts';
import type { BulkChange } from '../inputs.ts';
import { resolveMe } from '../lists/list-tickets.ts';

export const maxBulkTickets = 10_000;

const chunkSize = 500;

export type BulkOutcome = { id: number } & (
  | { ok: true }
  | { ok: false; reason: 'ticket-not-found' | 'ticket-merged' }
);

/** By ids, or the newest that match a filter. */
export type BulkSelection = { ids: readonly number[] } | { filter: TicketFilter };

export interface Bulk {
  dryRun: boolean;
  total: number;
  outcomes: BulkOutcome[];
}

type Change = BulkChange & { snoozeUntil?: Date | null };

const outdated = { code: 'bulk-outdated', what: 'tickets are selected' } as const;

/**
 * Changes tickets in transactions of 500; a call that failed halfway can be repeated. Repeated ids count
 * once. Tickets of a filter are only counted unless `expected` is their number.
 * @throws AppError `tag-not-found`; `bulk-outdated` with the number of tickets as its state
 */
export const changeTickets = async (
  ctx: Context,
  selection: BulkSelection,
  change: Change,
  { dryRun, expected, action = 'tickets.bulk' }: ConfirmOptions & { action?: string } = {},
): Promise<Bulk> => {
  requireRole(ctx, 'agent');
  if (change.addTagId !== undefined) {
    orThrow(await findTag(ctx.db, change.addTagId), 'tag-not-found');
  }
  const ids =
    'ids' in selection
      ? [...new Set(selection.ids)]
      : await bulkRows.listTicketIds(ctx.db, resolveMe(ctx, selection.filter), {
          limit: maxBulkTickets,
          now: ctx.now(),
        });
  const total = ids.length;
  // Tickets given by id need no confirmation.
  const told = { dryRun, expected: expected ?? ('ids' in selection ? total : undefined) };
  if (onlyCounts(total, told, outdated)) return { dryRun: true, total, outcomes: [] };
  const outcomes: BulkOutcome[] = [];
  for (let start = 0; start < ids.length; start += chunkSize) {
    const chunk = ids.slice(start, start + chunkSize);
    outcomes.push(
      ...(await mapConstraintErrors({ ticket_tags_tag_id_fkey: 'tag-not-found' }, () =>
        inTransaction(ctx, (tx) => changeChunk(tx, chunk, change, action)),
      )),
    );
  }
  return { dryRun: false, total, outcomes };
};

/** Null removes the assignee. */
export const assignTickets = (
  ctx: Context,
  ids: readonly number[],
  agentEmail: string | null,
  dryRun?: boolean,
): Promise<Bulk> => {
  requireRole(ctx, 'agent');
  const options = { dryRun, action: 'tickets.assign' };
  return changeTickets(ctx, { ids }, { assignTo: agentEmail }, options);
};

/**
 * Snoozes tickets until a moment or the reader's next message; null or a past moment ends the snooze. Keeps
 * their status.
 */
export const snoozeTickets = (
  ctx: Context,
  ids: readonly number[],
  until: Date | null,
): Promise<Bulk> => {
  requireRole(ctx, 'agent');
  const snoozeUntil = until && until > ctx.now() ? until : null;
  return changeTickets(ctx, { ids }, { snoozeUntil }, { action: 'tickets.snooze' });
};

const changeChunk = async (
  tx: TxContext,
  ids: readonly number[],
  change: Change,
  action: string,
): Promise<BulkOutcome[]> => {
  const found = new Map((await bulkRows.lockTickets(tx.db, ids)).map((row) => [row.id, row]));
  const tickets = [...found.values()].filter(({ mergedInto }) => mergedInto === null);
  const changes = [
    ...(await setStatuses(tx, tickets, change.setStatus)),
    ...(await setAssignees(tx, tickets, change.assignTo)),
    ...(await changeTags(tx, tickets, change)),
    ...(await setSnoozes(tx, tickets, change.snoozeUntil)),
  ];
  changes.push(...(await addNotes(tx, tickets, change, changes)));
  const byTicket = Map.groupBy(changes, ({ id }) => id);
  if (byTicket.size > 0) {
    const acts = await recordActs(
      tx,
      action,
      [...byTicket].map(([id, own]) => ({
        target: `ticket:${id}`,
        changes: own.map(({ change: fieldChange }) => fieldChange),
      })),
    );
    await noteAssignments(tx, change.assignTo, changes, acts);
  }
  return ids.map((id) => {
    const ticket = found.get(id);
    if (!ticket) return { id, ok: false, reason: 'ticket-not-found' };
    return ticket.mergedInto === null
      ? { id, ok: true }
      : { id, ok: false, reason: 'ticket-merged' };
  });
};

interface TicketChange {
  id: number;
  change: FieldChange;
}

const setStatuses = async (
  tx: TxContext,
  tickets: readonly bulkRows.LockedTicket[],
  status: TicketStatus | undefined,
): Promise<TicketChange[]> => {
  if (status === undefined) return [];
  const changed = tickets
    .map(({ id, status: before }) => ({
      id,
      before,
      after: statusAfter(before, { kind: 'agent-set-status', status }),
    }))
    .filter(({ before, after }) => before !== after);
  await bulkRows.updateStatuses(
    tx.db,
    changed.map(({ id }) => id),
    { status, updatedAt: tx.now() },
  );
  return changed.map(({ id, before, after }) => ({
    id,
    change: { field: 'status', before, after },
  }));
};

const setAssignees = async (
  tx: TxContext,
  tickets: readonly bulkRows.LockedTicket[],
  assignee: string | null | undefined,
): Promise<TicketChange[]> => {
  if (assignee === undefined) return [];
  const changed = tickets.filter(({ assigneeEmail }) => assigneeEmail !== assignee);
  await bulkRows.updateAssignees(
    tx.db,
    changed.map(({ id }) => id),
    { assigneeEmail: assignee, updatedAt: tx.now() },
  );
  // The audit trail holds no e-mails.
  return changed.map(({ id }) => ({ id, change: { field: 'assignee' } }));
};

/** Records who was assigned: the audit trail holds no e-mails. */
const noteAssignments = async (
  tx: TxContext,
  assignee: string | null | undefined,
  changes: readonly TicketChange[],
  acts: readonly { id: string; target: string }[],
): Promise<void> => {
  if (assignee === undefined) return;
  const assigned = new Map(
    changes
      .filter(({ change: { field } }) => field === 'assignee')
      .map(({ id }) => [`ticket:${id}`, id]),
  );
  const noted = acts.flatMap(({ id, target }) => {
    const ticketId = assigned.get(target);
    return ticketId === undefined ? [] : [{ actId: id, ticketId }];
  });
  await bulkRows.insertAssignments(tx.db, noted, assignee);
};

const changeTags = async (
  tx: TxContext,
  tickets: readonly bulkRows.LockedTicket[],
  { addTagId, removeTagId }: BulkChange,
): Promise<TicketChange[]> => {
  const ids = tickets.map(({ id }) => id);
  const added = addTagId === undefined ? [] : await bulkRows.insertTicketTags(tx.db, ids, addTagId);
  const removed =
    removeTagId === undefined ? [] : await bulkRows.deleteTicketTags(tx.db, ids, removeTagId);
  await touchTickets(tx.db, [...added, ...removed], tx.now());
  return [
    ...added.map((id) => ({ id, change: { field: 'tags', after: addTagId } })),
    ...removed.map((id) => ({ id, change: { field: 'tags', before: removeTagId } })),
  ];
};

const setSnoozes = async (
  tx: TxContext,
  tickets: readonly bulkRows.LockedTicket[],
  until: Date | null | undefined,
): Promise<TicketChange[]> => {
  if (until === undefined) return [];
  const before = await snoozes.listSnoozes(
    tx.db,
    tickets.map(({ id }) => id),
  );
  const changed = tickets.filter(({ id }) => before.get(id)?.getTime() !== until?.getTime());
  await snoozes.updateSnoozes(
    tx.db,
    changed.map(({ id }) => id),
    until,
  );
  return changed.map(({ id }) => ({
    id,
    change: { field: 'snoozedUntil', before: before.get(id) ?? null, after: until },
  }));
};

/** Adds the note to each ticket that changed, or to all if the note is the only change. */
const addNotes = async (
  tx: TxContext,
  tickets: readonly bulkRows.LockedTicket[],
  { note, ...change }: Change,
  changes: readonly TicketChange[],
): Promise<TicketChange[]> => {
  if (note === undefined) return [];
  const isAll = Object.values(change).every((value) => value === undefined);
  const ids = isAll ? tickets.map(({ id }) => id) : changes.map(({ id }) => id);
  const added = await insertNoteOnAll(tx.db, [...new Set(ids)], {
    author: authorOf(tx.actor),
    body: note,
    createdAt: tx.now(),
  });
  await touchTickets(
    tx.db,
    added.map(({ ticketId }) => ticketId),
    tx.now(),
  );
  return added.map(({ id, ticketId }) => ({
    id: ticketId,
    change: { field: 'notes', after: id },
  }));
};
