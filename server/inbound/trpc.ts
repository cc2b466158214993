import { z } from 'zod';
import { bodyId } from '../../contract/index.ts';
import { idOf, idPage } from '../trpc/fields.ts';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { ingestMail } from './ingest.ts';
import {
  Dismissed,
  InboundMails,
  InboundStatus,
  IngestResult,
  MailText,
  outcome,
  Released,
} from './outputs.ts';
import {
  dismissInbound,
  getInbound,
  inboundStatus,
  listInbound,
  releaseInbound,
  retryInbound,
} from './service.ts';

const page = z.object({
  outcome: outcome.optional().describe('Only mails that became this'),
  unseen: z.boolean().optional().describe('Set aside, and nobody has looked at them'),
  ...idPage,
});

const mail = z.object({ id: idOf('a received mail') });

export const inboundRouter = router({
  ingest: agentProcedure
    .meta({ description: 'Takes in a raw mail', effect: 'change', large: true })
    .input(z.object({ raw: z.base64().min(1).describe('The mail (RFC 5322) in base64') }))
    .output(IngestResult)
    .mutation(({ ctx, input }) =>
      ingestMail(ctx, Buffer.from(input.raw, 'base64'), { source: 'gateway' }),
    ),
  list: agentProcedure
    .meta({ description: 'Lists received mails with their outcome', effect: 'read' })
    .input(page.prefault({}))
    .output(InboundMails)
    .query(({ ctx, input: { cursor, ...rest } }) =>
      listInbound(ctx, { ...rest, beforeId: cursor }),
    ),
  get: agentProcedure
    .meta({ description: 'Shows a mail as text', effect: 'read' })
    .input(mail)
    .output(MailText)
    .query(({ ctx, input }) => getInbound(ctx, input.id)),
  status: agentProcedure
    .meta({ description: 'Shows the state of the mailbox', effect: 'read' })
    .output(InboundStatus)
    .query(({ ctx }) => inboundStatus(ctx)),
  release: agentProcedure
    .meta({ description: "Takes a mail that was set aside as a person's", effect: 'change' })
    .input(mail)
    .output(Released)
    .mutation(({ ctx, input }) => releaseInbound(ctx, input.id)),
  dismiss: agentProcedure
    .meta({ description: 'Notes that mails that were set aside need nothing', effect: 'change' })
    .input(z.object({ ids: z.array(bodyId).min(1).max(100).describe('The ids of received mails') }))
    .output(Dismissed)
    .mutation(({ ctx, input }) => dismissInbound(ctx, input.ids)),
  retry: adminProcedure
    .meta({ description: 'Reads a mail again', effect: 'change' })
    .input(mail)
    .output(IngestResult)
    .mutation(({ ctx, input }) => retryInbound(ctx, input.id)),
});
