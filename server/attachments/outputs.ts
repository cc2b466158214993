import { z } from 'zod';
import { listOf, moment } from '../trpc/fields.ts';

/** Attachments with download addresses that are valid for ten minutes. */
export const Attachments = listOf(
  z.object({
    id: z.number(),
    ticketId: z.number(),
    messageId: z.number().nullable(),
    noteId: z.number().nullable().describe('It came with a note: only agents see it'),
    uploaderEmail: z.string().nullable(),
    name: z.string(),
    path: z.string(),
    type: z.string(),
    size: z.number(),
    sha256: z.string(),
    quarantined: z.boolean(),
    held: z.boolean().describe('A mail brought it: agents may save it, nobody is shown it'),
    inline: z.boolean().describe('Its mail shows it in its text'),
    downloadUrl: z.string(),
    createdAt: moment,
  }),
);

export const RotatedKey = z.object({
  previousUntil: moment.describe('Until then addresses of the former key are valid'),
});

const Abandoned = z.object({
  id: z.number(),
  ticketId: z.number(),
  path: z.string(),
  reason: z.enum(['upload', 'deletion']),
});

export const Reconciliation = z.object({
  removed: z.array(Abandoned),
  failed: z.array(Abandoned),
});
