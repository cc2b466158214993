import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { id, line, messageAndDataEnvelope, pathId, shortText, timestamp } from './fields.ts';
import { outcomes } from './outcome.ts';

/** A quick reply (specification §2.4). */
export const QuickReply = z
  .object({
    id,
    titulo: z.string(),
    conteudo: z.string().meta({ description: 'Pode conter HTML, já sanitizado.' }),
    categoria: z.string().meta({
      description: 'Valores comuns: `saudacao`, `despedida`, `tecnico`, `financeiro`, `geral`.',
    }),
    atalho: z.string().meta({ description: 'Começa com `/` e é único entre as respostas.' }),
    updatedAt: timestamp,
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

/** The title, content, category and shortcut of a quick reply, as they may be written. */
export const quickReplyFields = {
  title: line(200),
  content: shortText(50_000).min(1, 'é obrigatório'),
  category: line(60),
  shortcut: shortText(60)
    .regex(/^\s*\/\S+\s*$/, 'deve começar com / e não pode conter espaços')
    .normalize('NFC')
    .trim(),
};

/** What may change in a quick reply (specification §4.3); only the fields sent do. */
export const UpdateQuickReply = z
  .object({
    titulo: quickReplyFields.title.optional(),
    conteudo: quickReplyFields.content.optional(),
    categoria: quickReplyFields.category.optional(),
    atalho: quickReplyFields.shortcut.optional(),
  })
  .meta({ id: 'UpdateQuickReply', example: { titulo: 'Boas-vindas', atalho: '/ola' } });
export type UpdateQuickReply = z.input<typeof UpdateQuickReply>;

export const quickRepliesContract = initContract().router({
  updateQuickReply: {
    method: 'PATCH',
    path: '/support/quick-replies/:quickReplyId',
    summary: 'Alterar uma resposta rápida',
    description: 'Altera somente os campos enviados.',
    pathParams: z.object({ quickReplyId: pathId.describe('Identificador da resposta rápida.') }),
    body: UpdateQuickReply,
    ...outcomes(
      { 200: messageAndDataEnvelope('QuickReplyResponse', QuickReply) },
      {
        access: 'agent',
        cost: 'write',
        failures: ['quick-reply-not-found', 'quick-reply-shortcut-taken'],
      },
    ),
  },
});
