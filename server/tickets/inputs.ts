import { z } from 'zod';
import { bodyId, email, line, TicketStatus, text, visibleLine } from '../../contract/index.ts';

/** The text of a message or a note. */
export const messageBody = text().regex(/\S/).max(1_048_576);

/** The HTML of a reply: as long as a quick reply may be. Sanitising a megabyte of nested tags takes seconds. */
export const replyHtml = text().regex(/\S/).max(50_000);

/** A new ticket; its body becomes the first message. */
export const NewTicket = z.object({
  requesterEmail: email.optional(),
  requesterName: visibleLine(120).optional(),
  subject: line(300),
  body: messageBody,
  main: line(120),
  issue: line(120).optional(),
  newsletter: line(120).optional(),
  createdAt: z.iso
    .datetime({ offset: true })
    .transform((moment) => new Date(moment))
    .optional()
    .describe('When it was opened, not in the future; by default now'),
});
export type NewTicket = z.output<typeof NewTicket>;

/** The fields of a ticket that can be edited; null removes an optional one. */
export const TicketEdit = z.object({
  subject: line(300).optional(),
  main: line(120).optional(),
  issue: line(120).nullable().optional(),
  newsletter: line(120).nullable().optional(),
  requesterEmail: email.nullable().optional(),
  requesterName: visibleLine(120).nullable().optional(),
});
export type TicketEdit = z.output<typeof TicketEdit>;

/** An agent's e-mail; null: nobody. */
export const agentEmail = email.nullable();

/** A change of many tickets; what is not given stays. */
export const BulkChange = z.object({
  setStatus: TicketStatus.optional(),
  addTagId: bodyId.optional(),
  removeTagId: bodyId.optional(),
  assignTo: agentEmail.optional(),
});
export type BulkChange = z.output<typeof BulkChange>;
