import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { modelAuthor } from './constants.ts';
import { bodyId, count, dataEnvelope, emptiable, id, line } from './fields.ts';
import { changeOutcomes, failingWith } from './outcome.ts';

/** The most tickets in one batch. */
export const maxBatchSize = 50;

const confidence = z
  .number()
  .min(0)
  .max(1)
  .meta({ description: 'Confiança, de 0 a 1.', example: 0.86 });
const processed = count.describe('Tickets distintos do lote.');
const failed = count.describe('Tickets que ficaram sem resposta.');
const ticketId = id.describe('Identificador do ticket.');

/** A batch of automatic replies (docs/behaviour/tickets.md#batch-replies). */
export const CreateBatchReplies = z
  .object({
    support_ids: z
      .array(bodyId)
      .min(1)
      .refine((ids) => ids.length <= maxBatchSize, {
        ...failingWith('batch-too-large'),
        when: ({ value }) => Array.isArray(value),
      })
      .meta({
        maxItems: maxBatchSize,
        description: 'De 1 a 50 tickets; repetidos contam uma vez.',
      }),
    salvar: emptiable(z.boolean().default(false).describe('Salvar as respostas nos tickets.')),
    autor: emptiable(line(120).default(modelAuthor).describe('Autor das mensagens salvas.')),
    enviar_email: emptiable(
      z.boolean().default(false).describe('Enviar e-mail nos tickets que têm um endereço.'),
    ),
  })
  .meta({
    id: 'CreateBatchReplies',
    description: 'Os tickets de um lote, e o que fazer com as respostas.',
    example: { support_ids: [42, 43], salvar: false },
  });
export type CreateBatchReplies = z.input<typeof CreateBatchReplies>;

/** A generated reply that was not saved. */
export const BatchReplyPreview = z
  .object({
    ticket_id: ticketId,
    resposta: z
      .string()
      .meta({ description: 'HTML sanitizado.', example: '<p>Olá! Segue a segunda via.</p>' }),
    confianca: confidence,
    baseado_em_similares: z.boolean().describe('Se há tickets parecidos já resolvidos.'),
    tickets_similares_usados: count.describe('Quantos tickets parecidos foram usados.'),
  })
  .meta({ id: 'BatchReplyPreview', description: 'Resposta gerada e não salva.' });
export type BatchReplyPreview = z.infer<typeof BatchReplyPreview>;

/** The result for one ticket of a batch that saves. */
export const BatchReplyResult = z
  .object({
    ticket_id: ticketId,
    sucesso: z.boolean().meta({ description: 'Se o ticket foi respondido.', example: true }),
    resposta_salva: z
      .boolean()
      .meta({ description: 'Se a resposta está no ticket.', example: true }),
    email_enviado: z
      .boolean()
      .meta({ description: 'Se o servidor de e-mail aceitou a mensagem.', example: true }),
    confianca: confidence,
    erro: z
      .string()
      .optional()
      .meta({ description: 'Motivo, somente em uma falha.', example: 'Ticket não encontrado' }),
  })
  .meta({
    id: 'BatchReplyResult',
    description: 'Resultado de um ticket.',
    example: {
      ticket_id: 42,
      sucesso: true,
      resposta_salva: true,
      email_enviado: true,
      confianca: 0.86,
    },
  });
export type BatchReplyResult = z.infer<typeof BatchReplyResult>;

/** The result of a batch that only generates replies. */
export const BatchPreview = z
  .object({
    modo: z.literal('lote_preview').describe('As respostas foram somente geradas.'),
    tickets_processados: processed,
    sucesso: count.describe('Tickets com uma resposta gerada.'),
    falhas: failed,
    respostas: z.array(BatchReplyPreview).describe('As respostas geradas.'),
  })
  .meta({ id: 'BatchPreview', description: 'Resultado de um lote que somente gera.' });
export type BatchPreview = z.infer<typeof BatchPreview>;

/** The result of a batch that saves replies. */
export const BatchSave = z
  .object({
    modo: z.literal('lote_com_salvamento').describe('As respostas foram salvas nos tickets.'),
    tickets_processados: processed,
    salvos: count.describe('Tickets com a resposta salva.'),
    falhas: failed,
    resultados: z.array(BatchReplyResult).describe('O resultado de cada ticket.'),
  })
  .meta({ id: 'BatchSave', description: 'Resultado de um lote que salva.' });
export type BatchSave = z.infer<typeof BatchSave>;

export const repliesContract = initContract().router({
  createBatchReplies: {
    method: 'POST',
    path: '/support/fast-response/lote',
    summary: 'Gerar respostas automáticas em lote',
    description:
      'Gera uma resposta para cada ticket. Com `salvar`, as respostas com confiança suficiente são salvas.',
    body: CreateBatchReplies,
    ...changeOutcomes(
      {
        200: dataEnvelope(
          'BatchRepliesResponse',
          z
            .discriminatedUnion('modo', [BatchPreview, BatchSave])
            .meta({ id: 'BatchReplies', description: 'Resultado de um lote, conforme `modo`.' }),
        ),
      },
      { access: 'agent', cost: 'batch', failures: ['batch-too-large'] },
    ),
  },
});
