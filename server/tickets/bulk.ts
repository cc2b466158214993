import type { TicketStatus } from '../../db/schema.ts';
import { findTag } from '../../db/tags/tags.ts';
import type { TicketFilter } from '../../db/tickets/lists.ts';
import { insertNoteOnAll } from '../../db/tickets/notes.ts';
import * as snoozes from '../../db/tickets/snoozes.ts';
import { touchTickets } from '../../db/tickets/tickets.ts';
import * as workLists from '../../db/tickets/work-lists.ts';
import { type FieldChange, recordActs } from '../audit/service.ts';
import { type Context, inTransaction, requireRole, type TxContext } from '../core/context.ts';
import { type ConfirmOptions, onlyCounts } from '../core/counted.ts';
import { mapConstraintErrors, orThrow } from '../core/errors.ts';
import { authorOf } from './author.ts';
import type { BulkChange } from './inputs.ts';
import { ofCaller } from './lists.ts';
import { statusAfter } from './status.ts';

/** The most tickets that one call changes. */
export const maxBulkTickets = 10_000;

const chunkSize = 500;

/** What happened to one ticket. */
export type BulkOutcome = { id: number } & (
  | { ok: true }
  | { ok: false; reason: 'ticket-not-found' | 'ticket-merged' }
);

/** Tickets by their ids, or the newest that a filter finds. */
export type BulkSelection = { ids: readonly number[] } | { filter: TicketFilter };

/** What became of each ticket, or how many would change. */
export interface Bulk {
  dryRun: boolean;
  total: number;
  outcomes: BulkOutcome[];
}

/** A change, or until when tickets are out of the queue. */
type Change = BulkChange & { snoozeUntil?: Date | null };

const outdated = { code: 'bulk-outdated', what: 'tickets are selected' } as const;

/**
 * Changes tickets, with an outcome for each in the order given; repeated ids count once. 500
 * tickets share a transaction: after a failure in the middle the call can be repeated. Those of a
 * filter are only counted, unless `expected` repeats their number.
 *
 * @throws AppError `tag-not-found`; `bulk-outdated` with the number of tickets if it is not the
 * expected one
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
      : await workLists.listTicketIds(ctx.db, ofCaller(ctx, selection.filter), {
          limit: maxBulkTickets,
          now: ctx.now(),
        });
  const total = ids.length;
  // Those that are named act without a total.
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

/** Assigns tickets to an agent; null removes the assignee. */
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
 * Takes tickets out of the queue until a moment, or until their reader writes; null, or a moment
 * that is over, brings them back. Their status stays.
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
  const found = new Map((await workLists.lockTickets(tx.db, ids)).map((row) => [row.id, row]));
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

/** A change of one ticket, for its act. */
interface TicketChange {
  id: number;
  change: FieldChange;
}

const setStatuses = async (
  tx: TxContext,
  tickets: readonly workLists.LockedTicket[],
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
  await workLists.updateStatuses(
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
  tickets: readonly workLists.LockedTicket[],
  assignee: string | null | undefined,
): Promise<TicketChange[]> => {
  if (assignee === undefined) return [];
  const changed = tickets.filter(({ assigneeEmail }) => assigneeEmail !== assignee);
  await workLists.updateAssignees(
    tx.db,
    changed.map(({ id }) => id),
    { assigneeEmail: assignee, updatedAt: tx.now() },
  );
  // An e-mail is personal: the trail names the field alone.
  return changed.map(({ id }) => ({ id, change: { field: 'assignee' } }));
};

/** Notes to whom acts assigned tickets: the trail does not say. */
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
  await workLists.insertAssignments(tx.db, noted, assignee);
};

const changeTags = async (
  tx: TxContext,
  tickets: readonly workLists.LockedTicket[],
  { addTagId, removeTagId }: BulkChange,
): Promise<TicketChange[]> => {
  const ids = tickets.map(({ id }) => id);
  const added =
    addTagId === undefined ? [] : await workLists.insertTicketTags(tx.db, ids, addTagId);
  const removed =
    removeTagId === undefined ? [] : await workLists.deleteTicketTags(tx.db, ids, removeTagId);
  await touchTickets(tx.db, [...added, ...removed], tx.now());
  return [
    ...added.map((id) => ({ id, change: { field: 'tags', after: addTagId } })),
    ...removed.map((id) => ({ id, change: { field: 'tags', before: removeTagId } })),
  ];
};

const setSnoozes = async (
  tx: TxContext,
  tickets: readonly workLists.LockedTicket[],
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

/** A note for each ticket that changed; if nothing else is to change, for each. */
const addNotes = async (
  tx: TxContext,
  tickets: readonly workLists.LockedTicket[],
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
