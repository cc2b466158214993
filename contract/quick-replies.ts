import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import {
  changeable,
  id,
  messageAndDataEnvelope,
  pathId,
  shortText,
  timestamp,
  visibleLine,
} from './fields.ts';
import { changeOutcomes } from './outcome.ts';

export const QuickReply = z
  .object({
    id: id.describe('Identificador da resposta rápida.'),
    titulo: z.string().meta({ description: 'Título, para os agentes.' }),
    conteudo: z.string().meta({
      description:
        'HTML já sanitizado (links http, https e mailto; sem `tel:` e sem imagens), ou texto puro como foi escrito.',
    }),
    categoria: z.string().meta({
      description: 'Valores comuns: `saudacao`, `despedida`, `tecnico`, `financeiro`, `geral`.',
    }),
    atalho: z.string().meta({ description: 'Começa com `/` e é único entre as respostas.' }),
    updatedAt: timestamp.describe('Quando foi alterada.'),
  })
  .meta({
    id: 'QuickReply',
    description: 'Resposta rápida: um modelo de texto para os agentes.',
    example: {
      id: 3,
      titulo: 'Boas-vindas',
      conteudo: '<p>Olá! Como podemos ajudar?</p>',
      categoria: 'saudacao',
      atalho: '/ola',
      updatedAt: '2026-03-10T14:30:00.000Z',
    },
  });
export type QuickReply = z.infer<typeof QuickReply>;

/** The rules of a quick reply's fields. */
export const quickReplyFields = {
  title: visibleLine(200),
  content: shortText(50_000).min(1, 'é obrigatório'),
  category: visibleLine(60),
  shortcut: shortText(60)
    .regex(/^\s*\/\S+\s*$/, 'deve começar com / e não pode conter espaços')
    .normalize('NFC')
    .trim(),
};

/** The fields of a quick reply that can change; absent fields stay. */
export const UpdateQuickReply = z
  .object({
    titulo: changeable(quickReplyFields.title).describe('Título, para os agentes.'),
    conteudo: changeable(quickReplyFields.content).describe('Texto ou HTML, que será sanitizado.'),
    categoria: changeable(quickReplyFields.category).describe('Categoria, em texto livre.'),
    atalho: changeable(quickReplyFields.shortcut).describe(
      'Começa com `/` e é único entre as respostas.',
    ),
  })
  .meta({
    id: 'UpdateQuickReply',
    description: 'O que muda em uma resposta rápida.',
    example: { titulo: 'Boas-vindas', atalho: '/ola' },
  });
export type UpdateQuickReply = z.input<typeof UpdateQuickReply>;

export const quickRepliesContract = initContract().router({
  updateQuickReply: {
    method: 'PATCH',
    path: '/support/quick-replies/:quickReplyId',
    summary: 'Alterar uma resposta rápida',
    description: 'Altera somente os campos enviados.',
    pathParams: z.object({ quickReplyId: pathId.describe('Identificador da resposta rápida.') }),
    body: UpdateQuickReply,
    ...changeOutcomes(
      { 200: messageAndDataEnvelope('QuickReplyResponse', QuickReply) },
      {
        access: 'agent',
        cost: 'write',
        failures: ['quick-reply-not-found', 'quick-reply-shortcut-taken', 'quick-reply-empty'],
      },
    ),
  },
});
