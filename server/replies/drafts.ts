import pLimit from 'p-limit';
import type { z } from 'zod';
import { modelAuthor } from '../../contract/constants.ts';
import type { DraftCountsRow, DraftRow } from '../../db/replies/drafts.ts';
import * as drafts from '../../db/replies/drafts.ts';
import type { ThreadRow } from '../../db/replies/replies.ts';
import { findLastMessageId } from '../../db/replies/replies.ts';
import { lockTicket } from '../../db/tickets/tickets.ts';
import { recordAct } from '../audit/service.ts';
import {
  type CheckedContext,
  type Context,
  inTransaction,
  requireRole,
  type TxContext,
} from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { getPage, type Page } from '../core/page.ts';
import { hasText, safeReplyHtml } from '../markup/sanitise.ts';
import { authorOf } from '../tickets/conversation/author.ts';
import type { SentReply } from '../tickets/outputs.ts';
import { type Sending, sendReply } from '../tickets/replying/send-reply.ts';
import { emitEvent } from '../webhooks/events.ts';
import { attemptReply, batchMs, readThreads, refusalOf, ticketsAtOnce } from './attempt.ts';
import { changedShare } from './changed-share.ts';
import type { GeneratedReply } from './generate.ts';
import type { NewDrafts } from './outputs.ts';

export { sendEmail, sendingInput } from '../tickets/inputs.ts';

type DraftOutcome = z.infer<typeof NewDrafts>['outcomes'][number];

/**
 * Generates a draft for each ticket, in the order of the ids; repeated ids count once. A ticket has at most
 * one pending draft.
 */
export const createDrafts = async (
  ctx: Context,
  ticketIds: readonly number[],
): Promise<{ outcomes: DraftOutcome[] }> => {
  requireRole(ctx, 'agent');
  const threads = await readThreads(ctx, ticketIds);
  const end = AbortSignal.timeout(batchMs);
  const queue = pLimit(ticketsAtOnce);
  const outcomes = [...threads].map(([ticketId, thread]) =>
    queue(async (): Promise<DraftOutcome> => {
      if (!thread) return { ticketId, ok: false, reason: 'ticket-not-found' };
      const refusal = refusalOf(thread) ?? (await pendingDraftOf(ctx, ticketId));
      if (refusal) return { ticketId, ok: false, reason: refusal };
      const reply = await attemptReply(ctx, thread, end);
      if ('reason' in reply) return { ticketId, ok: false, reason: reply.reason };
      const stored = await storeDraft(ctx, thread, reply);
      if (typeof stored === 'string') return { ticketId, ok: false, reason: stored };
      const { confidence, sources } = reply;
      return { ticketId, ok: true, draftId: stored, confidence, sources };
    }),
  );
  return { outcomes: await Promise.all(outcomes) };
};

const pendingDraftOf = async ({ db }: CheckedContext, ticketId: number) =>
  (await drafts.hasPendingDraft(db, ticketId)) ? 'draft-exists' : undefined;

/** Stores a draft, or returns why not. */
export const storeDraft = (
  ctx: CheckedContext,
  thread: ThreadRow,
  reply: GeneratedReply,
): Promise<number | 'ticket-not-found' | 'ticket-closed' | 'newer-message' | 'draft-exists'> =>
  inTransaction(ctx, async (tx) => {
    const ticket = await lockTicket(tx.db, thread.id);
    if (!ticket) return 'ticket-not-found';
    if (ticket.status === 'closed') return 'ticket-closed';
    const lastMessageId = (await findLastMessageId(tx.db, thread.id)) ?? 0;
    if (lastMessageId !== thread.lastMessageId) return 'newer-message';
    if (await drafts.hasPendingDraft(tx.db, thread.id)) return 'draft-exists';
    const id = await drafts.insertDraft(tx.db, {
      ticketId: thread.id,
      lastMessageId,
      html: reply.html,
      confidence: reply.confidence,
      sources: reply.sources,
      createdAt: tx.now(),
    });
    await recordDraftAct(tx, 'create', id);
    await emitEvent(tx, 'reply.drafted', {
      ticketId: thread.id,
      draftId: id,
      confidence: reply.confidence,
    });
    return id;
  });

/** Lists drafts. Pending drafts of settled or snoozed tickets are left out until those tickets return. */
export const listDrafts = async (ctx: Context, page: drafts.DraftPage): Promise<Page<DraftRow>> => {
  requireRole(ctx, 'agent');
  return getPage(
    page.limit,
    (limit) => drafts.listDrafts(ctx.db, { ...page, limit, now: ctx.now() }),
    ({ id }) => String(id),
  );
};

/** Returns a draft. @throws AppError `draft-not-found` */
export const getDraft = async (ctx: Context, id: number): Promise<DraftRow> => {
  requireRole(ctx, 'agent');
  return orThrow(await drafts.findDraft(ctx.db, id), 'draft-not-found');
};

/**
 * Changes a draft to sanitised HTML.
 * @throws AppError `draft-not-found`, `draft-not-pending`; `invalid-request` if the text is empty
 */
export const editDraft = async (
  ctx: Context,
  { id, html }: { id: number; html: string },
): Promise<DraftRow> => {
  requireRole(ctx, 'agent');
  const safe = safeReplyHtml(html);
  if (!hasText(safe)) throw new AppError('invalid-request', { detail: 'html has no text' });
  return inTransaction(ctx, async (tx) => {
    await lockDraft(tx, id, ['pending']);
    await drafts.updateDraftHtml(tx.db, id, safe);
    await recordDraftAct(tx, 'edit', id);
    return orThrow(await drafts.findDraft(tx.db, id), 'draft-not-found');
  });
};

/**
 * Saves a pending draft on its ticket; one of concurrent callers succeeds. An edited draft is the agent's
 * message, otherwise the model's.
 * @throws AppError like {@link sendReply}, and `draft-not-found`, `ticket-closed`; `draft-not-pending` with
 * its state
 */
export const approveDraft = async (
  ctx: Context,
  { id, ...sending }: { id: number } & Sending,
): Promise<SentReply> => {
  requireRole(ctx, 'agent');
  const ticketId = orThrow(await drafts.findTicketId(ctx.db, id), 'draft-not-found');
  return sendReply(ctx, ticketId, sending, {
    request: { draftId: id },
    act: { action: 'replies.drafts.approve', target: `draft:${id}` },
    compose: async (tx, ticket) => {
      const draft = await requireDraft(tx, id, ['pending']);
      if (ticket.status === 'closed') throw new AppError('ticket-closed');
      return {
        author: draft.edited ? authorOf(tx.actor) : modelAuthor,
        origin: draft.edited ? 'agent' : 'ai',
        body: draft.html,
        draft: { id, changedShare: changedShare(draft.generatedHtml, draft.html) },
      };
    },
  });
};

/** Discards a draft. @throws AppError `draft-not-found`; `draft-not-pending` with its state */
export const discardDraft = async (
  ctx: Context,
  { id, reason }: { id: number; reason?: string | undefined },
): Promise<void> => {
  requireRole(ctx, 'agent');
  await inTransaction(ctx, async (tx) => {
    await lockDraft(tx, id, ['pending', 'stale']);
    await drafts.discardDraft(tx.db, id, { reason: reason ?? null, decidedAt: tx.now() });
    await recordDraftAct(tx, 'discard', id);
  });
};

export const countDrafts = async (
  ctx: Context,
  period: { from: Date; to: Date },
): Promise<{ categories: DraftCountsRow[] }> => {
  requireRole(ctx, 'agent');
  return { categories: await drafts.countDrafts(ctx.db, period) };
};

/** Locks the draft's ticket first, like every writer of messages and drafts. */
const lockDraft = async (
  tx: TxContext,
  id: number,
  allowed: readonly drafts.DraftStatus[],
): Promise<DraftRow> => {
  const ticketId = orThrow(await drafts.findTicketId(tx.db, id), 'draft-not-found');
  orThrow(await lockTicket(tx.db, ticketId), 'draft-not-found');
  return requireDraft(tx, id, allowed);
};

/** Requires a pending draft. @throws AppError `draft-not-found`; `draft-not-pending` with its state */
const requireDraft = async (
  tx: TxContext,
  id: number,
  allowed: readonly drafts.DraftStatus[],
): Promise<DraftRow> => {
  const draft = orThrow(await drafts.findDraft(tx.db, id), 'draft-not-found');
  if (!allowed.includes(draft.status)) {
    throw new AppError('draft-not-pending', { state: draft.status });
  }
  return draft;
};

const recordDraftAct = (tx: TxContext, verb: string, id: number): Promise<void> =>
  recordAct(tx, { action: `replies.drafts.${verb}`, target: `draft:${id}` });
