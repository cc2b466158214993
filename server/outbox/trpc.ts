import { z } from 'zod';
import { idOf, idPage } from '../trpc/fields.ts';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { dryRun, Rehearsal, rehearsable, rehearse } from '../trpc/rehearse.ts';
import { ListedMails, Mail, Undone } from './outputs.ts';
import { dropMail, listMails, retryMail, undoMail } from './service.ts';

const page = z.object({
  status: z
    .enum(['pending', 'sending', 'sent', 'failed', 'unknown', 'dropped', 'bounced'])
    .optional()
    .describe('Only mails with this status'),
  ticketId: idOf('a ticket').optional(),
  ...idPage,
});

const mail = z.object({ id: idOf('a mail') });

export const outboxRouter = router({
  list: agentProcedure
    .meta({ description: 'Lists mails, newest first', effect: 'read' })
    .input(page.prefault({}))
    .output(ListedMails)
    .query(({ ctx, input: { cursor, ...rest } }) => listMails(ctx, { ...rest, beforeId: cursor })),
  retry: adminProcedure
    .meta({ description: 'Sends a failed or unknown mail again', effect: 'outward' })
    .input(mail)
    .output(Mail)
    .mutation(({ ctx, input }) => retryMail(ctx, input.id)),
  undo: agentProcedure
    .meta({ description: 'Takes a mail and its message back before it is sent', effect: 'destroy' })
    .input(mail.extend({ dryRun }))
    .output(Undone)
    .mutation(({ ctx, input }) => rehearse(ctx, input, (tx) => undoMail(tx, input.id))),
  drop: adminProcedure
    .meta({ description: 'Gives a mail up', effect: 'destroy' })
    .input(mail.extend({ dryRun }))
    .output(Rehearsal)
    .mutation(rehearsable((ctx, { id }) => dropMail(ctx, id))),
});
