import type { contract } from '../../contract/index.ts';
import type { TestApp } from '../harness.ts';
import type { Client } from '../public-client.ts';

/** What an operation returned. */
export interface Response {
  status: number;
  body: unknown;
}

/** How to get a success of each operation; several where a success has several forms. */
export type Successes = { [K in keyof typeof contract]?: () => Promise<Response[]> };

/** Who calls, and what they call for. */
export interface Callers {
  reader: Client;
  /** The e-mail of the reader. */
  email: string;
  agent: Client;
  internal: Awaited<ReturnType<TestApp['trpc']>>;
  /** The quiz of a day that has none yet. */
  aQuiz: () => Promise<{ id: string; questions: { id: string; correctAnswer: string }[] }>;
  /** Another reader. */
  friend: () => Promise<Client>;
}

/** The successes of the operations of readers' apps. */
export const readerSuccesses = (caller: Callers): Successes => {
  const { reader, agent, internal, aQuiz } = caller;
  /** A group of the reader's with an invitation, and a friend who has joined. */
  const aReadersGroup = async () => {
    const created = await reader.createGroup({ body: { name: 'Clube' } });
    if (created.status !== 201) throw new Error(`status ${created.status}`);
    const { groupId } = created.body.data;
    const invite = await reader.createGroupInvite({ params: { groupId }, body: {} });
    if (invite.status !== 201) throw new Error(`status ${invite.status}`);
    const { id: inviteId, token } = invite.body.data;
    const friend = await caller.friend();
    const joined = await friend.joinGroup({ body: { token } });
    return { groupId, inviteId, friend, created, invite, joined };
  };
  return {
    getTodaysQuiz: async () => {
      const { id: quizId, questions } = await aQuiz();
      const open = await reader.getTodaysQuiz();
      const answers = questions.slice(0, 1).map(({ id, correctAnswer }) => ({
        fieldId: id,
        answer: correctAnswer,
      }));
      await reader.submitQuiz({ body: { quizId, answers } });
      return [open, await reader.getTodaysQuiz()];
    },
    getQuizResult: async () => {
      const { id: quizId, questions } = await aQuiz();
      const answers = questions.map(({ id, correctAnswer }) => ({
        fieldId: id,
        answer: correctAnswer,
      }));
      await reader.submitQuiz({ body: { quizId, answers } });
      return [await reader.getQuizResult({ params: { id: quizId } })];
    },
    listQuizHistory: async () => [await reader.listQuizHistory({ query: {} })],
    getMyStreak: async () => [await reader.getMyStreak()],
    recordMyReading: async () => [await reader.recordMyReading({ body: {} })],
    updateMyStreakProfile: async () => [
      await reader.updateMyStreakProfile({ body: { displayName: 'Leitora' } }),
    ],
    getMyRanking: async () => {
      await internal.streaks.recordReading.mutate({ email: caller.email });
      return [await reader.getMyRanking({}), await agent.getMyRanking({})];
    },
    listMyGroups: async () => {
      await aReadersGroup();
      return [await reader.listMyGroups()];
    },
    createGroup: async () => [(await aReadersGroup()).created],
    joinGroup: async () => [(await aReadersGroup()).joined],
    createGroupInvite: async () => [(await aReadersGroup()).invite],
    updateGroup: async () => {
      const { groupId } = await aReadersGroup();
      return [await reader.updateGroup({ params: { groupId }, body: { isPublic: true } })];
    },
    listGroupMembers: async () => {
      const { groupId } = await aReadersGroup();
      return [await reader.listGroupMembers({ params: { groupId }, query: { limit: '1' } })];
    },
    revokeGroupInvite: async () => {
      const { groupId, inviteId } = await aReadersGroup();
      return [await reader.revokeGroupInvite({ params: { groupId, inviteId } })];
    },
    removeGroupMember: async () => {
      const { groupId } = await aReadersGroup();
      const { body } = await reader.listGroupMembers({ params: { groupId }, query: {} });
      const memberId = ('data' in body && body.data.items[1]?.memberId) || 0;
      return [await reader.removeGroupMember({ params: { groupId, memberId } })];
    },
    leaveGroup: async () => {
      const { groupId, friend } = await aReadersGroup();
      return [await friend.leaveGroup({ params: { groupId } })];
    },
    deleteGroup: async () => {
      const { groupId } = await aReadersGroup();
      return [await reader.deleteGroup({ params: { groupId } })];
    },
  };
};
