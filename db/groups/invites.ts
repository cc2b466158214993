import type { Db, Tx } from '../connection/database.ts';

/** An invitation as stored, without the token itself. */
interface InviteRow {
  id: number;
  groupId: string;
  expiresAt: Date;
  maxUses: number | null;
  uses: number;
}

const columns = [
  'id',
  'group_id as groupId',
  'expires_at as expiresAt',
  'max_uses as maxUses',
  'uses',
] as const;

export const insertInvite = async (
  tx: Tx,
  invite: {
    groupId: string;
    tokenHash: Buffer;
    expiresAt: Date;
    maxUses: number | null;
    createdAt: Date;
  },
): Promise<number> => {
  const { id } = await tx
    .insertInto('group_invites')
    .values({
      group_id: invite.groupId,
      token_hash: invite.tokenHash,
      expires_at: invite.expiresAt,
      max_uses: invite.maxUses,
      created_at: invite.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Counts a group's invitations that have not expired at a moment. */
export const countInvites = async (db: Db, groupId: string, now: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('group_invites')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('group_id', '=', groupId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
};

/** Finds the invitation of a token. Callers that change it must lock its group first. */
export const findInvite = (db: Db, tokenHash: Buffer): Promise<InviteRow | undefined> =>
  db
    .selectFrom('group_invites')
    .select(columns)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();

export const useInvite = async (tx: Tx, id: number): Promise<void> => {
  await tx
    .updateTable('group_invites')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', id)
    .execute();
};

/** Deletes an invitation of a group; returns false if there is none. */
export const deleteInvite = async (tx: Tx, groupId: string, id: number): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('group_invites')
    .where('group_id', '=', groupId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const deleteInvites = async (tx: Tx, groupId: string): Promise<void> => {
  await tx.deleteFrom('group_invites').where('group_id', '=', groupId).execute();
};
