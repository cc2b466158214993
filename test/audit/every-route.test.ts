import { afterAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import type { Client } from '../public-client.ts';
import { startAppWithNewsletter } from '../quiz/edition-fixtures.ts';
import { actFixtures, unnamedIn } from './act-fixtures.ts';

// Every mutating route leaves a row in the audit trail, or is listed here with the reason why not.
// every-act.test.ts has the procedures.

const app = await startAppWithNewsletter();
afterAll(() => app.close());

const admin = await app.trpc({ role: 'admin' });
const make = actFixtures(app, admin, await app.client());
const friend = () => app.client({ role: 'reader' });

/** A mutating route: the name of its act, and how to perform it. */
interface PublicAct {
  act: string;
  perform: (by: Client) => Promise<unknown>;
}

const aGroupOf = async (by: Client): Promise<{ groupId: string }> => {
  const { status, body } = await by.createGroup({ body: { name: 'Clube', isPublic: false } });
  if (status !== 201) throw new Error(`status ${status}`);
  return { groupId: body.data.groupId };
};

const anInviteOf = async (by: Client, params: { groupId: string }) => {
  const { status, body } = await by.createGroupInvite({ params, body: {} });
  if (status !== 201) throw new Error(`status ${status}`);
  return body.data;
};

const aFriendIn = async (by: Client, params: { groupId: string }): Promise<void> => {
  const { token } = await anInviteOf(by, params);
  await (await friend()).joinGroup({ body: { token } });
};

/** Performs each mutating route as `by`; its act has the name of the internal procedure. */
const routes: Record<string, PublicAct> = {
  createGroup: { act: 'groups.create', perform: aGroupOf },
  updateGroup: {
    act: 'groups.update',
    perform: async (by) =>
      by.updateGroup({ params: await aGroupOf(by), body: { name: 'Clube da tarde' } }),
  },
  deleteGroup: {
    act: 'groups.delete',
    perform: async (by) => by.deleteGroup({ params: await aGroupOf(by) }),
  },
  createGroupInvite: {
    act: 'groups.invite',
    perform: async (by) => anInviteOf(by, await aGroupOf(by)),
  },
  revokeGroupInvite: {
    act: 'groups.revokeInvite',
    perform: async (by) => {
      const params = await aGroupOf(by);
      const { id } = await anInviteOf(by, params);
      return by.revokeGroupInvite({ params: { ...params, inviteId: id } });
    },
  },
  joinGroup: {
    act: 'groups.join',
    perform: async (by) => {
      const owner = await friend();
      const { token } = await anInviteOf(owner, await aGroupOf(owner));
      return by.joinGroup({ body: { token } });
    },
  },
  leaveGroup: {
    act: 'groups.leave',
    perform: async (by) => {
      const params = await aGroupOf(by);
      await aFriendIn(by, params);
      return by.leaveGroup({ params });
    },
  },
  removeGroupMember: {
    act: 'groups.removeMember',
    perform: async (by) => {
      const params = await aGroupOf(by);
      await aFriendIn(by, params);
      const { status, body } = await by.listGroupMembers({ params, query: {} });
      const member = status === 200 && body.data.items.find(({ isOwner }) => !isOwner);
      if (!member) throw new Error('no member');
      return by.removeGroupMember({ params: { ...params, memberId: member.memberId } });
    },
  },
  updateMyStreakProfile: {
    act: 'streaks.updateProfile',
    perform: (by) => by.updateMyStreakProfile({ body: { displayName: 'Leitora' } }),
  },
  uploadAttachments: {
    act: 'attachments.upload',
    perform: async (by) =>
      by.uploadAttachments({
        params: { id: await make.aTicket() },
        body: { arquivo: new File(['texto'], 'nota.txt', { type: 'text/plain' }) },
      }),
  },
};

const sameVerb = 'every-act.test.ts performs the same verb';
const excusedRoutes: Record<string, string> = {
  deleteAttachment: sameVerb,
  createTag: sameVerb,
  deleteTag: sameVerb,
  updateQuickReply: sameVerb,
  createBatchReplies: sameVerb,
  generateQuiz: sameVerb,
  submitQuiz: 'an attempt is its own record: who, when and what was answered',
  recordMyReading: 'the credited day is its own record',
  receiveNewsletterEvent: 'the job that works on the event records what it changes',
};

describe('the public API', () => {
  const mutating = Object.entries(contract)
    .filter(([, { method }]) => method !== 'GET')
    .map(([operation]) => operation);

  it('has no mutating route that is neither performed below nor excused', () => {
    const known = [...Object.keys(routes), ...Object.keys(excusedRoutes)];
    expect(known.sort()).toEqual(mutating.sort());
  });

  it.each(Object.entries(routes))(
    '%s leaves its row, whose parts have names in the console',
    async (_, { act, perform }) => {
      const email = `${make.unique()}@auditoria.example`;
      await perform(await app.client({ role: 'admin', email }));
      const { items } = await admin.audit.list.query({ actor: email });
      expect(items).toContainEqual(
        expect.objectContaining({
          action: act,
          channel: 'http',
          outcome: 'done',
        }),
      );
      expect(unnamedIn(items)).toEqual([]);
    },
  );
});
