import * as views from '../../db/views/views.ts';
import { fieldChanges, recordAct } from '../audit/service.ts';
import {
  type Context,
  hasRole,
  inTransaction,
  requireEmail,
  requireRole,
  type TxContext,
} from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { getPage, type Page } from '../core/page.ts';

/** The maximum of views: of one person (shared ones included), and of shared ones. */
export const maxViews = { own: 50, shared: 100 };

/**
 * Lists a page of the caller's views and the shared ones, by name.
 * @throws AppError `invalid-token` for a caller without an e-mail
 */
export const listViews = async (
  ctx: Context,
  { after, limit }: { after: views.ViewPosition | undefined; limit: number },
): Promise<Page<views.ViewRow>> => {
  requireRole(ctx, 'agent');
  requireEmail(ctx);
  const { email } = ctx.actor;
  return getPage(
    limit,
    (rows) => views.listViews(ctx.db, email, { after, limit: rows }),
    ({ id, name }) => `${id}_${name}`,
  );
};

/**
 * Stores a view, or replaces the one with this id, which keeps its owner. Only its owner and administrators
 * may change a shared view.
 * @throws AppError `view-not-found`, also for another person's own; `forbidden`; `too-many-views`
 */
export const saveView = (
  ctx: Context,
  { id, ...fields }: views.ViewFields & { id?: number | undefined },
): Promise<views.ViewRow> => {
  requireRole(ctx, 'agent');
  requireEmail(ctx);
  const { email } = ctx.actor;
  return inTransaction(ctx, async (tx) => {
    await views.lockViews(tx.db);
    const before = id === undefined ? undefined : await findChangeable(tx, id, email);
    const view = { ...fields, updatedAt: tx.now() };
    const saved = before
      ? await views.updateView(tx.db, before.id, view)
      : await views.insertView(tx.db, { ...view, ownerEmail: email });
    const { own, shared } = await views.countViews(tx.db, saved.ownerEmail);
    if (own > maxViews.own || (saved.shared && shared > maxViews.shared)) {
      throw new AppError('too-many-views');
    }
    await recordAct(tx, {
      action: 'views.save',
      target: `view:${saved.id}`,
      // Both fields may name a person.
      changes: fieldChanges(before, fields, { references: ['name', 'filter'] }),
    });
    return saved;
  });
};

/**
 * Deletes a view; only its owner and administrators may delete a shared one.
 * @throws AppError `view-not-found`, `forbidden`
 */
export const deleteView = async (ctx: Context, id: number): Promise<void> => {
  requireRole(ctx, 'agent');
  requireEmail(ctx);
  const { email } = ctx.actor;
  await inTransaction(ctx, async (tx) => {
    await views.lockViews(tx.db);
    await findChangeable(tx, id, email);
    await views.deleteView(tx.db, id);
    await recordAct(tx, { action: 'views.delete', target: `view:${id}` });
  });
};

const findChangeable = async (
  { db, actor }: TxContext,
  id: number,
  email: string,
): Promise<views.ViewRow> => {
  const view = await views.findView(db, id);
  if (view?.ownerEmail === email) return view;
  if (!view?.shared) throw new AppError('view-not-found');
  if (!hasRole(actor, 'admin')) throw new AppError('forbidden', { requiredRole: 'admin' });
  return view;
};
