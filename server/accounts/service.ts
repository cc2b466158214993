import type { AccountRow } from '../../db/accounts.ts';
import * as accounts from '../../db/accounts.ts';
import type { Context } from '../context.ts';
import { orThrow } from '../errors.ts';

/** Stores what is known of a person; a name that is not given leaves the stored one. The e-mail is in lower case. */
export const upsertAccount = (
  ctx: Pick<Context, 'db'>,
  account: { email: string; name?: string | undefined },
): Promise<void> => accounts.upsertAccount(ctx.db, { email: account.email, name: account.name });

/** @throws AppError `account-not-found` */
export const getAccount = async (ctx: Context, email: string): Promise<AccountRow> =>
  orThrow(await accounts.findAccount(ctx.db, email), 'account-not-found');
