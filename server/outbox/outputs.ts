import { z } from 'zod';
import { listOf, moment } from '../trpc/fields.ts';

/** The state of a message's mail; `saved` means that there is no mail or it was dropped. */
export const MailState = z.enum(['saved', 'waiting', 'mailed', 'failed', 'returned']);
export type MailState = z.output<typeof MailState>;

export const Mail = z.object({
  id: z.number(),
  ticketId: z.number(),
  messageId: z.number().nullable().describe('Null: of a forward or a reply that is saved later'),
  noteId: z.number().nullable().describe('Of a forward: the note that says so'),
  heldAt: moment.nullable().describe('A reply of later waits for its author: the reader wrote'),
  mailId: z.string(),
  recipient: z.string(),
  recipientName: z.string().nullable(),
  subject: z.string(),
  status: z.enum(['pending', 'sending', 'sent', 'failed', 'unknown', 'dropped', 'bounced']),
  attempts: z.number(),
  dueAt: moment,
  undoUntil: moment.nullable(),
  lastAttemptAt: moment.nullable(),
  error: z.string().nullable(),
  createdAt: moment,
  sentAt: moment.nullable(),
});

export const ListedMails = listOf(
  Mail.extend({
    waitingFor: z.enum(['held', 'undo', 'retry', 'mail-off', 'hourly-limit']).nullable(),
  }),
);
export type ListedMails = z.output<typeof ListedMails>;

export const Undone = z.object({
  undone: z.literal(true),
  html: z
    .string()
    .nullable()
    .optional()
    .describe('The text of a forward or a reply of later; null: a draft'),
  attachmentIds: z.array(z.number()).optional(),
  cc: z.array(z.string()).optional(),
  to: z.array(z.string()).optional().describe('Of a forward'),
});
export type Undone = z.output<typeof Undone>;
