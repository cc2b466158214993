import { z } from 'zod';
import { bodyId, email, line, TicketStatus, text, visibleLine } from '../../contract/index.ts';
import { defaultUndoSeconds, maxUndoSeconds } from '../outbox/enqueue.ts';
import { idOf, moment, storedEmail } from '../trpc/fields.ts';
import { because } from '../trpc/input-issue.ts';

export { maxId } from '../../contract/index.ts';
export { TicketFilter, TicketSort } from '../trpc/ticket-filter.ts';

/** The limit is the length of a reader's mail. */
export const messageBody = text().regex(/\S/).max(100_000);

const maxReplyLength = 50_000;

/** The limit is that of a quick reply: sanitising a megabyte of nested tags takes seconds. */
export const replyHtml = text().regex(/\S/).max(maxReplyLength);

/** An unsent text, which may be empty. */
export const composedHtml = text().max(maxReplyLength);

export const sendEmail = z.boolean().describe('Whether it is mailed to the reader, too');

export const sendingInput = {
  cc: z.array(email).max(20).optional().describe('Who gets a copy of the mail'),
  attachmentIds: z
    .array(bodyId)
    .max(100)
    .optional()
    .describe('Files that the team put on the ticket; together at most 20 MB'),
  resolve: z.boolean().optional().describe('Also resolves the ticket'),
  sendAt: moment
    .optional()
    .describe('When it is saved and sent, within 30 days; until then it can be taken back'),
  undoSeconds: z
    .int()
    .min(0)
    .max(maxUndoSeconds)
    .default(defaultUndoSeconds)
    .describe('How long it can be taken back before it leaves'),
  lastSeenMessageId: bodyId
    .optional()
    .describe('Refuses the reply if the ticket has a newer message'),
  requestKey: z.uuid().optional().describe('Makes the reply happen once, however often it is sent'),
};

export const NewForward = z.object({
  id: idOf('a ticket'),
  messageId: idOf('a message of the ticket'),
  to: z.array(email).min(1).max(20).describe('Who gets it'),
  html: composedHtml.optional().describe('What stands above it'),
  attachmentIds: z
    .array(bodyId)
    .max(100)
    .optional()
    .describe(
      'Files of the ticket, together at most 20 MB; without it, those of the message that are not in quarantine',
    ),
  undoSeconds: sendingInput.undoSeconds,
  requestKey: z.uuid().optional().describe('Makes it happen once, however often it is sent'),
});

const fieldTexts = {
  requesterEmail: 'The e-mail of who asks',
  requesterName: 'The name of who asks',
  subject: 'The subject line',
  main: 'Main category',
  issue: 'Issue within the main category',
  newsletter: 'Newsletter that it is about',
};

export const NewTicket = z.object({
  requesterEmail: email.optional().describe(fieldTexts.requesterEmail),
  requesterName: visibleLine(120).optional().describe(fieldTexts.requesterName),
  subject: line(300).describe(fieldTexts.subject),
  body: messageBody.describe('The first message'),
  main: line(120).describe(fieldTexts.main),
  issue: line(120).optional().describe(fieldTexts.issue),
  newsletter: line(120).optional().describe(fieldTexts.newsletter),
  createdAt: moment.optional().describe('When it was opened, not in the future; by default now'),
});
export type NewTicket = z.output<typeof NewTicket>;

export const author = visibleLine(120).describe('The name of who wrote it');
export const origin = z.enum(['requester', 'agent', 'ai']).describe('Which side wrote it');

const maxImportedText = 1_048_576;
const maxImportedMessages = 5_000;
const importedBody = text().regex(/\S/).max(maxImportedText);

export const importBatch = 100;

const importedText = {
  author,
  body: text().max(maxImportedText).describe('The text'),
  createdAt: moment.describe('When it was written'),
  folded: text().max(maxImportedText).optional().describe('The quoted history and the signature'),
  personEmail: storedEmail.optional().describe("The author's e-mail, if not the requester's"),
};

const copy = z.object({
  email: storedEmail.describe('Their e-mail'),
  name: line(300).optional().describe('Their name'),
});

const MergedTicket = NewTicket.omit({ body: true }).extend({
  requesterEmail: storedEmail.optional().describe(fieldTexts.requesterEmail),
  externalId: line(200).describe('Its id in the other system: a ticket is imported once'),
  createdAt: moment.describe('When it was opened'),
  updatedAt: moment
    .optional()
    .describe('When it got its status; by default, when its last message was written'),
});

export const ImportedTicket = MergedTicket.extend({
  body: importedBody.optional().describe("The requester's first message, if not in `messages`"),
  status: TicketStatus.describe('Its status now'),
  assigneeEmail: email.optional().describe('Its agent'),
  tags: z.array(line(120)).max(100).optional().describe('Names of tags; a new one is created'),
  messages: z
    .array(
      z.object({
        ...importedText,
        origin,
        unsent: text().max(maxImportedText).optional().describe('Quoted text that is not ours'),
        cc: z.array(copy).optional().describe('Who got a copy'),
        automatic: z.boolean().optional().describe('No person wrote it for this ticket'),
        files: z.array(line(300)).optional().describe('Names of files, which stay where they are'),
      }),
    )
    .max(maxImportedMessages)
    .optional()
    .describe('The other messages'),
  notes: z
    .array(
      z.object({
        ...importedText,
        inPrompt: z.boolean().optional().describe('Whether the model may read it'),
        outside: z.boolean().optional().describe('Somebody outside wrote it'),
      }),
    )
    .max(maxImportedMessages)
    .optional()
    .describe('Internal notes'),
  merged: z.array(MergedTicket).max(1_000).optional().describe('Tickets that it took'),
})
  .refine(
    ({ body, messages }) => body !== undefined || messages !== undefined,
    because('must have a body or messages'),
  )
  .refine(
    ({ body = '', messages = [] }) =>
      [body, ...messages.map((message) => message.body)].reduce(
        (sum, text) => sum + [...text].length,
        0,
      ) <= maxImportedText,
    because(`must have at most ${maxImportedText} characters in all of its messages`),
  );
export type ImportedTicket = z.output<typeof ImportedTicket>;

/** Changes of a ticket; null removes an optional field. */
export const TicketEdit = z.object({
  subject: line(300).optional().describe(fieldTexts.subject),
  main: line(120).optional().describe(fieldTexts.main),
  issue: line(120).nullable().optional().describe(fieldTexts.issue),
  newsletter: line(120).nullable().optional().describe(fieldTexts.newsletter),
  requesterEmail: email.nullable().optional().describe(fieldTexts.requesterEmail),
  requesterName: visibleLine(120).nullable().optional().describe(fieldTexts.requesterName),
});
export type TicketEdit = z.output<typeof TicketEdit>;

export const ticketId = z.object({ id: idOf('a ticket') });

/** The assignee; null means unassigned. */
export const agentEmail = email.nullable().describe('The agent; null: nobody');

export const BulkChange = z.object({
  setStatus: TicketStatus.optional().describe('The new status'),
  addTagId: idOf('a tag to add').optional(),
  removeTagId: idOf('a tag to remove').optional(),
  assignTo: agentEmail.optional(),
  note: messageBody.optional().describe('An internal note for each ticket that changes'),
});
export type BulkChange = z.output<typeof BulkChange>;
