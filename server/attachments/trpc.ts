import { z } from 'zod';
import { bodyId } from '../../contract/index.ts';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { reconcileAttachments } from './janitor.ts';
import { deleteAttachment, listAttachments } from './service.ts';

export const attachmentsRouter = router({
  list: agentProcedure.input(z.object({ ticketId: bodyId })).query(async ({ ctx, input }) =>
    (await listAttachments(ctx, input.ticketId)).map(({ sha256, ...attachment }) => ({
      ...attachment,
      sha256: sha256.toString('hex'),
    })),
  ),
  delete: agentProcedure
    .input(z.object({ id: bodyId }))
    .mutation(({ ctx, input }) => deleteAttachment(ctx, input.id)),
  janitor: adminProcedure
    .input(
      z
        .object({ dryRun: z.boolean().default(false).describe('Só lista o que seria removido') })
        .prefault({}),
    )
    .mutation(({ ctx, input }) => reconcileAttachments(ctx, input)),
});
