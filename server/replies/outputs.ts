import { z } from 'zod';
import { listOf, moment } from '../trpc/fields.ts';

const Source = z.object({
  ticketId: z.number().optional().describe('A settled ticket, or else a quick reply'),
  quickReplyId: z.number().optional(),
  title: z.string().optional().describe('Of the quick reply'),
  score: z.number(),
  by: z.array(z.enum(['words', 'meaning'])),
});

const ok = { ticketId: z.number(), ok: z.literal(true) };
const ReplyFailure = z.enum([
  'ticket-not-found',
  'ticket-closed',
  'already-answered',
  'newer-message',
  'draft-exists',
  'link-not-allowed',
  'low-confidence',
  'model-failed',
  'model-budget-exhausted',
  'too-late',
  'unavailable',
]);
export type ReplyFailure = z.infer<typeof ReplyFailure>;
const failed = { ticketId: z.number(), ok: z.literal(false), reason: ReplyFailure };
const confidence = z.number();

export const Previews = z.object({
  outcomes: z.array(
    z.discriminatedUnion('ok', [
      z.object({
        ...ok,
        html: z.string(),
        confidence,
        similarTickets: z.number(),
        sources: z.array(Source),
      }),
      z.object({ ...failed, confidence }),
    ]),
  ),
});

export const SavedReplies = z.object({
  outcomes: z.array(
    z.discriminatedUnion('ok', [
      z.object({ ...ok, confidence, emailSent: z.boolean() }),
      z.object({ ...failed, confidence, draftId: z.number().optional() }),
    ]),
  ),
});

const DraftSource = Source.partial({ by: true });

export const NewDrafts = z.object({
  outcomes: z.array(
    z.discriminatedUnion('ok', [
      z.object({ ...ok, draftId: z.number(), confidence, sources: z.array(DraftSource) }),
      z.object(failed),
    ]),
  ),
});

export const Draft = z.object({
  id: z.number(),
  ticketId: z.number(),
  subject: z.string(),
  requesterName: z.string().nullable(),
  requesterEmail: z.string().nullable(),
  question: z.string().nullable(),
  html: z.string(),
  generatedHtml: z.string(),
  confidence,
  sources: z.array(DraftSource),
  status: z.enum(['pending', 'approved', 'discarded', 'stale']),
  edited: z.boolean(),
  messageId: z.number().nullable(),
  discardReason: z.string().nullable(),
  createdAt: moment,
  decidedAt: moment.nullable(),
});

export const Drafts = listOf(Draft);

export const DraftCounts = z.object({
  categories: z.array(
    z.object({
      main: z.string(),
      created: z.number(),
      approved: z.number(),
      edited: z.number(),
      discarded: z.number(),
      changedShare: z.number().nullable(),
    }),
  ),
});
