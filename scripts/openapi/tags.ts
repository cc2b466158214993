import type { TagObject } from 'openapi3-ts';
import {
  aiContract,
  attachmentsContract,
  groupsContract,
  integrationsContract,
  quickRepliesContract,
  quizContract,
  rankingsContract,
  readerTicketsContract,
  remindersContract,
  repliesContract,
  reportsContract,
  streaksContract,
  tagsContract,
} from '../../contract/index.ts';

const domains = [
  { title: 'Anexos', description: 'Arquivos de um ticket.', routes: attachmentsContract },
  {
    title: 'Meus tickets',
    description: 'Os tickets de quem chama.',
    routes: readerTicketsContract,
  },
  { title: 'Tags', description: 'Etiquetas que categorizam tickets.', routes: tagsContract },
  {
    title: 'Respostas rápidas',
    description: 'Modelos de texto dos agentes.',
    routes: quickRepliesContract,
  },
  {
    title: 'Respostas automáticas',
    description: 'Respostas geradas por IA para vários tickets.',
    routes: repliesContract,
  },
  { title: 'Relatórios', description: 'Tickets em números.', routes: reportsContract },
  { title: 'Quiz', description: 'O quiz diário.', routes: quizContract },
  { title: 'IA', description: 'Agentes e ferramentas registrados.', routes: aiContract },
  { title: 'Rankings', description: 'Sequências de leitura.', routes: rankingsContract },
  {
    title: 'Sequências',
    description: 'A sequência de quem chama.',
    routes: { ...streaksContract, ...remindersContract },
  },
  { title: 'Grupos', description: 'Grupos de leitores e seus convites.', routes: groupsContract },
  {
    title: 'Integrações',
    description: 'O que outras plataformas chamam.',
    routes: integrationsContract,
  },
];

/**
 * A name without accents and spaces, such as `respostas-rapidas`, because generators derive class names from
 * it.
 */
const nameOf = (title: string): string =>
  title.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(' ', '-').toLowerCase();

/** The document's tags, one per domain. */
export const tags: TagObject[] = domains.map(({ title, description }) => ({
  name: nameOf(title),
  description,
  'x-displayName': title,
}));

/** The tag of an operation. */
export const tagOf = (operationId: string): string => {
  const domain = domains.find(({ routes }) => operationId in routes);
  if (!domain) throw new Error(`operation ${operationId} has no tag`);
  return nameOf(domain.title);
};
