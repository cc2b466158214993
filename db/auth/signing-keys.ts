import type { Db, Tx } from '../connection/database.ts';

/** The name of a key that all processes share and no configuration contains. */
type SigningKeyName = 'attachment-links' | 'reply-addresses';

/** Returns the signing key of this name; stores `candidate` first if there is none yet. */
export const getSigningKey = async (
  db: Db,
  name: SigningKeyName,
  candidate: Buffer,
): Promise<Buffer> => {
  await db
    .insertInto('signing_keys')
    .values({ name, value: candidate })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('signing_keys')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
};

/** Lists replaced keys of this name whose signatures are still valid, newest first. */
export const listPreviousKeys = async (
  db: Db,
  name: SigningKeyName,
  now: Date,
): Promise<Buffer[]> => {
  const rows = await db
    .selectFrom('previous_signing_keys')
    .select('value')
    .where('name', '=', name)
    .where('valid_until', '>', now)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ value }) => value);
};

/** Replaces a key, if there is one; signatures of the old key stay valid until `previousUntil`. */
export const replaceSigningKey = async (
  tx: Tx,
  name: SigningKeyName,
  { value, previousUntil }: { value: Buffer; previousUntil: Date },
): Promise<void> => {
  const former = await tx
    .selectFrom('signing_keys')
    .select('value')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
  if (!former) return;
  await tx
    .insertInto('previous_signing_keys')
    .values({ name, value: former.value, valid_until: previousUntil })
    .execute();
  await tx.updateTable('signing_keys').set({ value }).where('name', '=', name).execute();
};

/** Deletes the replaced keys of this name, which invalidates everything they signed. */
export const deletePreviousKeys = async (tx: Tx, name: SigningKeyName): Promise<void> => {
  await tx.deleteFrom('previous_signing_keys').where('name', '=', name).execute();
};

/** Deletes replaced keys whose signatures have expired. */
export const deleteExpiredKeys = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('previous_signing_keys').where('valid_until', '<=', now).execute();
};
