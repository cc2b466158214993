import * as composing from '../../../db/tickets/composing.ts';
import { findTicket, shareTicket } from '../../../db/tickets/tickets.ts';
import {
  type Context,
  inTransaction,
  requireEmail,
  requireRole,
  type TxContext,
} from '../../core/context.ts';
import { AppError, orThrow } from '../../core/errors.ts';
import { safePicturedHtml } from '../../markup/sanitise.ts';
import { isPlainText } from '../../text/plain-text.ts';
import { requireUnerased } from '../../ticket-status/lock.ts';

/**
 * An agent's unsent text. Without one, `html` and `savedAt` are null; `revision` is 0 if there never was
 * one.
 */
export type Composing = composing.ComposingRow;

/**
 * Returns the caller's text. @throws AppError `ticket-not-found`; `invalid-token` for a caller without an
 * e-mail
 */
export const getComposing = async (ctx: Context, ticketId: number): Promise<Composing> => {
  requireRole(ctx, 'agent');
  requireEmail(ctx);
  const key = { ticketId, email: ctx.actor.email };
  orThrow(await findTicket(ctx.db, ticketId), 'ticket-not-found');
  const row = await composing.findComposing(ctx.db, key);
  return row ?? { html: null, revision: 0, savedAt: null };
};

/**
 * Replaces the revision that the caller has seen and returns the new one. HTML is sanitised, plain text is
 * unchanged.
 * @throws AppError `ticket-not-found`; `ticket-closed` for an erased ticket; `composing-changed` with the
 * current revision as its state; `invalid-token` for a caller without an e-mail
 */
export const saveComposing = (
  ctx: Context,
  ticketId: number,
  { html, revision }: { html: string; revision: number },
): Promise<{ revision: number }> => {
  requireRole(ctx, 'agent');
  requireEmail(ctx);
  const key = { ticketId, email: ctx.actor.email };
  const safe = isPlainText(html) ? html : safePicturedHtml(html);
  return inTransaction(ctx, async (tx) => {
    await requireTicket(tx, ticketId);
    await requireUnerased(tx, ticketId);
    return replaceText(tx, key, { html: safe, revision });
  });
};

const replaceText = async (
  tx: TxContext,
  key: composing.ComposingKey,
  { html, revision }: { html: string | null; revision: number },
): Promise<{ revision: number }> => {
  const text = { html, revision, savedAt: tx.now() };
  const saved = await composing.updateComposing(tx.db, key, text);
  if (saved !== undefined) return { revision: saved };
  const present = (await composing.findComposing(tx.db, key))?.revision ?? 0;
  const detail = `the revision is ${present}, not ${revision}`;
  throw new AppError('composing-changed', { detail, state: String(present) });
};

/**
 * Clears the caller's text because they send it; the ticket must be locked.
 * @param revision undefined clears any text
 * @throws AppError `composing-changed` if the text has another revision
 */
export const clearSentText = async (
  tx: TxContext,
  ticketId: number,
  revision: number | undefined,
): Promise<void> => {
  const { actor } = tx;
  if (actor.kind !== 'person' || actor.email === undefined) return;
  const key = { ticketId, email: actor.email };
  if (revision === undefined) await composing.clearComposing(tx.db, key, tx.now());
  else await replaceText(tx, key, { html: null, revision });
};

/**
 * Discards the text, whatever its revision, and returns the new revision.
 * @throws AppError `ticket-not-found`; `invalid-token` for a caller without an e-mail
 */
export const discardComposing = (ctx: Context, ticketId: number): Promise<{ revision: number }> => {
  requireRole(ctx, 'agent');
  requireEmail(ctx);
  const key = { ticketId, email: ctx.actor.email };
  return inTransaction(ctx, async (tx) => {
    await requireTicket(tx, ticketId);
    return { revision: await composing.clearComposing(tx.db, key, tx.now()) };
  });
};

/** Locks the ticket, which waits for a reply in flight: a reply locks the ticket before the unsent text. */
const requireTicket = async (tx: TxContext, ticketId: number): Promise<void> => {
  if (!(await shareTicket(tx.db, ticketId))) throw new AppError('ticket-not-found');
};
