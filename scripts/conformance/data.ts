import { createLeitor } from '../../packages/sdk/src/index.ts';
import { dayMs } from '../../server/core/civil-time.ts';
import type { Context } from '../../server/core/context.ts';
import { addMember, createGroup } from '../../server/groups/service.ts';
import { createQuickReply } from '../../server/quick-replies/service.ts';
import { generateQuiz } from '../../server/quiz/generation/generate.ts';
import { getQuizWithAnswers } from '../../server/quiz/service.ts';
import { recordReading } from '../../server/streaks/service.ts';
import { createTag } from '../../server/tags/service.ts';
import { addTicketTag, createTicket } from '../../server/tickets/service.ts';

/** Ids that the generated requests may use. */
interface ConformanceData {
  tickets: { id: number; messageId: number }[];
  attachments: number[];
  tags: number[];
  usedTags: number[];
  quickReplies: number[];
  groups: string[];
  /** Of one group that the requests' person owns. */
  members: { groupId: string; memberIds: number[] };
  /** Invitations to the same group. */
  invites: number[];
  /** The secret of another invitation to it, which stays valid. */
  inviteToken: string;
  quizzes: { quizId: string; answers: { fieldId: string; answer: string }[] }[];
}

// Enough for requests that consume them: deletions and quiz submissions.
const counts = {
  tickets: 20,
  attachments: 60,
  tags: 60,
  quickReplies: 10,
  quizzes: 40,
  members: 40,
  invites: 19,
};

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** Sequentially, so that every run has the same ids. */
const each = async <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (const index of range(count)) made.push(await make(index));
  return made;
};

/**
 * Fills an empty service with data of every kind; attachments through its API.
 * @param person the tickets' requester
 */
export const fillWithData = async (
  ctx: Context,
  { baseUrl, token, email }: { baseUrl: string; token: string; email: string },
): Promise<ConformanceData> => {
  const leitor = createLeitor({ baseUrl, token });
  const tickets = await each(counts.tickets, (index) =>
    createTicket(ctx, {
      subject: `Dúvida ${index}`,
      body: 'A edição de hoje não chegou.',
      main: 'Entrega',
      issue: 'Edição não recebida',
      newsletter: 'Bom Dia',
      requesterEmail: email,
    }),
  );
  const ticketOf = (index: number) => tickets[index % tickets.length]?.id ?? 0;
  const attachments = await each(counts.attachments, async (index) => {
    const arquivo = new File([`linha ${index}\n`], `nota ${index}.txt`, { type: 'text/plain' });
    const uploaded = await leitor.uploadAttachments({ id: ticketOf(index), arquivo });
    return [uploaded].flat()[0]?.id ?? 0;
  });
  const tagAt = (name: string) => createTag(ctx, { name, color: '#1D4ED8', isDefault: false });
  const tags = await each(counts.tags, (index) => tagAt(`Tag ${index}`));
  const usedTags = await each(5, (index) => tagAt(`Em uso ${index}`));
  for (const [index, { id }] of usedTags.entries()) await addTicketTag(ctx, ticketOf(index), id);
  const quickReplies = await each(counts.quickReplies, (index) =>
    createQuickReply(ctx, {
      title: `Resposta ${index}`,
      content: '<p>Olá!</p>',
      category: 'geral',
      shortcut: `/r${index}`,
    }),
  );
  await recordReading(ctx, { email });
  const groups = await each(2, async (index) => {
    const group = { name: `Grupo ${index}`, isPublic: index === 0, ownerEmail: email };
    const { groupId } = await createGroup(ctx, group);
    await addMember(ctx, groupId, index === 0 ? email : 'outra@exemplo.com.br');
    return groupId;
  });
  const groupId = groups[0] ?? '';
  for (const index of range(counts.members)) {
    await addMember(ctx, groupId, `membro${index}@exemplo.com.br`);
  }
  const members = await leitor.listGroupMembers({ groupId, limit: 100 });
  const others = members.items.filter(({ isOwner }) => !isOwner);
  return {
    tickets,
    attachments,
    tags: tags.map(({ id }) => id),
    usedTags: usedTags.map(({ id }) => id),
    quickReplies: quickReplies.map(({ id }) => id),
    groups,
    members: { groupId, memberIds: others.map(({ memberId }) => memberId) },
    invites: await each(
      counts.invites,
      async () => (await leitor.createGroupInvite({ groupId })).id,
    ),
    inviteToken: (await leitor.createGroupInvite({ groupId })).token,
    quizzes: await each(counts.quizzes, (index) => quizOf(ctx, index + 1)),
  };
};

/** A past day's quiz with its correct answers. Today's is left to the requests. */
const quizOf = async (ctx: Context, daysAgo: number) => {
  const present = ctx.now();
  const quizId = await generateQuiz({
    ...ctx,
    now: () => new Date(present.getTime() - daysAgo * dayMs),
    // The newsletter's editions do not go back that far.
    newsletter: {
      ...ctx.newsletter,
      latestEdition: (_moment, signal) => ctx.newsletter.latestEdition(present, signal),
    },
  });
  const { questions } = await getQuizWithAnswers(ctx, quizId);
  return {
    quizId,
    answers: questions.map(({ id, correctAnswer }) => ({ fieldId: id, answer: correctAnswer })),
  };
};
