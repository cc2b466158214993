import { z } from 'zod';
import { bodyId, maxId, TicketStatus, visibleLine } from '../../contract/index.ts';
import { onlyChecks } from '../trpc/fields.ts';
import { because } from '../trpc/input-issue.ts';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { assignTickets, changeTickets, maxBulkTickets } from './bulk.ts';
import { discardComposing, getComposing, saveComposing } from './composing.ts';
import { editTicket } from './edit.ts';
import { listHistory } from './history.ts';
import { importTickets } from './import.ts';
import {
  agentEmail,
  BulkChange,
  composedHtml,
  ImportedTicket,
  messageBody,
  NewTicket,
  replyHtml,
  sendingInput,
  TicketEdit,
  TicketFilter,
  TicketSort,
} from './inputs.ts';
import { countTickets, listTickets, queueTickets } from './lists.ts';
import { mailMessage } from './mail-message.ts';
import { mergeTickets } from './merge.ts';
import { addNote } from './notes.ts';
import { showPresence } from './presence.ts';
import { replyToTicket } from './reply.ts';
import {
  addMessage,
  addTicketTag,
  createTicket,
  removeTicketTag,
  setTicketStatus,
} from './service.ts';
import { getTicket, listThread, threadSize } from './thread.ts';

const cursor = z.string().max(60).optional();
const limit = z.int().min(1).max(100);

const page = TicketFilter.extend({
  sort: TicketSort.default('newest').describe('waiting: only tickets that wait'),
  cursor,
  limit: limit.default(20),
});

/** The most filters that one call counts. */
const maxViews = 20;

const bulkIds = z.array(bodyId).min(1).max(maxBulkTickets);
const bulkFilter = TicketFilter.refine(
  (filter) => Object.values(filter).some((value) => value !== undefined),
  because('must not be empty'),
);
const dryRun = z.boolean().optional().describe('Only counts the tickets');
const expected = z.int().min(0).optional().describe('How many tickets a dry run counted');

/** How many tickets an import may send at once. */
export const importBatch = 100;

const ticketTag = z.object({ id: bodyId, tagId: bodyId });

const ticketId = z.object({ id: bodyId });

const composingRouter = router({
  get: agentProcedure.input(ticketId).query(({ ctx, input }) => getComposing(ctx, input.id)),
  save: agentProcedure
    .input(
      ticketId.extend({
        html: composedHtml,
        revision: z.int().min(0).max(maxId).describe('The one that get or the last save returned'),
      }),
    )
    .mutation(({ ctx, input: { id, ...text } }) => saveComposing(ctx, id, text)),
  discard: agentProcedure
    .input(ticketId)
    .mutation(({ ctx, input }) => discardComposing(ctx, input.id)),
});

export const ticketsRouter = router({
  create: agentProcedure.input(NewTicket).mutation(({ ctx, input }) => createTicket(ctx, input)),
  get: agentProcedure
    .input(z.object({ id: bodyId }))
    .query(({ ctx, input }) => getTicket(ctx, input.id)),
  messages: agentProcedure
    .input(z.object({ id: bodyId, cursor, limit: limit.default(threadSize) }))
    .query(({ ctx, input: { id, ...rest } }) => listThread(ctx, id, rest)),
  history: agentProcedure.input(ticketId).query(({ ctx, input }) => listHistory(ctx, input.id)),
  list: agentProcedure.input(page.prefault({})).query(({ ctx, input }) => listTickets(ctx, input)),
  counts: agentProcedure
    .input(z.object({ views: z.array(TicketFilter).max(maxViews) }))
    .query(({ ctx, input }) => countTickets(ctx, input.views)),
  setStatus: agentProcedure
    .input(z.object({ id: bodyId, status: TicketStatus }))
    .mutation(({ ctx, input }) => setTicketStatus(ctx, input.id, input.status)),
  addMessage: agentProcedure
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
  addTag: agentProcedure
    .input(ticketTag)
    .mutation(({ ctx, input }) => addTicketTag(ctx, input.id, input.tagId)),
  removeTag: agentProcedure
    .input(ticketTag)
    .mutation(({ ctx, input }) => removeTicketTag(ctx, input.id, input.tagId)),
  assign: agentProcedure
    .input(z.object({ ids: bulkIds, agentEmail, dryRun }))
    .mutation(({ ctx, input }) => assignTickets(ctx, input.ids, input.agentEmail, input.dryRun)),
  queue: agentProcedure
    .input(
      z
        .object({
          assignee: agentEmail.optional().describe('An agent; null: tickets without one'),
          cursor,
          limit: limit.default(20),
        })
        .prefault({}),
    )
    .query(({ ctx, input }) => queueTickets(ctx, input)),
  addNote: agentProcedure
    .input(
      z.object({
        id: bodyId,
        body: messageBody,
        inPrompt: z.boolean().default(false).describe('Whether the model may read it'),
      }),
    )
    .mutation(({ ctx, input: { id, ...note } }) => addNote(ctx, { ticketId: id, ...note })),
  edit: agentProcedure
    .input(TicketEdit.extend({ id: bodyId }))
    .mutation(({ ctx, input: { id, ...edit } }) => editTicket(ctx, id, edit)),
  merge: agentProcedure
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
  bulk: agentProcedure
    .input(
      z
        .object({
          ids: bulkIds.optional(),
          filter: bulkFilter.optional(),
          dryRun,
          expected,
          ...BulkChange.shape,
        })
        .refine(
          ({ ids, filter }) => (ids === undefined) !== (filter === undefined),
          because('must have ids or filter, and not both'),
        ),
    )
    .mutation(({ ctx, input: { ids, filter, dryRun, expected, ...change } }) =>
      changeTickets(ctx, ids ? { ids } : { filter: filter ?? {} }, change, { dryRun, expected }),
    ),
  import: adminProcedure
    .input(z.object({ tickets: z.array(ImportedTicket).max(importBatch), dryRun: onlyChecks }))
    .mutation(({ ctx, input }) => importTickets(ctx, input.tickets, input)),
  mailMessage: agentProcedure
    .input(z.object({ messageId: bodyId }))
    .mutation(({ ctx, input }) => mailMessage(ctx, input.messageId)),
  reply: agentProcedure
    .input(
      z
        .object({
          id: bodyId,
          html: replyHtml.optional(),
          quickReplyId: bodyId.optional(),
          ...sendingInput,
          sendEmail: z.boolean().default(false),
        })
        .refine(
          ({ html, quickReplyId }) => (html === undefined) !== (quickReplyId === undefined),
          because('must have html or quickReplyId, and not both'),
        ),
    )
    .mutation(({ ctx, input: { id, html, quickReplyId, ...sending } }) =>
      replyToTicket(
        ctx,
        id,
        html === undefined ? { quickReplyId: quickReplyId ?? 0 } : { html },
        sending,
      ),
    ),
  composing: composingRouter,
  presence: agentProcedure
    .input(ticketId.extend({ state: z.enum(['viewing', 'typing', 'left']) }))
    .mutation(({ ctx, input }) => showPresence(ctx, input.id, input.state)),
});
