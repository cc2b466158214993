import type { Config } from '../../server/config/config.ts';
import { civilDayOf } from '../../server/core/civil-time.ts';
import { type CheckedContext, inTransaction } from '../../server/core/context.ts';
import { createQuickReply, listQuickReplies } from '../../server/quick-replies/service.ts';
import { draftQuiz } from '../../server/quiz/generation/drafting.ts';
import { createDrafts } from '../../server/replies/drafts.ts';
import { createTag, listTags } from '../../server/tags/service.ts';
import { addTicketTag } from '../../server/tickets/changes/tag-ticket.ts';
import { listTickets, queueTickets } from '../../server/tickets/lists/list-tickets.ts';
import { createTicket } from '../../server/tickets/service.ts';
import { seedQuizzes } from './demo-quizzes.ts';
import { demoReaders, seedReaders } from './demo-readers.ts';
import { seedTickets } from './demo-tickets.ts';

const tags = [
  { name: 'Assinatura', color: '#1D4ED8', isDefault: true },
  { name: 'Cobrança', color: '#B91C1C', isDefault: false },
  { name: 'Técnico', color: '#047857', isDefault: false },
  { name: 'Sugestão', color: '#7C3AED', isDefault: false },
];

const quickReplies = [
  {
    title: 'Boas-vindas',
    content:
      '<p>Olá, {{primeiro_nome}}! Obrigado por ler a {{newsletter}}. Como podemos ajudar?</p>',
    category: 'saudacao',
    shortcut: '/ola',
  },
  {
    title: 'Segunda via do boleto',
    content: '<p>Enviamos a segunda via para o seu e-mail. Ela vence em <b>3 dias úteis</b>.</p>',
    category: 'financeiro',
    shortcut: '/boleto',
  },
];

const tickets = [
  {
    subject: 'Não recebi a edição de hoje',
    body: 'Bom dia! A edição de hoje não chegou no meu e-mail. Ontem chegou normalmente.',
    main: 'Entrega',
    issue: 'Edição não recebida',
    requester: { email: 'maria@exemplo.com.br', name: 'Maria Souza' },
    tag: 'Técnico',
  },
  {
    subject: 'Cobrança em duplicidade',
    body: 'Fui cobrado duas vezes neste mês. Podem verificar, por favor?',
    main: 'Financeiro',
    issue: 'Cobrança duplicada',
    requester: { email: 'joao@exemplo.com.br', name: 'João Pereira' },
    tag: 'Cobrança',
  },
  {
    subject: 'Como troco o meu e-mail?',
    body: 'Quero receber a newsletter em outro endereço. Onde mudo isso?',
    main: 'Conta',
    issue: 'Troca de e-mail',
    requester: { email: 'ana@exemplo.com.br', name: 'Ana Lima' },
    tag: 'Assinatura',
  },
] as const;

const draftCount = 6;

/** Returns true if the stubs of newsletter and model write the quiz. */
export const hasStubQuiz = ({ sandbox, llm, newsletter }: Config): boolean =>
  sandbox && !llm && !newsletter;

/**
 * Fills an empty database with demo data and returns true if it did. It leaves a database with tags, quick
 * replies or tickets unchanged.
 * @param options.quiz lets the model draft today's quiz and replies; leave it out for a model that costs
 * money
 */
export const seedDemo = async (
  ctx: CheckedContext,
  options: { quiz: boolean },
): Promise<boolean> => {
  const [anyTag] = await listTags(ctx);
  const [anyReply] = await listQuickReplies(ctx, {});
  const { items } = await listTickets(ctx, { sort: 'newest', limit: 1 });
  if (anyTag || anyReply || items.length > 0) return false;

  const tagIds = new Map<string, number>();
  for (const tag of tags) tagIds.set(tag.name, (await createTag(ctx, tag)).id);
  for (const reply of quickReplies) await createQuickReply(ctx, reply);
  for (const ticket of tickets) {
    const { id } = await createTicket(ctx, {
      subject: ticket.subject,
      body: ticket.body,
      main: ticket.main,
      issue: ticket.issue,
      newsletter: 'Bom Dia',
      requesterEmail: ticket.requester.email,
      requesterName: ticket.requester.name,
    });
    const tagId = tagIds.get(ticket.tag);
    if (tagId !== undefined) await addTicketTag(ctx, id, tagId);
  }
  await inTransaction(ctx, async (tx) => {
    const readers = demoReaders(civilDayOf(tx.now()));
    await seedTickets(tx, { readers, tagIds });
    await seedQuizzes(tx, readers);
    // The readers are stored after the quizzes, because a passed quiz credits its day.
    await seedReaders(tx, readers);
  });
  if (options.quiz) {
    await draftQuiz(ctx);
    const waiting = await queueTickets(ctx, { limit: draftCount });
    await createDrafts(
      ctx,
      waiting.items.map(({ id }) => id),
    );
  }
  return true;
};
