import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** An account as stored: the authentication store's mirror. `email` is in lower case. */
export interface AccountRow {
  email: string;
  name: string | null;
  /** The state of the newsletter's subscription, as its platform names it; null if it never reported one. */
  subscriptionStatus: string | null;
  createdAt: Date;
  updatedAt: Date;
}

const columns = [
  'email',
  'name',
  'subscription_status as subscriptionStatus',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** Stores an account; a missing name leaves the stored one as it is. */
export const upsertAccount = async (
  db: Db,
  account: { email: string; name: string | undefined },
): Promise<void> => {
  await db
    .insertInto('accounts')
    .values({ email: account.email, name: account.name ?? null })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ name: account.name ?? null, updated_at: sql`now()` })
        .where(sql<boolean>`excluded.name is not null`)
        .where('accounts.name', 'is distinct from', account.name ?? null),
    )
    .execute();
};

/** Finds the account of an e-mail, given in lower case. */
export const findAccount = (db: Db, email: string): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').select(columns).where('email', '=', email).executeTakeFirst();

/**
 * Stores the state of a subscription on the account of its address. An account with another address that had
 * the subscription moves to this address, or is merged into the account there. Without an address (the
 * subscription was deleted), the account keeps its address. Returns the address; undefined if nothing
 * changed.
 */
export const updateSubscription = async (
  tx: Tx,
  {
    subscriptionId,
    email,
    status,
  }: { subscriptionId: string; email: string | undefined; status: string },
): Promise<string | undefined> => {
  const former = await tx
    .selectFrom('accounts')
    .select(['email', 'name', 'subscription_status as status'])
    .where('subscription_id', '=', subscriptionId)
    .forUpdate()
    .executeTakeFirst();
  const address = email ?? former?.email;
  if (address === undefined || (former?.email === address && former.status === status)) {
    return undefined;
  }
  const moved = former !== undefined && former.email !== address;
  if (moved) await tx.deleteFrom('accounts').where('email', '=', former.email).execute();
  await tx
    .insertInto('accounts')
    .values({
      email: address,
      name: former?.name ?? null,
      subscription_id: subscriptionId,
      subscription_status: status,
    })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        name: sql`coalesce(accounts.name, excluded.name)`,
        subscription_id: subscriptionId,
        subscription_status: status,
        updated_at: sql`now()`,
      }),
    )
    .execute();
  return address;
};
