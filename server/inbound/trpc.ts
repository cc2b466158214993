import { z } from 'zod';
import { bodyId } from '../../contract/index.ts';
import { idCursor } from '../trpc/fields.ts';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { ingestMail } from './ingest.ts';
import { getQuarantined, inboundStatus, listInbound, retryQuarantined } from './service.ts';

const page = z.object({
  outcome: z.enum(['new-ticket', 'reply', 'ignored', 'quarantined']).optional(),
  cursor: idCursor.optional(),
  limit: z.int().min(1).max(100).default(20),
});

/** Mail from readers. */
export const inboundRouter = router({
  ingest: agentProcedure
    .input(z.object({ raw: z.base64().min(1).describe('The mail (RFC 5322) in base64') }))
    .mutation(({ ctx, input }) =>
      ingestMail(ctx, Buffer.from(input.raw, 'base64'), { source: 'gateway' }),
    ),
  list: agentProcedure
    .input(page.prefault({}))
    .query(({ ctx, input: { cursor, ...rest } }) =>
      listInbound(ctx, { ...rest, beforeId: cursor }),
    ),
  get: adminProcedure
    .input(z.object({ id: bodyId }))
    .query(({ ctx, input }) => getQuarantined(ctx, input.id)),
  status: agentProcedure.query(({ ctx }) => inboundStatus(ctx)),
  retry: adminProcedure
    .input(z.object({ id: bodyId }))
    .mutation(({ ctx, input }) => retryQuarantined(ctx, input.id)),
});
