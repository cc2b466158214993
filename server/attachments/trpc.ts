import { z } from 'zod';
import { bodyId } from '../../contract/index.ts';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { reconcileAttachments } from './janitor.ts';
import { rotateLinkKey } from './links.ts';
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
  rotateLinkKey: adminProcedure
    .input(
      z
        .object({
          immediately: z
            .boolean()
            .default(false)
            .describe('Issued addresses end at once, not when they expire'),
        })
        .prefault({}),
    )
    .mutation(({ ctx, input }) => rotateLinkKey(ctx, input)),
  janitor: adminProcedure
    .input(
      z
        .object({ dryRun: z.boolean().default(false).describe('Only lists what would be removed') })
        .prefault({}),
    )
    .mutation(({ ctx, input }) => reconcileAttachments(ctx, input)),
});
