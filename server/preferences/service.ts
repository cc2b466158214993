import { z } from 'zod';
import * as stored from '../../db/preferences/preferences.ts';
import { recordAct } from '../audit/service.ts';
import {
  type CheckedContext,
  type Context,
  inTransaction,
  requireEmail,
  requireRole,
} from '../core/context.ts';
import { safeReplyHtml } from '../markup/sanitise.ts';

/** A person's preferences in the console, which decides what they contain. */
export type Preferences = Record<string, unknown>;

const preferencesSchema = z.record(z.string(), z.unknown());

/**
 * Returns the caller's preferences; empty until they set any.
 * @throws AppError `invalid-token` for a caller without an e-mail
 */
export const getPreferences = async (ctx: Context): Promise<Preferences> => {
  requireRole(ctx, 'agent');
  requireEmail(ctx);
  const found = await stored.findPreferences(ctx.db, ctx.actor.email);
  return preferencesSchema.parse(JSON.parse(found ?? '{}'));
};

/** Returns an agent's mail signature as safe HTML; empty if there is none. */
export const findSignature = async (ctx: CheckedContext, email: string): Promise<string> => {
  const found = await stored.findPreferences(ctx.db, email);
  const { signature } = preferencesSchema.parse(JSON.parse(found ?? '{}'));
  return typeof signature === 'string' ? safeReplyHtml(signature) : '';
};

/**
 * Replaces the caller's preferences; their `signature` is sanitised like a reply.
 * @throws AppError `invalid-token` for a caller without an e-mail
 */
export const setPreferences = async (ctx: Context, preferences: Preferences): Promise<void> => {
  requireRole(ctx, 'agent');
  requireEmail(ctx);
  const { email } = ctx.actor;
  await inTransaction(ctx, async (tx) => {
    const { signature, ...others } = preferences;
    const text = JSON.stringify({
      ...others,
      ...(typeof signature === 'string' && { signature: safeReplyHtml(signature) }),
    });
    await stored.upsertPreferences(tx.db, { email, preferences: text, updatedAt: tx.now() });
    await recordAct(tx, { action: 'me.preferences.set', target: `account:${email}` });
  });
};
