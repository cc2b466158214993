import type { TagObject } from 'openapi3-ts';
import {
  aiContract,
  attachmentsContract,
  groupsContract,
  integrationsContract,
  quickRepliesContract,
  quizContract,
  rankingsContract,
  repliesContract,
  reportsContract,
  streaksContract,
  tagsContract,
} from '../../contract/index.ts';

// Names without accents: generators derive class names from them.
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
    routes: rankingsContract,
  },
  {
    name: 'sequencias',
    title: 'Sequências',
    description: 'A sequência de quem chama.',
    routes: streaksContract,
  },
  {
    name: 'grupos',
    title: 'Grupos',
    description: 'Grupos de leitores e seus convites.',
    routes: groupsContract,
  },
  {
    name: 'integracoes',
    title: 'Integrações',
    description: 'O que outras plataformas chamam.',
    routes: integrationsContract,
  },
];

/** The document's tags, one per domain. */
export const tags: TagObject[] = domains.map(({ name, title, description }) => ({
  name,
  description,
  'x-displayName': title,
}));

/** The tag of an operation. */
export const tagOf = (operationId: string): string => {
  const domain = domains.find(({ routes }) => operationId in routes);
  if (!domain) throw new Error(`operation ${operationId} has no tag`);
  return domain.name;
};
