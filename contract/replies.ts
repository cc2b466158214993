import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { textOf } from './failures.ts';
import { bodyId, count, dataEnvelope, IdempotencyHeaders, id, line } from './fields.ts';
import { idempotencyFailures, outcomes } from './outcome.ts';

/** The most tickets one batch takes (specification §8). */
export const maxBatchSize = 50;

const confidence = z.number().min(0).max(1).meta({ description: 'Confiança, de 0 a 1.' });

/** What a batch of automatic replies asks for (specification §4.4). */
export const CreateBatchReplies = z
  .object({
    support_ids: z
      .array(bodyId)
      .min(1)
      .max(maxBatchSize, textOf('batch-too-large'))
      .meta({ description: 'De 1 a 50 tickets; repetidos contam uma vez.' }),
    salvar: z.boolean().default(false).meta({ description: 'Salvar as respostas nos tickets.' }),
    autor: line(120).default('IA Assistant').meta({ description: 'Autor das mensagens salvas.' }),
    enviar_email: z
      .boolean()
      .default(false)
      .meta({ description: 'Enviar e-mail nos tickets que têm um endereço.' }),
  })
  .meta({ id: 'CreateBatchReplies', example: { support_ids: [42, 43], salvar: false } });
export type CreateBatchReplies = z.input<typeof CreateBatchReplies>;

/** One generated, unsaved reply (specification §2.9). */
export const BatchReplyPreview = z
  .object({
    ticket_id: id,
    resposta: z.string().meta({ description: 'HTML sanitizado.' }),
    confianca: confidence,
    baseado_em_similares: z.boolean(),
    tickets_similares_usados: count,
  })
  .meta({ id: 'BatchReplyPreview' });
export type BatchReplyPreview = z.infer<typeof BatchReplyPreview>;

/** What became of one ticket of a saving batch (specification §2.9). */
export const BatchReplyResult = z
  .object({
    ticket_id: id,
    sucesso: z.boolean(),
    resposta_salva: z.boolean(),
    email_enviado: z.boolean(),
    confianca: confidence,
    erro: z.string().optional().meta({ description: 'Motivo, somente em uma falha.' }),
  })
  .meta({ id: 'BatchReplyResult' });
export type BatchReplyResult = z.infer<typeof BatchReplyResult>;

/** The answer of a batch that only generates. */
export const BatchPreview = z
  .object({
    modo: z.literal('lote_preview'),
    tickets_processados: count,
    sucesso: count,
    falhas: count,
    respostas: z.array(BatchReplyPreview),
  })
  .meta({ id: 'BatchPreview' });
export type BatchPreview = z.infer<typeof BatchPreview>;

/** The answer of a batch that saves. */
export const BatchSave = z
  .object({
    modo: z.literal('lote_com_salvamento'),
    tickets_processados: count,
    salvos: count,
    falhas: count,
    resultados: z.array(BatchReplyResult),
  })
  .meta({ id: 'BatchSave' });
export type BatchSave = z.infer<typeof BatchSave>;

export const repliesContract = initContract().router({
  createBatchReplies: {
    method: 'POST',
    path: '/support/fast-response/lote',
    summary: 'Gerar respostas automáticas em lote',
    description:
      'Gera uma resposta para cada ticket. Com `salvar`, as respostas com confiança suficiente são salvas.',
    headers: IdempotencyHeaders,
    body: CreateBatchReplies,
    ...outcomes(
      {
        200: dataEnvelope(
          'BatchRepliesResponse',
          z.discriminatedUnion('modo', [BatchPreview, BatchSave]).meta({ id: 'BatchReplies' }),
        ),
      },
      { access: 'agent', cost: 'batch', failures: [...idempotencyFailures, 'batch-too-large'] },
    ),
  },
});
