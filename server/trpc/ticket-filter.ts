import { z } from 'zod';
import { email, emptiable, line, TicketStatus } from '../../contract/index.ts';
import { idOf, moment, searchText } from './fields.ts';

/** A filter of tickets: all given conditions must hold. */
export const TicketFilter = z.object({
  status: TicketStatus.optional().describe('With this status'),
  main: line(120).optional().describe('Of this main category'),
  tagId: idOf('a tag that they have').optional(),
  assignee: z
    .union([z.literal('me'), email])
    .nullable()
    .optional()
    .describe('An agent; me: the caller; null: tickets without one'),
  from: moment.optional().describe('Created at this moment or later'),
  to: moment.optional().describe('Created before this moment'),
  waiting: z
    .literal(true)
    .optional()
    .describe('Open, the last message is the customer’s, and not snoozed'),
  snoozed: z.literal(true).optional().describe('Out of the queue until a moment'),
  mentions: z
    .union([z.literal('me'), email])
    .optional()
    .describe('With a note that mentions this person; me: the caller'),
  updatedBefore: moment.optional().describe('Last changed before this moment'),
  search: emptiable(searchText.optional()).describe(
    'Words of the subject, of messages, of the requester’s name and of files’ names, whatever their accents, a number, the beginning of the requester’s e-mail, or its domain',
  ),
});

export const TicketSort = z.enum(['newest', 'waiting', 'updated']);
