import { groupsContract } from '../../contract/index.ts';
import { created, ctxOf, done, implement, ok } from '../http/router.ts';
import { storedWithEffect } from '../idempotency/http.ts';
import { createGroupInvite, joinGroup, revokeGroupInvite } from './invites.ts';
import {
  createMyGroup,
  deleteMyGroup,
  leaveGroup,
  listGroupMembers,
  listMyGroups,
  removeGroupMember,
  updateMyGroup,
} from './own-groups.ts';
import { groupToWire, inviteToWire, membersToWire } from './wire.ts';

export const groupsHttp = storedWithEffect(
  implement(groupsContract, {
    listMyGroups: async ({ req }) => ok((await listMyGroups(ctxOf(req))).map(groupToWire)),
    createGroup: async ({ req, body }) =>
      created(groupToWire(await createMyGroup(ctxOf(req), body))),
    joinGroup: async ({ req, body }) => ok(groupToWire(await joinGroup(ctxOf(req), body.token))),
    updateGroup: async ({ req, params, body }) =>
      ok(groupToWire(await updateMyGroup(ctxOf(req), params.groupId, body))),
    deleteGroup: async ({ req, params }) => {
      await deleteMyGroup(ctxOf(req), params.groupId);
      return done('Grupo excluído com sucesso');
    },
    createGroupInvite: async ({ req, params, body }) =>
      created(inviteToWire(await createGroupInvite(ctxOf(req), params.groupId, body))),
    revokeGroupInvite: async ({ req, params }) => {
      await revokeGroupInvite(ctxOf(req), params.groupId, params.inviteId);
      return done('Convite revogado com sucesso');
    },
    listGroupMembers: async ({ req, params, query }) =>
      ok(membersToWire(await listGroupMembers(ctxOf(req), params.groupId, query))),
    leaveGroup: async ({ req, params }) => {
      await leaveGroup(ctxOf(req), params.groupId);
      return done('Você saiu do grupo');
    },
    removeGroupMember: async ({ req, params }) => {
      await removeGroupMember(ctxOf(req), params.groupId, params.memberId);
      return done('Membro removido com sucesso');
    },
  }),
);
