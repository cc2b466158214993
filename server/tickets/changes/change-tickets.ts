import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import * as bulkRows from '../../../db/tickets/bulk.ts';
import { findChange, insertChange } from '../../../db/tickets/changes.ts';
import { actBy } from '../../audit/service.ts';
import {
  type CheckedContext,
  type Context,
  inTransaction,
  type TxContext,
} from '../../core/context.ts';
import { AppError, type ErrorCode, isFault, toAppError } from '../../core/errors.ts';
import type { NamedOutcome } from '../outputs.ts';
import { withRequestKey } from '../replying/request-key.ts';
import { type AppliedAction, applyActions, type ChangeAs } from './apply.ts';

/** Why a ticket is refused; `ticket-changed` means it was changed after the act to undo. */
type Refusal = ErrorCode | 'ticket-changed';

/** The outcome on a ticket; the `reason` of a successful change says which part failed. */
export type ChangeOutcome = { id: number } & (
  | { ok: true; reason?: 'mail-already-sent' }
  | { ok: false; reason: Refusal }
);

export const namedOutcome = ({ id, ...outcome }: ChangeOutcome): NamedOutcome => ({
  ticketId: id,
  ...outcome,
});

/** The changes of one call: `tickets.undoChange` undoes them. */
export interface Change {
  changeId: string;
  /** The outcomes in the order of the ids. */
  outcomes: ChangeOutcome[];
}

const chunkSize = 500;

interface ChangeOptions extends ChangeAs {
  /** Tickets with a newer message are skipped. */
  lastSeenMessageId?: number | undefined;
  /** The caller's idempotency key, which is also the change's id, and what the request is. */
  once?: { key: string; request: unknown } | undefined;
}

const storedOutcomes = z.custom<ChangeOutcome[]>(Array.isArray);

/**
 * Applies all actions to a ticket, or none. 500 tickets share a transaction, but a ticket that gets a reply
 * has its own, so that it fails alone. With a key, each transaction happens once, however often it is
 * called.
 * @throws AppError `idempotency-key-reused`; those of {@link applyActions}, unless a reply is among the
 * actions
 */
export const changeTickets = async (
  ctx: CheckedContext,
  ids: readonly number[],
  actions: readonly AppliedAction[],
  { lastSeenMessageId, once, ...as }: ChangeOptions,
): Promise<Change> => {
  const changeId = once?.key ?? randomUUID();
  const work = async (tx: TxContext, chunk: readonly number[]) => {
    const { tickets, outcomeOf } = await lockUnmergedTickets(tx, chunk, lastSeenMessageId);
    await insertChange(tx.db, { id: changeId, actor: madeBy(ctx), madeAt: tx.now() });
    if (once && (await findChange(tx.db, changeId))?.actor !== madeBy(ctx)) {
      throw new AppError('idempotency-key-reused');
    }
    await applyActions(tx, tickets, actions, { ...as, changeId });
    return chunk.map(outcomeOf);
  };
  const change = (chunk: readonly number[]) => {
    const request = [once?.request, chunk];
    const keyed = { path: `${as.act}:${chunk[0]}`, key: once?.key, request, saved: storedOutcomes };
    return inTransaction(ctx, (tx) => withRequestKey(tx, keyed, () => work(tx, chunk)));
  };
  const isReply = actions.some(({ type }) => type === 'reply');
  const outcomes = isReply
    ? await changeEach(ids, (id) => change([id]))
    : await inChunks(ids, chunkSize, change);
  return { changeId, outcomes };
};

/**
 * Changes tickets one by one. After a first reply, faults become outcomes, because a repeated call would
 * reply twice.
 */
export const changeEach = async (
  ids: readonly number[],
  change: (id: number) => Promise<ChangeOutcome[]>,
): Promise<ChangeOutcome[]> => {
  const outcomes: ChangeOutcome[] = [];
  for (const [at, id] of ids.entries()) {
    try {
      outcomes.push(...(await change(id)));
    } catch (error) {
      const refusal = toAppError(error);
      if (!isFault(refusal)) outcomes.push({ id, ok: false, reason: refusal.code });
      else if (!outcomes.some(({ ok }) => ok)) throw error;
      else return [...outcomes, ...failedAll(ids.slice(at), refusal)];
    }
  }
  return outcomes;
};

const failedAll = (ids: readonly number[], { code }: AppError): ChangeOutcome[] =>
  ids.map((id) => ({ id, ok: false, reason: code }));

/** Returns the person who may undo a change. */
export const madeBy = (ctx: Context): string => {
  const { actor, actorEmail } = actBy(ctx, { action: '' });
  return actorEmail ?? actor;
};

/** Runs work on chunks of tickets. */
export const inChunks = async (
  ids: readonly number[],
  size: number,
  work: (chunk: readonly number[]) => Promise<ChangeOutcome[]>,
): Promise<ChangeOutcome[]> => {
  const outcomes: ChangeOutcome[] = [];
  for (let start = 0; start < ids.length; start += size) {
    outcomes.push(...(await work(ids.slice(start, start + size))));
  }
  return outcomes;
};

/** Locks the tickets that can change, and returns why the others cannot. */
export const lockUnmergedTickets = async (
  tx: TxContext,
  ids: readonly number[],
  lastSeenMessageId?: number,
): Promise<{
  tickets: bulkRows.LockedTicket[];
  outcomeOf: (id: number) => ChangeOutcome;
}> => {
  const found = new Map((await bulkRows.lockTickets(tx.db, ids)).map((row) => [row.id, row]));
  const newer = new Set(
    lastSeenMessageId === undefined
      ? []
      : await bulkRows.listTicketsWithNewer(tx.db, ids, lastSeenMessageId),
  );
  const refusalOf = (id: number): Refusal | undefined => {
    const ticket = found.get(id);
    if (!ticket) return 'ticket-not-found';
    if (ticket.mergedInto !== null) return 'ticket-merged';
    return newer.has(id) ? 'newer-message' : undefined;
  };
  return {
    tickets: [...found.values()].filter(({ id }) => refusalOf(id) === undefined),
    outcomeOf: (id) => {
      const reason = refusalOf(id);
      return reason === undefined ? { id, ok: true } : { id, ok: false, reason };
    },
  };
};

/** Refuses all tickets for an error, but rethrows faults of the service. */
export const refusedAll = (ids: readonly number[], error: unknown): ChangeOutcome[] => {
  const refusal = toAppError(error);
  if (isFault(refusal)) throw error;
  return failedAll(ids, refusal);
};
