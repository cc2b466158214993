import type { AccountRow } from '../../db/accounts/accounts.ts';
import * as accounts from '../../db/accounts/accounts.ts';
import { recordAct } from '../audit/service.ts';
import { type Context, inTransaction, requireRole } from '../core/context.ts';
import { orThrow } from '../core/errors.ts';

/** Stores a person's account, by e-mail in lower case; a missing name leaves the stored one as it is. */
export const upsertAccount = async (
  ctx: Context,
  account: { email: string; name?: string | undefined },
): Promise<void> => {
  requireRole(ctx, 'admin');
  await inTransaction(ctx, async (tx) => {
    await accounts.upsertAccount(tx.db, { email: account.email, name: account.name });
    await recordAct(tx, {
      action: 'accounts.upsert',
      target: `account:${account.email}`,
      changes: account.name === undefined ? [] : [{ field: 'name' }],
    });
  });
};

/** Returns the account of an e-mail. @throws AppError `forbidden`, `account-not-found` */
export const getAccount = async (ctx: Context, email: string): Promise<AccountRow> => {
  requireRole(ctx, 'admin');
  return orThrow(await accounts.findAccount(ctx.db, email), 'account-not-found');
};
