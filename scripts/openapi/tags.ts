import type { TagObject } from 'openapi3-ts';
import {
  aiContract,
  attachmentsContract,
  quickRepliesContract,
  quizContract,
  repliesContract,
  reportsContract,
  streaksContract,
  tagsContract,
} from '../../contract/index.ts';

// Names have no accents: generated clients make class names of them.
const domains = [
  {
    name: 'anexos',
    title: 'Anexos',
    description: 'Arquivos de um ticket.',
    routes: attachmentsContract,
  },
  {
    name: 'tags',
    title: 'Tags',
    description: 'Etiquetas que categorizam tickets.',
    routes: tagsContract,
  },
  {
    name: 'respostas-rapidas',
    title: 'Respostas rápidas',
    description: 'Modelos de texto dos agentes.',
    routes: quickRepliesContract,
  },
  {
    name: 'respostas-automaticas',
    title: 'Respostas automáticas',
    description: 'Respostas geradas por IA para vários tickets.',
    routes: repliesContract,
  },
  {
    name: 'relatorios',
    title: 'Relatórios',
    description: 'Tickets em números.',
    routes: reportsContract,
  },
  { name: 'quiz', title: 'Quiz', description: 'O quiz diário.', routes: quizContract },
  {
    name: 'ia',
    title: 'IA',
    description: 'Agentes e ferramentas registrados.',
    routes: aiContract,
  },
  {
    name: 'rankings',
    title: 'Rankings',
    description: 'Sequências de leitura.',
    routes: streaksContract,
  },
];

/** The document's groups of operations, one a domain. */
export const tags: TagObject[] = domains.map(({ name, title, description }) => ({
  name,
  description,
  'x-displayName': title,
}));

/** The group an operation belongs to. */
export const tagOf = (operationId: string): string => {
  const domain = domains.find(({ routes }) => operationId in routes);
  if (!domain) throw new Error(`operation ${operationId} has no tag`);
  return domain.name;
};
