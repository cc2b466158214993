import { z } from 'zod';
import { maxId } from '../../contract/index.ts';
import { idOf } from '../trpc/fields.ts';
import { because } from '../trpc/input-issue.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import { dryRun, rehearse } from '../trpc/rehearse.ts';
import { showPresence } from './conversation/presence.ts';
import {
  composedHtml,
  NewForward,
  replyHtml,
  sendEmail,
  sendingInput,
  ticketId,
} from './inputs.ts';
import {
  Composing,
  ComposingRevision,
  MailedMessage,
  Presence,
  SentForward,
  SentReply,
} from './outputs.ts';
import { discardComposing, getComposing, saveComposing } from './replying/composing.ts';
import { forwardMessage } from './replying/forward.ts';
import { mailMessage } from './replying/mail-message.ts';
import { replyToTicket } from './replying/reply.ts';

const revision = z.int().min(0).max(maxId);

const composingRouter = router({
  get: agentProcedure
    .meta({ description: 'Shows what the caller is writing on a ticket', effect: 'read' })
    .input(ticketId)
    .output(Composing)
    .query(({ ctx, input }) => getComposing(ctx, input.id)),
  save: agentProcedure
    .meta({ description: 'Saves what the caller is writing on a ticket', effect: 'change' })
    .input(
      ticketId.extend({
        html: composedHtml.describe('The text as HTML'),
        revision: revision.describe('The one that get or the last save returned'),
      }),
    )
    .output(ComposingRevision)
    .mutation(({ ctx, input: { id, ...text } }) => saveComposing(ctx, id, text)),
  discard: agentProcedure
    .meta({ description: 'Discards what the caller is writing on a ticket', effect: 'destroy' })
    .input(ticketId.extend({ dryRun }))
    .output(ComposingRevision)
    .mutation(({ ctx, input }) => rehearse(ctx, input, (tx) => discardComposing(tx, input.id))),
});

/** Replies, forwards, unsent texts, and who is writing. */
export const replyProcedures = {
  mailMessage: agentProcedure
    .meta({ description: 'Mails a saved message of ours, once', effect: 'outward' })
    .input(z.object({ messageId: idOf('a message') }))
    .output(MailedMessage)
    .mutation(({ ctx, input }) => mailMessage(ctx, input.messageId)),
  reply: agentProcedure
    .meta({ description: 'Replies to a ticket, by mail if asked', effect: 'outward' })
    .input(
      ticketId
        .extend({
          html: replyHtml.optional().describe('The reply as HTML'),
          quickReplyId: idOf('a quick reply to send instead').optional(),
          ...sendingInput,
          sendEmail: sendEmail.default(false),
          composingRevision: revision
            .optional()
            .describe('Refuses the reply if the unsent text has another revision'),
        })
        .refine(
          ({ html, quickReplyId }) => (html === undefined) !== (quickReplyId === undefined),
          because('must have html or quickReplyId, and not both'),
        ),
    )
    .output(SentReply)
    .mutation(({ ctx, input: { id, html, quickReplyId, ...sending } }) =>
      replyToTicket(
        ctx,
        id,
        html === undefined ? { quickReplyId: quickReplyId ?? 0 } : { html },
        sending,
      ),
    ),
  forward: agentProcedure
    .meta({
      description:
        'Mails a message to people outside; what they answer becomes a note, the reader gets neither',
      effect: 'outward',
    })
    .input(NewForward)
    .output(SentForward)
    .mutation(({ ctx, input: { id, ...forward } }) => forwardMessage(ctx, id, forward)),
  presence: agentProcedure
    .meta({
      description: 'Shows who else has a ticket open, and shows the caller to them',
      effect: 'change',
    })
    .input(
      ticketId.extend({
        state: z.enum(['viewing', 'typing', 'left']).describe('What the caller does there'),
      }),
    )
    .output(Presence)
    .mutation(({ ctx, input }) => showPresence(ctx, input.id, input.state)),
  composing: composingRouter,
};
