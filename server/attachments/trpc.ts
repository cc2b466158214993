import { z } from 'zod';
import { bodyId } from '../../contract/index.ts';
import { procedure, router } from '../trpc/procedures.ts';
import { reconcileAttachments } from './janitor.ts';
import { rotateLinkKey } from './links.ts';
import { deleteAttachment, listAttachments } from './service.ts';

export const attachmentsRouter = router({
  list: procedure.input(z.object({ ticketId: bodyId })).query(async ({ ctx, input }) =>
    (await listAttachments(ctx, input.ticketId)).map(({ sha256, ...attachment }) => ({
      ...attachment,
      sha256: sha256.toString('hex'),
    })),
  ),
  delete: procedure
    .input(z.object({ id: bodyId }))
    .mutation(({ ctx, input }) => deleteAttachment(ctx, input.id)),
  rotateLinkKey: procedure
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
  janitor: procedure
    .input(
      z
        .object({ dryRun: z.boolean().default(false).describe('Only lists what would be removed') })
        .prefault({}),
    )
    .mutation(({ ctx, input }) => reconcileAttachments(ctx, input)),
});
