import type { ThreadRow } from '../../db/replies/replies.ts';
import * as replies from '../../db/replies/replies.ts';
import { minuteMs } from '../core/civil-time.ts';
import type { CheckedContext } from '../core/context.ts';
import { toAppError } from '../core/errors.ts';
import { type GeneratedReply, generateReply } from './generate.ts';
import type { ReplyFailure } from './outputs.ts';

export interface FailedReply {
  reason: ReplyFailure;
  /** The confidence in the reply that was not saved; 0 if there was no reply. */
  confidence: number;
}

export const ticketsAtOnce = 8;
export const batchMs = 90_000;

const ticketMs = minuteMs;
const threadBounds = { messages: 12, textLength: 20_000 };

/** Reads each ticket once, in order; undefined if it does not exist. */
export const readThreads = async (
  ctx: CheckedContext,
  ticketIds: readonly number[],
): Promise<Map<number, ThreadRow | undefined>> => {
  const ids = [...new Set(ticketIds)];
  const rows = await replies.listThreads(ctx.db, ids, threadBounds);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(ids.map((id) => [id, byId.get(id)]));
};

/** Returns why a ticket gets no reply: it is closed, or its last message is ours. */
export const refusalOf = (thread: ThreadRow): 'ticket-closed' | 'already-answered' | undefined => {
  if (thread.status === 'closed') return 'ticket-closed';
  const last = thread.messages.at(-1);
  return last && last.origin !== 'requester' ? 'already-answered' : undefined;
};

/** Attempts a reply; never throws, so one ticket's failure does not fail the batch. */
export const attemptReply = async (
  ctx: CheckedContext,
  thread: ThreadRow,
  end: AbortSignal,
): Promise<GeneratedReply | FailedReply> => {
  if (end.aborted) return { reason: 'too-late', confidence: 0 };
  try {
    return await generateReply(ctx, thread, AbortSignal.any([end, AbortSignal.timeout(ticketMs)]));
  } catch (error) {
    if (end.aborted) return { reason: 'too-late', confidence: 0 };
    ctx.log.warn({ err: error, ticket: thread.id }, 'generating a reply failed');
    return { reason: failureOf(error), confidence: 0 };
  }
};

const failureOf = (error: unknown): ReplyFailure => {
  const { code } = toAppError(error);
  return code === 'unavailable' || code === 'model-budget-exhausted' ? code : 'model-failed';
};
