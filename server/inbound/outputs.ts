import { z } from 'zod';
import { listOf, moment } from '../trpc/fields.ts';

export const IngestResult = z.object({
  outcome: z.enum(['new-ticket', 'reply', 'automatic', 'ignored', 'quarantined', 'duplicate']),
  ticketId: z.number().optional(),
  messageId: z.number().optional(),
  reason: z.string().optional(),
});

export const outcome = z.enum(['new-ticket', 'reply', 'automatic', 'ignored', 'quarantined']);

export const InboundMails = listOf(
  z.object({
    id: z.number(),
    source: z.enum(['gateway', 'imap']),
    sender: z.string().nullable(),
    subject: z.string().nullable(),
    outcome,
    reason: z.string().nullable(),
    ticketId: z.number().nullable(),
    messageId: z.number().nullable(),
    receivedAt: moment,
    lookedAt: moment.nullable().describe('When somebody left a mail that was set aside at that'),
  }),
);

export const MailText = z.object({
  source: z.string(),
  mail: z
    .object({ subject: z.string(), text: z.string(), attachments: z.array(z.string()) })
    .nullable()
    .describe('null: it cannot be read'),
});

export const Released = z.object({ ticketId: z.number() });

export const Dismissed = z.object({ dismissed: z.number() });

export const InboundStatus = z.object({
  mailbox: z.string().nullable(),
  position: z
    .object({
      mailbox: z.string(),
      uidValidity: z.string(),
      lastUid: z.number(),
      readAt: moment,
    })
    .nullable(),
  lastDay: z.array(z.object({ outcome, count: z.number() })),
  unseen: z.array(z.object({ reason: z.string(), count: z.number() })),
});
