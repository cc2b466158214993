import { findTag } from '../../../db/tags/tags.ts';
import * as bulkRows from '../../../db/tickets/bulk.ts';
import { insertChangeActs } from '../../../db/tickets/changes.ts';
import { insertNoteOnAll } from '../../../db/tickets/notes.ts';
import * as snoozes from '../../../db/tickets/snoozes.ts';
import { touchTickets } from '../../../db/tickets/tickets.ts';
import { type FieldChange, recordActs } from '../../audit/service.ts';
import { requireEmail, type TxContext } from '../../core/context.ts';
import { mapConstraintErrors, orThrow } from '../../core/errors.ts';
import { statusAfter } from '../../ticket-status/status.ts';
import { emitTicketUpdates, type TicketUpdate } from '../../webhooks/events.ts';
import { authorOf } from '../conversation/author.ts';
import type { TicketAction } from './inputs.ts';
import { addReply } from './reply-action.ts';
import { snoozeEnd } from './snooze-end.ts';

/** An action; with `onlyChanged`, the note is skipped on tickets that no earlier action changed. */
export type AppliedAction = TicketAction | { type: 'note'; body: string; onlyChanged: true };

/** The name of a change of tickets, and its undo. */
export interface ChangeAs {
  act: string;
  /** Undefined if it cannot be undone. */
  changeId?: string | undefined;
  /** Fields added to the act on each ticket, such as the macro's name. */
  named?: readonly FieldChange[];
  /** True if a rule runs it: its reply is marked as automatic. */
  automatic?: boolean;
}

export interface TicketChange {
  id: number;
  change: FieldChange;
  update?: TicketUpdate;
}

type Tickets = readonly bulkRows.LockedTicket[];

/**
 * Applies actions in order to locked, unmerged tickets; each changed ticket gets an act and its event.
 * `done` has the caller's own changes for the same act. Returns the number of changed tickets.
 * @throws AppError `tag-not-found`; `invalid-token` for `me` without an e-mail; those of {@link addReply}
 */
export const applyActions = async (
  tx: TxContext,
  tickets: Tickets,
  actions: readonly AppliedAction[],
  { act, changeId, named = [], automatic = false }: ChangeAs,
  done: readonly TicketChange[] = [],
): Promise<number> => {
  const changes = [...done];
  for (const action of actions) {
    changes.push(...(await apply(tx, tickets, action, { changes, actions, automatic })));
  }
  const byTicket = Map.groupBy(changes, ({ id }) => id);
  if (byTicket.size === 0) return 0;
  const acts = await recordActs(
    tx,
    act,
    [...byTicket].map(([id, own]) => ({
      target: `ticket:${id}`,
      changes: [...named, ...own.map(({ change }) => change)],
    })),
  );
  await emitTicketUpdates(tx, updatesIn(byTicket));
  const stored = acts.map(({ id, target }) => {
    const ticketId = Number(target.slice('ticket:'.length));
    const assigned = byTicket.get(ticketId)?.find(({ change }) => change.field === 'assignee');
    return {
      actId: id,
      ticketId,
      assigned,
      formerAssignee: assigned?.update?.assignee?.from ?? null,
    };
  });
  if (changeId !== undefined) await insertChangeActs(tx.db, changeId, stored);
  const assign = actions.find(({ type }) => type === 'assign');
  if (assign?.type !== 'assign') return byTicket.size;
  // The audit trail stores no e-mails.
  const noted = stored.filter(({ assigned }) => assigned);
  await bulkRows.insertAssignments(tx.db, noted, assigneeOf(tx, assign));
  return byTicket.size;
};

const updatesIn = (byTicket: ReadonlyMap<number, readonly TicketChange[]>) =>
  new Map(
    [...byTicket].map(([id, changes]) => [id, changes.flatMap(({ update }) => update ?? [])]),
  );

interface Applying {
  changes: readonly TicketChange[];
  actions: readonly AppliedAction[];
  automatic: boolean;
}

const apply = (
  tx: TxContext,
  tickets: Tickets,
  action: AppliedAction,
  applying: Applying,
): Promise<TicketChange[]> => {
  switch (action.type) {
    case 'status':
      return setStatuses(tx, tickets, action.status);
    case 'assign':
      return setAssignees(tx, tickets, assigneeOf(tx, action));
    case 'addTag':
      return addTag(tx, tickets, action.tagId);
    case 'removeTag':
      return removeTag(tx, tickets, action.tagId);
    case 'snooze':
      return setSnoozes(tx, tickets, snoozeEnd(action.until, tx.now()));
    case 'note':
      return addNotes(tx, tickets, action, applying.changes);
    case 'reply':
      return addReplies(tx, tickets, action, applying);
  }
};

const assigneeOf = (
  tx: TxContext,
  { agentEmail }: Extract<TicketAction, { type: 'assign' }>,
): string | null => {
  if (agentEmail !== 'me') return agentEmail;
  requireEmail(tx);
  return tx.actor.email;
};

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

/** Sets statuses; a settled ticket is no longer snoozed. */
const setStatuses = async (
  tx: TxContext,
  tickets: Tickets,
  status: bulkRows.LockedTicket['status'],
): Promise<TicketChange[]> => {
  const changed = tickets
    .map(({ id, status: before }) => ({
      id,
      before,
      after: statusAfter(before, { kind: 'agent-set-status', status }),
    }))
    .filter(({ before, after }) => before !== after);
  const isSettled = status === 'resolved' || status === 'closed';
  const woken = isSettled ? await setSnoozes(tx, changed, null) : [];
  await bulkRows.updateStatuses(tx.db, idsOf(changed), { status, updatedAt: tx.now() });
  return [
    ...woken,
    ...changed.map(({ id, before, after }) => ({
      id,
      change: { field: 'status', before, after },
      update: { status: { from: before, to: after } },
    })),
  ];
};

const setAssignees = async (
  tx: TxContext,
  tickets: Tickets,
  assigneeEmail: string | null,
): Promise<TicketChange[]> => {
  const changed = tickets.filter((ticket) => ticket.assigneeEmail !== assigneeEmail);
  await bulkRows.updateAssignees(tx.db, idsOf(changed), { assigneeEmail, updatedAt: tx.now() });
  return changed.map(({ id, assigneeEmail: from }) => ({
    id,
    change: { field: 'assignee' },
    update: { assignee: { from, to: assigneeEmail } },
  }));
};

const addTag = async (tx: TxContext, tickets: Tickets, tagId: number): Promise<TicketChange[]> => {
  const { name } = orThrow(await findTag(tx.db, tagId), 'tag-not-found');
  // The tag may be deleted in between.
  const added = await mapConstraintErrors({ ticket_tags_tag_id_fkey: 'tag-not-found' }, () =>
    bulkRows.insertTicketTags(tx.db, idsOf(tickets), tagId),
  );
  await touchTickets(tx.db, added, tx.now());
  return added.map((id) => ({
    id,
    change: { field: 'tags', after: tagId },
    update: { tagAdded: name },
  }));
};

const removeTag = async (
  tx: TxContext,
  tickets: Tickets,
  tagId: number,
): Promise<TicketChange[]> => {
  const removed = await bulkRows.deleteTicketTags(tx.db, idsOf(tickets), tagId);
  if (removed.length === 0) return [];
  await touchTickets(tx.db, removed, tx.now());
  const { name } = orThrow(await findTag(tx.db, tagId), 'tag-not-found');
  return removed.map((id) => ({
    id,
    change: { field: 'tags', before: tagId },
    update: { tagRemoved: name },
  }));
};

const setSnoozes = async (
  tx: TxContext,
  tickets: readonly { id: number }[],
  until: Date | null,
): Promise<TicketChange[]> => {
  const before = await snoozes.listSnoozes(tx.db, idsOf(tickets), tx.now());
  const changed = tickets.filter(({ id }) => before.get(id)?.getTime() !== until?.getTime());
  await snoozes.updateSnoozes(tx.db, idsOf(changed), until);
  return changed.map(({ id }) => ({
    id,
    change: { field: 'snoozedUntil', before: before.get(id) ?? null, after: until },
  }));
};

const addNotes = async (
  tx: TxContext,
  tickets: Tickets,
  note: { body: string; onlyChanged?: true },
  changes: readonly TicketChange[],
): Promise<TicketChange[]> => {
  const added = await insertNoteOnAll(
    tx.db,
    note.onlyChanged ? [...new Set(idsOf(changes))] : idsOf(tickets),
    { author: authorOf(tx.actor), body: note.body, createdAt: tx.now() },
  );
  await touchTickets(
    tx.db,
    added.map(({ ticketId }) => ticketId),
    tx.now(),
  );
  return added.map(({ id, ticketId }) => ({ id: ticketId, change: { field: 'notes', after: id } }));
};

const addReplies = async (
  tx: TxContext,
  tickets: Tickets,
  reply: Extract<TicketAction, { type: 'reply' }>,
  { actions, automatic }: Applying,
): Promise<TicketChange[]> => {
  const resolves = actions.some(
    (action) => action.type === 'status' && action.status === 'resolved',
  );
  const changes: TicketChange[] = [];
  for (const { id, status } of tickets) {
    const resolvedFrom = resolves && status !== 'resolved' ? status : undefined;
    const after = await addReply(tx, id, { ...reply, resolvedFrom, automatic });
    changes.push({ id, change: { field: 'messages', after } });
  }
  return changes;
};
