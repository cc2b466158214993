import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '../../contract/index.ts';
import { openTicket, textFile, uploadOne } from '../attachments/attachment-helpers.ts';
import { groupActions } from '../groups/group-fixtures.ts';
import { startAppWithNewsletter } from '../quiz/edition-fixtures.ts';

// Production sends what handlers return, without comparing it with the contract. Here every success
// of every operation is taken from a service in production's mode and compared field by field, so
// that a field too many (an uploader's e-mail, an answer of the quiz) cannot leave unseen.

const newsletterSecret = randomBytes(32).toString('hex');
let daysAhead = 0;
const app = await startAppWithNewsletter(
  {
    NODE_ENV: 'production',
    // The harness opens a database of its own.
    DATABASE_URL: 'postgres://unused.invalid/unused',
    AUTH_JWT_SECRET: randomBytes(32).toString('hex'),
    HOST: '127.0.0.1',
    BEEHIIV_WEBHOOK_SECRET: newsletterSecret,
    SHUTDOWN_DELAY: '0',
  },
  { now: () => new Date(Date.now() + daysAhead * 86_400_000) },
);
afterAll(() => app.close());

const reader = { email: 'leitora@exemplo.com.br', name: 'Leitora' };
const clients = {
  reader: await app.client(reader),
  agent: await app.client({ role: 'agent' }),
  admin: await app.client({ role: 'admin' }),
};
const internal = await app.trpc();

const correctAnswers = (quiz: Awaited<ReturnType<typeof aQuiz>>) =>
  quiz.questions.map((question) => ({ fieldId: question.id, answer: question.correctAnswer }));

/** The quiz of a day that has none yet, attempted by the reader. */
const anAttemptedQuiz = async () => {
  const quiz = await aQuiz();
  await clients.reader.submitQuiz({ body: { quizId: quiz.id, answers: correctAnswers(quiz) } });
  return quiz;
};

/** The quiz of a day that has none yet. */
const aQuiz = async () => {
  daysAhead += 1;
  const { quizId } = await internal.quiz.generate.mutate();
  return internal.quiz.get.query({ id: quizId });
};

const aGroup = async (members: readonly string[]) => {
  const { groupId } = await internal.groups.create.mutate({
    name: 'Clube',
    description: 'Amigos',
    isPublic: true,
    ownerEmail: 'o@exemplo.com.br',
  });
  for (const email of members) await internal.groups.addMember.mutate({ groupId, email });
  return groupId;
};

const { aReader, created, invited } = groupActions(app);

/** A group of the reader's with an invitation, and a friend who has joined. */
const aReadersGroup = async () => {
  const { groupId } = await created(clients.reader);
  const { id: inviteId, token } = await invited(clients.reader, groupId);
  const { client: friend } = await aReader();
  const joined = await friend.joinGroup({ body: { token } });
  return { params: { groupId }, inviteId, friend, joined };
};

const aReadersTicket = () =>
  clients.reader.createMyTicket({ body: { subject: 'Edição', body: 'Não chegou.' } });
const ticketParams = async () => {
  const { body } = await aReadersTicket();
  return { id: ('data' in body && body.data.id) || 0 };
};

/** How to get a success of each operation; several where a success has several forms. */
type Successes = {
  [K in keyof typeof contract]?: () => Promise<{ status: number; body: unknown }[]>;
};

const successes: Successes = {
  uploadAttachments: async () => {
    const { id: ticket, messageId } = await openTicket(app);
    const upload = (arquivo: File[]) =>
      clients.agent.uploadAttachments({
        params: { id: ticket },
        body: { arquivo, mensagemId: messageId },
      });
    return [await upload([textFile()]), await upload([textFile('a.txt'), textFile('b.txt')])];
  },
  listTicketAttachments: async () => {
    const { id: ticket, requester } = await openTicket(app);
    await uploadOne(clients.agent, ticket, textFile());
    return [await requester.listTicketAttachments({ params: { id: ticket } })];
  },
  deleteAttachment: async () => {
    const { id: ticket } = await openTicket(app);
    const { id: attachmentId } = await uploadOne(clients.agent, ticket, textFile());
    return [await clients.agent.deleteAttachment({ params: { attachmentId } })];
  },
  listMyTickets: async () => {
    await aReadersTicket();
    return [await clients.reader.listMyTickets({ query: { limit: '1' } })];
  },
  createMyTicket: async () => [await aReadersTicket()],
  getMyTicket: async () => {
    const params = await ticketParams();
    await uploadOne(clients.reader, params.id, textFile());
    await internal.tickets.reply.mutate({ id: params.id, html: '<p>Oi</p>', undoSeconds: 0 });
    return [await clients.reader.getMyTicket({ params, query: {} })];
  },
  addMyTicketMessage: async () => [
    await clients.reader.addMyTicketMessage({
      params: await ticketParams(),
      body: { body: 'Oi' },
    }),
  ],
  createTag: async () => [
    await clients.agent.createTag({
      body: { name: 'Exata', color: '#000000', isDefault: true },
    }),
  ],
  listTags: async () => [await clients.reader.listTags()],
  deleteTag: async () => {
    const { id } = await internal.tags.create.mutate({ name: 'Some', color: '#000000' });
    return [await clients.agent.deleteTag({ params: { id } })];
  },
  updateQuickReply: async () => {
    const { id } = await internal.quickReplies.create.mutate({
      title: 'Exata',
      content: '<p>Exata</p>',
      category: 'geral',
      shortcut: '/exata',
    });
    return [
      await clients.agent.updateQuickReply({
        params: { quickReplyId: id },
        body: { titulo: 'Mais exata' },
      }),
    ];
  },
  createBatchReplies: async () => {
    const { id: ticket } = await openTicket(app);
    const batch = (salvar: boolean) =>
      clients.agent.createBatchReplies({ body: { support_ids: [ticket, 999_999], salvar } });
    return [await batch(false), await batch(true)];
  },
  getTicketTimeSeries: async () => {
    await openTicket(app);
    return [
      await clients.agent.getTicketTimeSeries({}),
      await clients.agent.getTicketTimeSeries({}),
    ];
  },
  getReportFilters: async () => {
    await openTicket(app);
    return [await clients.agent.getReportFilters(), await clients.agent.getReportFilters()];
  },
  getQuiz: async () => [await clients.reader.getQuiz({ params: { id: (await aQuiz()).id } })],
  submitQuiz: async () => {
    const quiz = await aQuiz();
    return [
      await clients.reader.submitQuiz({
        body: { quizId: quiz.id, answers: correctAnswers(quiz) },
      }),
    ];
  },
  getTodaysQuiz: async () => {
    const quiz = await aQuiz();
    const open = await clients.reader.getTodaysQuiz();
    await clients.reader.submitQuiz({ body: { quizId: quiz.id, answers: correctAnswers(quiz) } });
    return [open, await clients.reader.getTodaysQuiz()];
  },
  getQuizResult: async () => [
    await clients.reader.getQuizResult({ params: { id: (await anAttemptedQuiz()).id } }),
  ],
  listQuizHistory: async () => {
    await anAttemptedQuiz();
    return [await clients.reader.listQuizHistory({})];
  },
  getMyStreak: async () => [
    await (await app.client({ email: 'nova@exemplo.com.br' })).getMyStreak(),
    await clients.reader.getMyStreak(),
  ],
  recordMyReading: async () => [await clients.reader.recordMyReading({ body: {} })],
  updateMyStreakProfile: async () => [
    await clients.reader.updateMyStreakProfile({ body: { displayName: 'Leitora' } }),
  ],
  getMyReminder: async () => [await clients.reader.getMyReminder()],
  updateMyReminder: async () => [
    await clients.reader.updateMyReminder({ body: { enabled: true } }),
  ],
  getMyRanking: async () => {
    await internal.streaks.recordReading.mutate({ email: reader.email });
    return [
      await clients.reader.getMyRanking({}),
      await (await app.client({ email: 'nova@exemplo.com.br' })).getMyRanking({}),
    ];
  },
  generateQuiz: async () => {
    daysAhead += 1;
    return [await clients.admin.generateQuiz()];
  },
  receiveNewsletterEvent: async () => [
    await app.anonymous.receiveNewsletterEvent({
      query: { token: newsletterSecret },
      body: { uid: 'evt_1', event_type: 'post.updated' },
    }),
  ],
  listAiResources: async () => [await clients.reader.listAiResources()],
  getGlobalRanking: async () => {
    await internal.streaks.recordReading.mutate({ email: reader.email });
    return [await app.anonymous.getGlobalRanking(), await app.anonymous.getGlobalRanking()];
  },
  getGroupRanking: async () => {
    await internal.streaks.recordReading.mutate({ email: reader.email });
    const full = await aGroup([reader.email, 'x@exemplo.com.br']);
    const empty = await aGroup([]);
    return [
      await clients.reader.getGroupRanking({ params: { groupId: full } }),
      await clients.reader.getGroupRanking({ params: { groupId: empty } }),
    ];
  },
  listMyGroups: async () => {
    await aReadersGroup();
    return [await clients.reader.listMyGroups()];
  },
  createGroup: async () => [await clients.reader.createGroup({ body: { name: 'Clube' } })],
  joinGroup: async () => [(await aReadersGroup()).joined],
  createGroupInvite: async () => {
    const { params } = await aReadersGroup();
    return [await clients.reader.createGroupInvite({ params, body: {} })];
  },
  updateGroup: async () => {
    const { params } = await aReadersGroup();
    return [await clients.reader.updateGroup({ params, body: { isPublic: true } })];
  },
  listGroupMembers: async () => {
    const { params } = await aReadersGroup();
    return [await clients.reader.listGroupMembers({ params, query: { limit: '1' } })];
  },
  revokeGroupInvite: async () => {
    const { params, inviteId } = await aReadersGroup();
    return [await clients.reader.revokeGroupInvite({ params: { ...params, inviteId } })];
  },
  removeGroupMember: async () => {
    const { params } = await aReadersGroup();
    const { body } = await clients.reader.listGroupMembers({ params, query: {} });
    const memberId = ('data' in body && body.data.items[1]?.memberId) || 0;
    return [await clients.reader.removeGroupMember({ params: { ...params, memberId } })];
  },
  leaveGroup: async () => {
    const { params, friend } = await aReadersGroup();
    return [await friend.leaveGroup({ params })];
  },
  deleteGroup: async () => {
    const { params } = await aReadersGroup();
    return [await clients.reader.deleteGroup({ params })];
  },
};

/** Files have no fields. */
const files = ['downloadAttachment'];

const schemaOf = (operation: keyof typeof contract, status: number): z.ZodType => {
  const schema = Reflect.get(contract[operation].responses, status);
  if (!(schema instanceof z.ZodType)) throw new Error(`${operation} does not declare ${status}`);
  return schema;
};

describe('what production sends', () => {
  it.each(Object.entries(successes))('is exactly what %s declares', async (operation, succeed) => {
    for (const { status, body } of await succeed()) {
      expect(status, JSON.stringify(body)).toBeLessThan(300);
      // Parsing drops what is not declared.
      expect(body).toEqual(schemaOf(operation as keyof typeof contract, status).parse(body));
    }
  });

  it('is checked for every operation', () => {
    expect([...Object.keys(successes), ...files].sort()).toEqual(Object.keys(contract).sort());
  });
});
