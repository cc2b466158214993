import { z } from 'zod';
import { bodyId } from '../../contract/index.ts';
import { idCursor } from '../trpc/fields.ts';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { ingestMail } from './ingest.ts';
import {
  dismissInbound,
  getInbound,
  inboundStatus,
  listInbound,
  releaseInbound,
  retryInbound,
} from './service.ts';

const page = z.object({
  outcome: z.enum(['new-ticket', 'reply', 'ignored', 'quarantined']).optional(),
  unseen: z.boolean().optional().describe('Set aside, and nobody has looked at them'),
  cursor: idCursor.optional(),
  limit: z.int().min(1).max(100).default(20),
});

const mail = z.object({ id: bodyId });

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
  get: agentProcedure.input(mail).query(({ ctx, input }) => getInbound(ctx, input.id)),
  status: agentProcedure.query(({ ctx }) => inboundStatus(ctx)),
  release: agentProcedure.input(mail).mutation(({ ctx, input }) => releaseInbound(ctx, input.id)),
  dismiss: agentProcedure
    .input(z.object({ ids: z.array(bodyId).min(1).max(100) }))
    .mutation(({ ctx, input }) => dismissInbound(ctx, input.ids)),
  retry: adminProcedure.input(mail).mutation(({ ctx, input }) => retryInbound(ctx, input.id)),
});
