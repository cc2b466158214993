import { z } from 'zod';
import { email, TicketStatus } from '../../../contract/index.ts';
import { withKnownVariables } from '../../quick-replies/inputs.ts';
import { idOf, moment } from '../../trpc/fields.ts';
import { because } from '../../trpc/input-issue.ts';
import { messageBody, replyHtml, sendEmail } from '../inputs.ts';

const snoozedUntil = z.union([
  moment,
  z
    .object({
      days: z.int().min(0).max(365).describe('Days from now'),
      hour: z.int().min(0).max(23).describe('Hour in São Paulo'),
    })
    .describe('That hour in São Paulo, so many days from now'),
]);

export const TicketAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('status'), status: TicketStatus.describe('The new status') }),
  z.object({ type: z.literal('addTag'), tagId: idOf('a tag') }),
  z.object({ type: z.literal('removeTag'), tagId: idOf('a tag') }),
  z.object({
    type: z.literal('assign'),
    agentEmail: z
      .union([z.literal('me'), email])
      .nullable()
      .describe('me: who runs it; null: nobody'),
  }),
  z.object({
    type: z.literal('reply'),
    html: withKnownVariables(replyHtml).describe('The reply, with variables as {{nome}}'),
    sendEmail: sendEmail.default(false),
  }),
  z.object({ type: z.literal('note'), body: messageBody.describe('The text') }),
  z.object({
    type: z.literal('snooze'),
    until: snoozedUntil.nullable().describe('When it comes back; null: now'),
  }),
]);
export type TicketAction = z.output<typeof TicketAction>;

const keyOf = (action: TicketAction): string =>
  'tagId' in action ? `tag:${action.tagId}` : action.type;

export const TicketActions = z
  .array(TicketAction)
  .min(1)
  .max(20)
  .refine(
    (actions) => new Set(actions.map(keyOf)).size === actions.length,
    because('must have each kind of action, and each tag, at most once'),
  );
