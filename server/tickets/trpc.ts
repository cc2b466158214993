import { z } from 'zod';
import { bodyId, email, line, TicketStatus, text, visibleLine } from '../../contract/index.ts';
import { idCursor } from '../trpc/id-cursor.ts';
import { procedure, router } from '../trpc/procedures.ts';
import { assignTickets, changeTickets, maxBulkTickets } from './bulk.ts';
import { editTicket } from './edit.ts';
import { mergeTickets } from './merge.ts';
import { addNote } from './notes.ts';
import { queueTickets } from './queue.ts';
import { defaultUndoSeconds, maxUndoSeconds, replyToTicket } from './reply.ts';
import {
  addMessage,
  addTicketTag,
  createTicket,
  getTicket,
  listTickets,
  removeTicketTag,
  setTicketStatus,
} from './service.ts';

const messageBody = text().regex(/\S/, 'é obrigatório').max(1_048_576);

const newTicket = z.object({
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

const page = z.object({
  status: TicketStatus.optional(),
  main: line(120).optional(),
  tagId: bodyId.optional(),
  search: line(200)
    .optional()
    .describe('Words of the subject and of messages, or the requester’s e-mail'),
  cursor: idCursor.optional(),
  limit: z.int().min(1).max(100).default(20),
});

const agentEmail = email.nullable();
const bulkChange = {
  setStatus: TicketStatus.optional(),
  addTagId: bodyId.optional(),
  removeTagId: bodyId.optional(),
  assignTo: agentEmail.optional(),
};
const bulkIds = z.array(bodyId).min(1).max(maxBulkTickets);
const bulkFilter = page.pick({ status: true, main: true, tagId: true, search: true });

const ticketTag = z.object({ id: bodyId, tagId: bodyId });

export const ticketsRouter = router({
  create: procedure.input(newTicket).mutation(({ ctx, input }) => createTicket(ctx, input)),
  get: procedure
    .input(z.object({ id: bodyId }))
    .query(({ ctx, input }) => getTicket(ctx, input.id)),
  list: procedure
    .input(page.prefault({}))
    .query(({ ctx, input: { cursor, ...rest } }) =>
      listTickets(ctx, { ...rest, beforeId: cursor }),
    ),
  setStatus: procedure
    .input(z.object({ id: bodyId, status: TicketStatus }))
    .mutation(({ ctx, input }) => setTicketStatus(ctx, input.id, input.status)),
  addMessage: procedure
    .input(
      z.object({
        id: bodyId,
        author: visibleLine(120),
        origin: z.enum(['requester', 'agent', 'ai']),
        body: messageBody,
      }),
    )
    .mutation(({ ctx, input: { id, ...message } }) =>
      addMessage(ctx, { ticketId: id, ...message }),
    ),
  addTag: procedure
    .input(ticketTag)
    .mutation(({ ctx, input }) => addTicketTag(ctx, input.id, input.tagId)),
  removeTag: procedure
    .input(ticketTag)
    .mutation(({ ctx, input }) => removeTicketTag(ctx, input.id, input.tagId)),
  assign: procedure
    .input(z.object({ ids: bulkIds, agentEmail }))
    .mutation(({ ctx, input }) => assignTickets(ctx, input.ids, input.agentEmail)),
  queue: procedure
    .input(
      z
        .object({
          assignee: agentEmail.optional().describe('An agent; null: tickets without one'),
          cursor: z.string().max(60).optional(),
          limit: z.int().min(1).max(100).default(20),
        })
        .prefault({}),
    )
    .query(({ ctx, input }) => queueTickets(ctx, input)),
  addNote: procedure
    .input(
      z.object({
        id: bodyId,
        body: messageBody,
        inPrompt: z.boolean().default(false).describe('Whether the model may read it'),
      }),
    )
    .mutation(({ ctx, input: { id, ...note } }) => addNote(ctx, { ticketId: id, ...note })),
  edit: procedure
    .input(
      z.object({
        id: bodyId,
        subject: line(300).optional(),
        main: line(120).optional(),
        issue: line(120).nullable().optional(),
        newsletter: line(120).nullable().optional(),
        requesterEmail: email.nullable().optional(),
        requesterName: visibleLine(120).nullable().optional(),
      }),
    )
    .mutation(({ ctx, input: { id, ...edit } }) => editTicket(ctx, id, edit)),
  merge: procedure
    .input(
      z.object({
        fromId: bodyId,
        intoId: bodyId,
        differentRequesters: z
          .boolean()
          .default(false)
          .describe('Merge tickets of two people: each sees the attachments of the other'),
        dryRun: z.boolean().optional().describe('Only counts what would move'),
        expected: z.int().min(0).optional().describe('The total that a dry run showed'),
      }),
    )
    .mutation(({ ctx, input: { fromId, intoId, ...options } }) =>
      mergeTickets(ctx, { fromId, intoId }, options),
    ),
  bulk: procedure
    .input(
      z
        .object({ ids: bulkIds.optional(), filter: bulkFilter.optional(), ...bulkChange })
        .refine(
          ({ ids, filter }) => (ids === undefined) !== (filter === undefined),
          'precisa de ids ou de filter, não dos dois',
        ),
    )
    .mutation(({ ctx, input: { ids, filter, ...change } }) =>
      changeTickets(ctx, ids ? { ids } : { filter: filter ?? {} }, change),
    ),
  reply: procedure
    .input(
      z
        .object({
          id: bodyId,
          html: messageBody.optional(),
          quickReplyId: bodyId.optional(),
          sendEmail: z.boolean().default(false),
          undoSeconds: z.int().min(0).max(maxUndoSeconds).default(defaultUndoSeconds),
        })
        .refine(
          ({ html, quickReplyId }) => (html === undefined) !== (quickReplyId === undefined),
          'precisa de html ou de quickReplyId, não dos dois',
        ),
    )
    .mutation(({ ctx, input: { id, html, quickReplyId, ...mail } }) =>
      replyToTicket(
        ctx,
        id,
        html === undefined ? { quickReplyId: quickReplyId ?? 0 } : { html },
        mail,
      ),
    ),
});
