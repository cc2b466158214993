import { z } from 'zod';
import { mapPage } from '../core/page.ts';
import { idOf } from '../trpc/fields.ts';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { dryRun, Rehearsal, rehearsable, rehearse } from '../trpc/rehearse.ts';
import { pageOf, wholeList } from '../trpc/whole-list.ts';
import { reconcileAttachments } from './janitor.ts';
import { rotateLinkKey } from './links.ts';
import { Attachments, Reconciliation, RotatedKey } from './outputs.ts';
import { deleteAttachment, listAttachments } from './service.ts';

export const attachmentsRouter = router({
  list: agentProcedure
    .meta({ description: 'Lists the attachments of a ticket', effect: 'read' })
    .input(wholeList.extend({ ticketId: idOf('a ticket') }))
    .output(Attachments)
    .query(async ({ ctx, input }) => {
      const page = pageOf(await listAttachments(ctx, input.ticketId), input, ({ id }) =>
        String(id),
      );
      return mapPage(page, ({ sha256, ...rest }) => ({ ...rest, sha256: sha256.toString('hex') }));
    }),
  delete: agentProcedure
    .meta({ description: 'Deletes an attachment and its file', effect: 'destroy' })
    .input(z.object({ id: idOf('an attachment'), dryRun }))
    .output(Rehearsal)
    .mutation(rehearsable((ctx, { id, ...options }) => deleteAttachment(ctx, id, options))),
  rotateLinkKey: adminProcedure
    .meta({ description: 'Replaces the key that signs download addresses', effect: 'destroy' })
    .input(
      z
        .object({
          immediately: z
            .boolean()
            .default(false)
            .describe('Issued addresses end at once, not when they expire'),
          dryRun,
        })
        .prefault({}),
    )
    .output(RotatedKey)
    .mutation(({ ctx, input }) => rehearse(ctx, input, (tx) => rotateLinkKey(tx, input))),
  janitor: adminProcedure
    .meta({
      description: 'Removes what interrupted uploads and deletions left behind',
      effect: 'destroy',
    })
    .input(
      z
        .object({ dryRun: z.boolean().default(false).describe('Only lists what would be removed') })
        .prefault({}),
    )
    .output(Reconciliation)
    .mutation(({ ctx, input }) => reconcileAttachments(ctx, input)),
});
