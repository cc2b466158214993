import { z } from 'zod';
import * as macros from '../../db/macros/macros.ts';
import { findTag } from '../../db/tags/tags.ts';
import { fieldChanges, recordAct } from '../audit/service.ts';
import {
  type CheckedContext,
  type Context,
  hasRole,
  inTransaction,
  requireEmail,
  requireRole,
  type TxContext,
} from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { hasText, safePicturedHtml } from '../markup/sanitise.ts';
import { isPlainText } from '../text/plain-text.ts';
import { type TicketAction, TicketActions } from '../tickets/changes/inputs.ts';

/** A named list of changes of tickets. */
export interface Macro extends Omit<macros.MacroRow, 'actions'> {
  actions: TicketAction[];
}

/** The maximum of macros: of one person (shared ones included), and of shared ones. */
export const maxMacros = { own: 100, shared: 200 };

/** The maximum of characters of these macros together, because a list returns all of them. */
const maxSize = { own: 250_000, shared: 500_000 };

/** Lists the caller's macros and the shared ones, by name. */
export const listMacros = async (ctx: Context): Promise<Macro[]> => {
  requireRole(ctx, 'agent');
  return (await macros.listMacros(ctx.db, emailOf(ctx))).map(macroOf);
};

const macroOf = ({ actions, ...row }: macros.MacroRow): Macro => ({
  ...row,
  actions: TicketActions.parse(actions),
});

const emailOf = ({ actor }: Context): string | null =>
  (actor.kind === 'person' && actor.email) || null;

/** Returns a macro that the caller may run: their own or a shared one. @throws AppError `macro-not-found` */
export const getMacro = async (ctx: CheckedContext, id: number): Promise<Macro> => {
  const row = orThrow(await macros.findMacro(ctx.db, id), 'macro-not-found');
  if (!row.shared && row.ownerEmail !== emailOf(ctx)) throw new AppError('macro-not-found');
  return macroOf(row);
};

/**
 * Stores a macro, or replaces the one with this id, which keeps its owner. Only its owner and administrators
 * may change a shared macro; only administrators may change one that a rule uses.
 * @throws AppError `macro-not-found`, also for another person's own; `forbidden`; `macro-name-taken` by a
 * macro of the same scope; `tag-not-found`, `reply-empty`, `too-many-macros`; `invalid-request` for a reply
 * that sanitising makes too long; `macro-in-use` if a rule could no longer run it
 */
export const saveMacro = (
  ctx: Context,
  {
    id,
    ...given
  }: { id?: number | undefined; name: string; shared: boolean; actions: TicketAction[] },
): Promise<{ id: number }> => {
  requireRole(ctx, 'agent');
  requireEmail(ctx);
  const { email } = ctx.actor;
  const safe = z.safeEncode(TicketActions, given.actions.map(withSafeReply));
  if (!safe.success) {
    const detail = 'a reply is too long or has unknown variables once it is sanitised';
    throw new AppError('invalid-request', { detail, field: 'actions' });
  }
  const actions = safe.data;
  const fields = { name: given.name, shared: given.shared, actions };
  return inTransaction(ctx, async (tx) => {
    await macros.lockMacros(tx.db);
    const before = id === undefined ? undefined : await getChangeable(tx, id, email);
    if (before?.usedByRule && !isFitForRules(given)) throw new AppError('macro-in-use');
    for (const action of given.actions) {
      if ('tagId' in action) orThrow(await findTag(tx.db, action.tagId), 'tag-not-found');
    }
    const ownerEmail = before ? before.ownerEmail : email;
    if (await macros.isMacroNameTaken(tx.db, { id, ownerEmail, ...fields })) {
      throw new AppError('macro-name-taken');
    }
    const macro = { ...fields, updatedAt: tx.now() };
    if (before) await macros.updateMacro(tx.db, before.id, macro);
    const savedId =
      before?.id ?? (await macros.insertMacro(tx.db, { ...macro, ownerEmail: email }));
    const count = await macros.countMacros(tx.db, ownerEmail ?? email);
    const isOver = count.own > maxMacros.own || count.ownSize > maxSize.own;
    const isSharedOver = count.shared > maxMacros.shared || count.sharedSize > maxSize.shared;
    if (isOver || (given.shared && isSharedOver)) throw new AppError('too-many-macros');
    await recordAct(tx, {
      action: 'macros.save',
      target: `macro:${savedId}`,
      // Both fields may name a person.
      changes: fieldChanges(before, fields, { references: ['name', 'actions'] }),
    });
    return { id: savedId };
  });
};

/** Returns true if rules can run a macro: it is shared and needs no person. */
export const isFitForRules = ({ shared, actions }: Pick<Macro, 'shared' | 'actions'>): boolean =>
  shared && actions.every((action) => action.type !== 'assign' || action.agentEmail !== 'me');

/** Sanitises the reply without pictures, because a picture belongs to one ticket. */
const withSafeReply = (action: TicketAction): TicketAction => {
  if (action.type !== 'reply') return action;
  const { html } = action;
  const safe = isPlainText(html) ? html : safePicturedHtml(html, () => false);
  if (!hasText(safe)) throw new AppError('reply-empty');
  return { ...action, html: safe };
};

/** Deletes a macro. @throws AppError `macro-not-found`, `forbidden`; `macro-in-use` by a rule */
export const deleteMacro = async (ctx: Context, id: number): Promise<void> => {
  requireRole(ctx, 'agent');
  requireEmail(ctx);
  const { email } = ctx.actor;
  await inTransaction(ctx, async (tx) => {
    await macros.lockMacros(tx.db);
    const { name, usedByRule } = await getChangeable(tx, id, email);
    if (usedByRule) throw new AppError('macro-in-use');
    await macros.deleteMacro(tx.db, id);
    const changes = [{ field: 'name', before: name }];
    await recordAct(tx, { action: 'macros.delete', target: `macro:${id}`, changes });
  });
};

const getChangeable = async (
  { db, actor }: TxContext,
  id: number,
  email: string,
): Promise<macros.MacroRow> => {
  const macro = await macros.findMacro(db, id);
  const isOwn = macro?.ownerEmail === email;
  if (!macro || (!isOwn && !macro.shared)) throw new AppError('macro-not-found');
  if ((isOwn && !macro.usedByRule) || hasRole(actor, 'admin')) return macro;
  throw new AppError('forbidden', { requiredRole: 'admin' });
};
