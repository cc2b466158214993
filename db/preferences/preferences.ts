import type { Db, Tx } from '../connection/database.ts';

/** Finds the preferences of a person, by e-mail in lower case, as JSON. */
export const findPreferences = async (db: Db, email: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('preferences')
    .select('preferences')
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.preferences;
};

export const upsertPreferences = async (
  tx: Tx,
  { email, preferences, updatedAt }: { email: string; preferences: string; updatedAt: Date },
): Promise<void> => {
  const values = { preferences, updated_at: updatedAt };
  await tx
    .insertInto('preferences')
    .values({ email, ...values })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(values))
    .execute();
};
