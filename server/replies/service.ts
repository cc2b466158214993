import pLimit from 'p-limit';
import type { z } from 'zod';
import { findMailOfMessage } from '../../db/outbox/outbox.ts';
import type { BatchReplyRow, ThreadRow } from '../../db/replies/replies.ts';
import * as replies from '../../db/replies/replies.ts';
import { abortable } from '../core/abortable.ts';
import { type CheckedContext, type Context, requireRole } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { sendMail } from '../outbox/send.ts';
import {
  attemptReply,
  batchMs,
  type FailedReply,
  readThreads,
  refusalOf,
  ticketsAtOnce,
} from './attempt.ts';
import { storeDraft } from './drafts.ts';
import type { GeneratedReply } from './generate.ts';
import type { Previews, SavedReplies } from './outputs.ts';
import { type SaveOptions, saveReply } from './save.ts';

export type PreviewOutcome = z.infer<typeof Previews>['outcomes'][number];
export type SaveOutcome = z.infer<typeof SavedReplies>['outcomes'][number];

export interface BatchLimits {
  /** The default is 90 seconds. */
  deadlineMs?: number;
}

/** The share of the deadline for the model, so that its last replies can be saved and mailed. */
const generationShare = 0.95;
/** Mails that are not sent by this share of the deadline stay in the outbox. */
const mailShare = 0.98;
const mailsAtOnce = 5;

/**
 * Generates replies without saving them, in the order of the ids; repeated ids count once.
 * @throws AppError `caller-left` if `caller` aborts
 */
export const previewReplies = async (
  ctx: Context,
  ticketIds: readonly number[],
  caller: AbortSignal | undefined,
  { deadlineMs = batchMs }: BatchLimits = {},
): Promise<PreviewOutcome[]> => {
  requireRole(ctx, 'agent');
  const threads = await readThreads(ctx, ticketIds);
  const deadline = AbortSignal.timeout(deadlineMs * generationShare);
  const end = AbortSignal.any([deadline, ...(caller ? [caller] : [])]);
  const queue = pLimit(ticketsAtOnce);
  const outcomes = await Promise.all(
    [...threads].map(([ticketId, thread]) =>
      queue(async (): Promise<PreviewOutcome> => {
        const generated = await generate(ctx, thread, end);
        if (!('reason' in generated)) return { ticketId, ok: true, ...generated };
        // The public response has no field for the reason.
        ctx.log.info({ ticket: ticketId, reason: generated.reason }, 'no reply in a preview');
        return { ticketId, ok: false, ...generated };
      }),
    ),
  );
  if (caller?.aborted) throw new AppError('caller-left');
  return outcomes;
};

/** Sends a mail within the deadline; returns whether the server accepted it. */
type SendWithin = (mailId: number) => Promise<boolean>;

/**
 * Generates replies, saves those with enough confidence and mails them if requested, in the order of the
 * ids; repeated ids count once. A batch with a key saves at most one reply on each ticket, however often it
 * runs. Returns within the deadline; later mails stay in the outbox and count as not sent.
 */
export const saveReplies = async (
  ctx: Context,
  ticketIds: readonly number[],
  options: SaveOptions,
  { deadlineMs = batchMs }: BatchLimits = {},
): Promise<SaveOutcome[]> => {
  requireRole(ctx, 'agent');
  const generationEnd = AbortSignal.timeout(deadlineMs * generationShare);
  const mailEnd = AbortSignal.timeout(deadlineMs * mailShare);
  const threads = await readThreads(ctx, ticketIds);
  const saved = await savedEarlier(ctx, options.batch);
  const queue = pLimit(ticketsAtOnce);
  // It is a separate queue, because a slow mail server must not delay generation.
  const mailQueue = pLimit(mailsAtOnce);
  const send: SendWithin = (id) =>
    mailQueue(
      async () =>
        (await abortable(sendMail(ctx, id, mailEnd), mailEnd).catch(() => 'late')) === 'sent',
    );
  return Promise.all(
    [...threads].map(async ([ticketId, thread]): Promise<SaveOutcome> => {
      const earlier = saved.get(ticketId);
      if (earlier) return resumed(ctx, earlier, send);
      const step = await queue(() => generateAndSave(ctx, thread, options, generationEnd));
      if ('reason' in step) return { ticketId, ok: false, ...step };
      if (step.messageId === undefined) {
        const other = (await savedEarlier(ctx, options.batch)).get(ticketId);
        if (other) return resumed(ctx, other, send);
      }
      const emailSent = step.mailId !== undefined && (await send(step.mailId));
      return { ticketId, ok: true, confidence: step.confidence, emailSent };
    }),
  );
};

const generate = async (
  ctx: CheckedContext,
  thread: ThreadRow | undefined,
  end: AbortSignal,
): Promise<GeneratedReply | FailedReply> => {
  if (!thread) return { reason: 'ticket-not-found', confidence: 0 };
  const refusal = refusalOf(thread);
  return refusal ? { reason: refusal, confidence: 0 } : attemptReply(ctx, thread, end);
};

const generateAndSave = async (
  ctx: CheckedContext,
  thread: ThreadRow | undefined,
  options: SaveOptions,
  end: AbortSignal,
): Promise<
  | (FailedReply & { draftId?: number })
  | { confidence: number; messageId?: number; mailId?: number | undefined }
> => {
  const reply = await generate(ctx, thread, end);
  if (!thread || 'reason' in reply) return reply;
  const { confidence } = reply;
  try {
    if (confidence < ctx.config.replies.minConfidence) {
      const draft = ctx.config.replies.draftLowConfidence
        ? await storeDraft(ctx, thread, reply)
        : undefined;
      return {
        reason: 'low-confidence',
        confidence,
        ...(typeof draft === 'number' && { draftId: draft }),
      };
    }
    const saved = await saveReply(ctx, thread, reply, options);
    if (saved === 'already-saved') return { confidence };
    if (typeof saved === 'string') return { reason: saved, confidence };
    return { confidence, ...saved };
  } catch (error) {
    ctx.log.error({ err: error, ticket: thread.id }, 'saving a reply failed');
    return { reason: 'unavailable', confidence };
  }
};

const savedEarlier = async (
  ctx: CheckedContext,
  batch: string | undefined,
): Promise<Map<number, BatchReplyRow>> => {
  const rows = batch === undefined ? [] : await replies.listBatchReplies(ctx.db, batch);
  return new Map(rows.map((row) => [row.ticketId, row]));
};

/** Returns the outcome of a ticket that an earlier run replied to; sends its mail if it is still pending. */
const resumed = async (
  ctx: CheckedContext,
  { ticketId, messageId, confidence }: BatchReplyRow,
  send: SendWithin,
): Promise<SaveOutcome> => {
  const row = await findMailOfMessage(ctx.db, messageId);
  const sentNow = row?.status === 'pending' && (await send(row.id));
  return { ticketId, ok: true, confidence, emailSent: sentNow || row?.status === 'sent' };
};
