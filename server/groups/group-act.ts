import { deleteMember } from '../../db/groups/groups.ts';
import { deleteInvites } from '../../db/groups/invites.ts';
import { type FieldChange, recordAct } from '../audit/service.ts';
import type { TxContext } from '../core/context.ts';
import { AppError } from '../core/errors.ts';

export const recordGroupAct = (
  tx: TxContext,
  verb: string,
  id: string,
  changes: FieldChange[] = [],
): Promise<void> => recordAct(tx, { action: `groups.${verb}`, target: `group:${id}`, changes });

/**
 * Removes a member and revokes the group's invitations, because the member may know one.
 * @throws AppError `group-member-not-found`
 */
export const removeFrom = async (tx: TxContext, id: string, email: string): Promise<void> => {
  if (!(await deleteMember(tx.db, id, email))) throw new AppError('group-member-not-found');
  await deleteInvites(tx.db, id);
  await recordGroupAct(tx, 'removeMember', id, [{ field: 'member' }]);
};
