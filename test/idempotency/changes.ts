import type { Leitor, RawOperations } from '../../packages/sdk/src/index.ts';
import { createLeitor } from '../../packages/sdk/src/index.ts';
import type { LeitorOptions } from '../../packages/sdk/src/options.ts';
import { dayMs } from '../../server/core/civil-time.ts';
import { answering, openQuizRoom } from '../quiz/quiz-fixtures.ts';
import { changeFixtures } from './change-fixtures.ts';

interface Options {
  idempotencyKey?: string;
}

/** Sends one request, which can be repeated. */
type Send = (leitor: Leitor, options?: Options) => ReturnType<RawOperations[keyof RawOperations]>;

/** An operation that changes data. */
interface Change {
  /** The act in the audit trail, one per change; null if the changed rows are the record. */
  act: string | null;
  /** Creates the data that the request needs; `own` is the caller's client. */
  prepare: (own: Leitor) => Promise<Send>;
}

/** The service, with every operation of the public API that accepts an `Idempotency-Key`. */
export const openChangeRoom = async () => {
  const room = await openQuizRoom();
  const make = changeFixtures(room.admin, await room.client());
  const quiz = await room.aQuiz();
  const leitorOf = async (email: string, options: Partial<LeitorOptions> = {}) =>
    createLeitor({
      baseUrl: room.url,
      token: await room.token({ role: 'admin', email }),
      ...options,
    });
  const aGroup = (own: Leitor) => own.createGroup({ name: 'Clube' });
  const withFriend = async (own: Leitor) => {
    const { groupId } = await aGroup(own);
    const { token } = await own.createGroupInvite({ groupId });
    const friend = await leitorOf(make.anEmail());
    await friend.joinGroup({ token });
    return { groupId, friend };
  };

  const changes: Record<string, Change> = {
    createTag: {
      act: 'tags.create',
      prepare: async () => {
        const tag = { name: `Tag ${make.unique()}`, color: '#1D4ED8' };
        return (leitor, options) => leitor.raw.createTag(tag, options);
      },
    },
    deleteTag: {
      act: 'tags.delete',
      prepare: async () => {
        const { id } = await make.aTag();
        return (leitor, options) => leitor.raw.deleteTag({ id }, options);
      },
    },
    updateQuickReply: {
      act: 'quickReplies.update',
      prepare: async () => {
        const { id } = await room.admin.quickReplies.create.mutate(make.quickReply());
        const changed = { quickReplyId: id, titulo: 'Bom dia' };
        return (leitor, options) => leitor.raw.updateQuickReply(changed, options);
      },
    },
    uploadAttachments: {
      act: 'attachments.upload',
      prepare: async () => {
        const file = new File(['texto'], 'nota.txt', { type: 'text/plain' });
        const upload = { id: await make.aTicket(), arquivo: file };
        return (leitor, options) => leitor.raw.uploadAttachments(upload, options);
      },
    },
    deleteAttachment: {
      act: 'attachments.delete',
      prepare: async () => {
        const attachmentId = await make.anAttachment();
        return (leitor, options) => leitor.raw.deleteAttachment({ attachmentId }, options);
      },
    },
    createMyTicket: {
      act: 'tickets.create',
      prepare: async () => (leitor, options) =>
        leitor.raw.createMyTicket({ subject: 'Edição', body: 'Não chegou.' }, options),
    },
    addMyTicketMessage: {
      act: 'tickets.addMessage',
      prepare: async (own) => {
        const { id } = await own.createMyTicket({ subject: 'Edição', body: 'Não chegou.' });
        const message = { id, body: 'Ainda não chegou.' };
        return (leitor, options) => leitor.raw.addMyTicketMessage(message, options);
      },
    },
    createBatchReplies: {
      act: 'replies.save',
      prepare: async () => {
        const batch = { support_ids: [await make.aTicket()], salvar: true };
        return (leitor, options) => leitor.raw.createBatchReplies(batch, options);
      },
    },
    submitQuiz: {
      act: null,
      prepare: async () => {
        const attempt = { quizId: quiz.id, answers: answering(quiz, 8) };
        return (leitor, options) => leitor.raw.submitQuiz(attempt, options);
      },
    },
    generateQuiz: {
      act: null,
      prepare: async () => {
        room.clock.now = new Date(room.clock.now.getTime() + dayMs);
        return (leitor, options) => leitor.raw.generateQuiz({}, options);
      },
    },
    updateMyStreakProfile: {
      act: 'streaks.updateProfile',
      prepare: async () => (leitor, options) =>
        leitor.raw.updateMyStreakProfile({ displayName: 'Leitora' }, options),
    },
    updateMyReminder: {
      act: 'streaks.updateReminder',
      prepare: async () => (leitor, options) =>
        leitor.raw.updateMyReminder({ enabled: true }, options),
    },
    recordMyReading: {
      act: null,
      prepare: async () => (leitor, options) => leitor.raw.recordMyReading({}, options),
    },
    createGroup: {
      act: 'groups.create',
      prepare: async () => (leitor, options) => leitor.raw.createGroup({ name: 'Clube' }, options),
    },
    joinGroup: {
      act: 'groups.join',
      prepare: async () => {
        const owner = await leitorOf(make.anEmail());
        const { token } = await owner.createGroupInvite(await aGroup(owner));
        return (leitor, options) => leitor.raw.joinGroup({ token }, options);
      },
    },
    updateGroup: {
      act: 'groups.update',
      prepare: async (own) => {
        const { groupId } = await aGroup(own);
        const changed = { groupId, name: 'Clube da tarde' };
        return (leitor, options) => leitor.raw.updateGroup(changed, options);
      },
    },
    deleteGroup: {
      act: 'groups.delete',
      prepare: async (own) => {
        const { groupId } = await aGroup(own);
        return (leitor, options) => leitor.raw.deleteGroup({ groupId }, options);
      },
    },
    createGroupInvite: {
      act: 'groups.invite',
      prepare: async (own) => {
        const { groupId } = await aGroup(own);
        return (leitor, options) => leitor.raw.createGroupInvite({ groupId }, options);
      },
    },
    revokeGroupInvite: {
      act: 'groups.revokeInvite',
      prepare: async (own) => {
        const { groupId } = await aGroup(own);
        const { id: inviteId } = await own.createGroupInvite({ groupId });
        return (leitor, options) => leitor.raw.revokeGroupInvite({ groupId, inviteId }, options);
      },
    },
    leaveGroup: {
      act: 'groups.leave',
      prepare: async (own) => {
        const { groupId } = await withFriend(own);
        return (leitor, options) => leitor.raw.leaveGroup({ groupId }, options);
      },
    },
    removeGroupMember: {
      act: 'groups.removeMember',
      prepare: async (own) => {
        const { groupId } = await withFriend(own);
        const { items } = await own.listGroupMembers({ groupId });
        const { memberId = 0 } = items.find(({ isOwner }) => !isOwner) ?? {};
        return (leitor, options) => leitor.raw.removeGroupMember({ groupId, memberId }, options);
      },
    },
  };

  return {
    ...room,
    changes,
    leitorOf,
    anEmail: make.anEmail,
    actsOf: async (email: string) => (await room.admin.audit.list.query({ actor: email })).items,
  };
};
