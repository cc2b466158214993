import { sql } from 'kysely';
import type { Db } from './connection/database.ts';

/** An account as stored: the authentication store's mirror. `email` is in lower case. */
export interface AccountRow {
  email: string;
  name: string | null;
  createdAt: Date;
  updatedAt: Date;
}

const columns = ['email', 'name', 'created_at as createdAt', 'updated_at as updatedAt'] as const;

/** Stores an account. Without a name, a stored one is kept. */
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

/** The account of an e-mail in lower case. */
export const findAccount = (db: Db, email: string): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').select(columns).where('email', '=', email).executeTakeFirst();
