import pLimit from 'p-limit';
import type { BatchReplyRow, ThreadRow } from '../../db/replies.ts';
import * as replies from '../../db/replies.ts';
import type { Context } from '../context.ts';
import { AppError, toAppError } from '../errors.ts';
import { deliverMail, mailOfMessage } from '../mail/outbox.ts';
import { type GeneratedReply, generateReply } from './generate.ts';
import { type SaveOptions, saveReply } from './save.ts';

/** Why a ticket of a batch has no reply, or none that was saved. */
export type ReplyFailure =
  | 'ticket-not-found'
  | 'model-failed'
  | 'too-late'
  | 'low-confidence'
  | 'newer-message'
  | 'unavailable';

/** What became of one ticket of a batch that only generates. */
export type PreviewOutcome = { ticketId: number } & (
  | ({ ok: true } & GeneratedReply)
  | { ok: false; reason: ReplyFailure; confidence: number }
);

/** What became of one ticket of a batch that saves. */
export type SaveOutcome = { ticketId: number; confidence: number } & (
  | { ok: true; emailSent: boolean }
  | { ok: false; reason: ReplyFailure }
);

/** A batch: its tickets, each once, in the order given. */
export interface BatchLimits {
  /** How long the model may take over the whole batch; milliseconds. Default 90 seconds. */
  deadlineMs?: number;
}

const ticketsAtOnce = 8;
const mailsAtOnce = 5;
const batchMs = 90_000;
const ticketMs = 60_000;
const read = { messages: 12, textLength: 20_000 };

/**
 * Generates a reply for each ticket and saves none. Order is kept and repeated ids count once; a ticket that fails is an outcome.
 *
 * @throws AppError `caller-left` once `caller` is aborted: the rest is not generated
 */
export const previewReplies = async (
  ctx: Context,
  ticketIds: readonly number[],
  caller: AbortSignal | undefined,
  { deadlineMs = batchMs }: BatchLimits = {},
): Promise<PreviewOutcome[]> => {
  const threads = await threadsOf(ctx, ticketIds);
  const end = AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(caller ? [caller] : [])]);
  const turn = pLimit(ticketsAtOnce);
  const outcomes = await Promise.all(
    [...threads].map(([ticketId, thread]) =>
      turn(async (): Promise<PreviewOutcome> => {
        const generated = await generate(ctx, thread, end);
        if ('reason' in generated) return { ticketId, ok: false, confidence: 0, ...generated };
        return { ticketId, ok: true, ...generated };
      }),
    ),
  );
  if (caller?.aborted) throw new AppError('caller-left');
  return outcomes;
};

/**
 * Generates a reply for each ticket and saves those the model is sure enough of, each with its mail where one is asked for. Order is kept
 * and repeated ids count once; a ticket that fails is an outcome. A batch with a name saves one reply a ticket however often it is run.
 */
export const saveReplies = async (
  ctx: Context,
  ticketIds: readonly number[],
  options: SaveOptions,
  { deadlineMs = batchMs }: BatchLimits = {},
): Promise<SaveOutcome[]> => {
  const threads = await threadsOf(ctx, ticketIds);
  const saved = await savedBefore(ctx, options.batch);
  const end = AbortSignal.timeout(deadlineMs);
  const turn = pLimit(ticketsAtOnce);
  // A mail server that hangs holds up mails, not the tickets behind them.
  const mailTurn = pLimit(mailsAtOnce);
  const mail = (id: number) => mailTurn(() => deliverMail(ctx, id));
  return Promise.all(
    [...threads].map(async ([ticketId, thread]): Promise<SaveOutcome> => {
      const before = saved.get(ticketId);
      if (before) return resumed(ctx, before, mail);
      const step = await turn(() => generateAndSave(ctx, thread, options, end));
      if ('reason' in step) return { ticketId, ok: false, ...step };
      if (step.messageId === undefined) {
        const other = (await savedBefore(ctx, options.batch)).get(ticketId);
        if (other) return resumed(ctx, other, mail);
      }
      const emailSent = step.mailId !== undefined && (await mail(step.mailId)) === 'sent';
      return { ticketId, ok: true, confidence: step.confidence, emailSent };
    }),
  );
};

interface Failed {
  reason: ReplyFailure;
  confidence: number;
}

const generateAndSave = async (
  ctx: Context,
  thread: ThreadRow | undefined,
  options: SaveOptions,
  end: AbortSignal,
): Promise<Failed | { confidence: number; messageId?: number; mailId?: number | undefined }> => {
  const reply = await generate(ctx, thread, end);
  if ('reason' in reply) return { ...reply, confidence: 0 };
  const { confidence } = reply;
  if (confidence < ctx.replies.minConfidence) return { reason: 'low-confidence', confidence };
  // A reply without a thread was refused above.
  if (!thread) return { reason: 'ticket-not-found', confidence };
  try {
    const saved = await saveReply(ctx, thread, reply, options);
    if (saved === 'already-saved') return { confidence };
    if (typeof saved === 'string') return { reason: saved, confidence };
    return { confidence, ...saved };
  } catch (error) {
    ctx.log.error({ err: error, ticket: thread.id }, 'a reply could not be saved');
    return { reason: 'unavailable', confidence };
  }
};

/** Never throws: what goes wrong with one ticket is its own. */
const generate = async (
  ctx: Context,
  thread: ThreadRow | undefined,
  end: AbortSignal,
): Promise<GeneratedReply | { reason: ReplyFailure }> => {
  if (!thread) return { reason: 'ticket-not-found' };
  if (end.aborted) return { reason: 'too-late' };
  try {
    return await generateReply(ctx, thread, AbortSignal.any([end, AbortSignal.timeout(ticketMs)]));
  } catch (error) {
    if (end.aborted) return { reason: 'too-late' };
    ctx.log.warn({ err: error, ticket: thread.id }, 'no reply could be generated');
    return { reason: toAppError(error).code === 'unavailable' ? 'unavailable' : 'model-failed' };
  }
};

const threadsOf = async (
  ctx: Context,
  ticketIds: readonly number[],
): Promise<Map<number, ThreadRow | undefined>> => {
  const ids = [...new Set(ticketIds)];
  const rows = await replies.listThreads(ctx.db, ids, read);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(ids.map((id) => [id, byId.get(id)]));
};

const savedBefore = async (
  ctx: Context,
  batch: string | undefined,
): Promise<Map<number, BatchReplyRow>> => {
  const rows = batch === undefined ? [] : await replies.listBatchReplies(ctx.db, batch);
  return new Map(rows.map((row) => [row.ticketId, row]));
};

/** What became of a ticket that an earlier run of the batch has answered. A mail it left in the outbox is sent now. */
const resumed = async (
  ctx: Context,
  { ticketId, messageId, confidence }: BatchReplyRow,
  mail: (id: number) => Promise<string>,
): Promise<SaveOutcome> => {
  const row = await mailOfMessage(ctx, messageId);
  const sentNow = row?.status === 'pending' && (await mail(row.id)) === 'sent';
  return { ticketId, ok: true, confidence, emailSent: sentNow || row?.status === 'sent' };
};
