import { z } from 'zod';
import { bodyId, email, maxId, TicketStatus, visibleLine } from '../../contract/index.ts';
import { Counted, counting } from '../trpc/counted.ts';
import { moment, NewId, nothing, onlyChecks } from '../trpc/fields.ts';
import { because } from '../trpc/input-issue.ts';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { assignTickets, changeTickets, maxBulkTickets, snoozeTickets } from './bulk.ts';
import { discardComposing, getComposing, saveComposing } from './composing.ts';
import { editTicket } from './edit.ts';
import { forwardMessage } from './forward.ts';
import { historySize, listHistory } from './history.ts';
import { importTickets } from './import.ts';
import {
  agentEmail,
  BulkChange,
  composedHtml,
  ImportedTicket,
  messageBody,
  NewForward,
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
import { listMergeCandidates } from './merge-candidates.ts';
import { addNote } from './notes.ts';
import {
  Bulk,
  Composing,
  ComposingRevision,
  ImportOutcome,
  ListedTickets,
  MailedMessage,
  MergeCandidates,
  NewTicketIds,
  Presence,
  QueuedTickets,
  SentForward,
  SentReply,
  ThreadItems,
  Ticket,
  TicketCounts,
  TicketEvents,
  TicketThread,
} from './outputs.ts';
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
  get: agentProcedure
    .meta({ description: 'Shows what the caller is writing on a ticket', effect: 'read' })
    .input(ticketId)
    .output(Composing)
    .query(({ ctx, input }) => getComposing(ctx, input.id)),
  save: agentProcedure
    .meta({ description: 'Saves what the caller is writing on a ticket', effect: 'change' })
    .input(
      ticketId.extend({
        html: composedHtml,
        revision: z.int().min(0).max(maxId).describe('The one that get or the last save returned'),
      }),
    )
    .output(ComposingRevision)
    .mutation(({ ctx, input: { id, ...text } }) => saveComposing(ctx, id, text)),
  discard: agentProcedure
    .meta({ description: 'Discards what the caller is writing on a ticket', effect: 'destroy' })
    .input(ticketId)
    .output(ComposingRevision)
    .mutation(({ ctx, input }) => discardComposing(ctx, input.id)),
});

export const ticketsRouter = router({
  create: agentProcedure
    .meta({ description: 'Opens a ticket with its first message', effect: 'change', large: true })
    .input(NewTicket)
    .output(NewTicketIds)
    .mutation(({ ctx, input }) => createTicket(ctx, input)),
  get: agentProcedure
    .meta({ description: 'Shows a ticket with its messages, notes and tags', effect: 'read' })
    .input(z.object({ id: bodyId }))
    .output(TicketThread)
    .query(({ ctx, input }) => getTicket(ctx, input.id)),
  messages: agentProcedure
    .meta({ description: 'Lists the messages and notes of a ticket, newest first', effect: 'read' })
    .input(z.object({ id: bodyId, cursor, limit: limit.default(threadSize) }))
    .output(ThreadItems)
    .query(({ ctx, input: { id, ...rest } }) => listThread(ctx, id, rest)),
  history: agentProcedure
    .meta({ description: 'Lists what was done to a ticket, newest first', effect: 'read' })
    .input(
      ticketId.extend({
        cursor: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional(),
        limit: limit.default(historySize),
      }),
    )
    .output(TicketEvents)
    .query(({ ctx, input: { id, cursor: beforeId, limit: most } }) =>
      listHistory(ctx, id, { beforeId, limit: most }),
    ),
  list: agentProcedure
    .meta({ description: 'Lists tickets, newest first by default', effect: 'read' })
    .input(page.prefault({}))
    .output(ListedTickets)
    .query(({ ctx, input }) => listTickets(ctx, input)),
  counts: agentProcedure
    .meta({ description: 'Counts the tickets of up to 20 filters', effect: 'read' })
    .input(z.object({ views: z.array(TicketFilter).max(maxViews) }))
    .output(TicketCounts)
    .query(async ({ ctx, input }) => ({ counts: await countTickets(ctx, input.views) })),
  setStatus: agentProcedure
    .meta({ description: 'Changes the status of a ticket', effect: 'change' })
    .input(z.object({ id: bodyId, status: TicketStatus }))
    .output(nothing)
    .mutation(({ ctx, input }) => setTicketStatus(ctx, input.id, input.status)),
  addMessage: agentProcedure
    .meta({
      description: 'Adds a message to a ticket; sends no mail',
      effect: 'change',
      large: true,
    })
    .input(
      z.object({
        id: bodyId,
        author: visibleLine(120),
        origin: z.enum(['requester', 'agent', 'ai']),
        body: messageBody,
      }),
    )
    .output(NewId)
    .mutation(({ ctx, input: { id, ...message } }) =>
      addMessage(ctx, { ticketId: id, ...message }),
    ),
  addTag: agentProcedure
    .meta({ description: 'Adds a tag to a ticket', effect: 'change' })
    .input(ticketTag)
    .output(nothing)
    .mutation(({ ctx, input }) => addTicketTag(ctx, input.id, input.tagId)),
  removeTag: agentProcedure
    .meta({ description: 'Removes a tag from a ticket', effect: 'destroy' })
    .input(ticketTag)
    .output(nothing)
    .mutation(({ ctx, input }) => removeTicketTag(ctx, input.id, input.tagId)),
  assign: agentProcedure
    .meta({ description: 'Assigns tickets to an agent, or to nobody', effect: 'change' })
    .input(z.object({ ids: bulkIds, agentEmail, dryRun }))
    .output(Bulk)
    .mutation(({ ctx, input }) => assignTickets(ctx, input.ids, input.agentEmail, input.dryRun)),
  snooze: agentProcedure
    .meta({
      description:
        'Takes tickets out of the queue until a moment, or until their reader writes; null brings them back',
      effect: 'change',
    })
    .input(z.object({ ids: bulkIds, until: moment.nullable() }))
    .output(Bulk)
    .mutation(({ ctx, input }) => snoozeTickets(ctx, input.ids, input.until)),
  queue: agentProcedure
    .meta({
      description: 'Lists open tickets that wait for a reply, longest waiting first',
      effect: 'read',
    })
    .input(
      z
        .object({
          assignee: agentEmail.optional().describe('An agent; null: tickets without one'),
          cursor,
          limit: limit.default(20),
        })
        .prefault({}),
    )
    .output(QueuedTickets)
    .query(({ ctx, input }) => queueTickets(ctx, input)),
  addNote: agentProcedure
    .meta({ description: 'Adds an internal note to a ticket', effect: 'change', large: true })
    .input(
      z.object({
        id: bodyId,
        body: messageBody,
        inPrompt: z.boolean().default(false).describe('Whether the model may read it'),
        mentions: z
          .array(email)
          .max(20)
          .optional()
          .describe('The e-mails of people who are told of it'),
      }),
    )
    .output(NewId)
    .mutation(({ ctx, input: { id, ...note } }) => addNote(ctx, { ticketId: id, ...note })),
  edit: agentProcedure
    .meta({ description: 'Edits a ticket', effect: 'change' })
    .input(TicketEdit.extend({ id: bodyId }))
    .output(Ticket)
    .mutation(({ ctx, input: { id, ...edit } }) => editTicket(ctx, id, edit)),
  merge: agentProcedure
    .meta({
      description:
        'Merges a ticket into another, for good: only counts what would move, unless `expected` is the total',
      effect: 'destroy',
    })
    .input(
      z.object({
        fromId: bodyId,
        intoId: bodyId,
        differentRequesters: z
          .boolean()
          .default(false)
          .describe('Merge tickets of two people: each sees the attachments of the other'),
        ...counting,
      }),
    )
    .output(Counted)
    .mutation(({ ctx, input: { fromId, intoId, ...options } }) =>
      mergeTickets(ctx, { fromId, intoId }, options),
    ),
  mergeCandidates: agentProcedure
    .meta({
      description:
        'Lists what a ticket may be merged into: the open tickets of its requester, and tickets that look alike',
      effect: 'read',
    })
    .input(ticketId)
    .output(MergeCandidates)
    .query(({ ctx, input }) => listMergeCandidates(ctx, input.id)),
  bulk: agentProcedure
    .meta({
      description:
        'Changes many tickets, with an outcome for each: only counts those of a filter, unless `expected` is their number',
      effect: 'destroy',
    })
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
    .output(Bulk)
    .mutation(({ ctx, input: { ids, filter, dryRun, expected, ...change } }) =>
      changeTickets(ctx, ids ? { ids } : { filter: filter ?? {} }, change, { dryRun, expected }),
    ),
  import: adminProcedure
    .meta({
      description: 'Imports up to 100 tickets of another system, with an outcome for each',
      effect: 'change',
      large: true,
    })
    .input(z.object({ tickets: z.array(ImportedTicket).max(importBatch), dryRun: onlyChecks }))
    .output(ImportOutcome)
    .mutation(({ ctx, input }) => importTickets(ctx, input.tickets, input)),
  mailMessage: agentProcedure
    .meta({ description: 'Mails a saved message of ours, once', effect: 'change' })
    .input(z.object({ messageId: bodyId }))
    .output(MailedMessage)
    .mutation(({ ctx, input }) => mailMessage(ctx, input.messageId)),
  reply: agentProcedure
    .meta({ description: 'Replies to a ticket, by mail if asked', effect: 'change' })
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
    .output(SentReply)
    .mutation(({ ctx, input: { id, html, quickReplyId, ...sending } }) =>
      replyToTicket(
        ctx,
        id,
        html === undefined ? { quickReplyId: quickReplyId ?? 0 } : { html },
        sending,
      ),
    ),
  forward: agentProcedure
    .meta({
      description:
        'Mails a message to people outside; what they answer becomes a note, the reader gets neither',
      effect: 'change',
    })
    .input(NewForward)
    .output(SentForward)
    .mutation(({ ctx, input: { id, ...forward } }) => forwardMessage(ctx, id, forward)),
  composing: composingRouter,
  presence: agentProcedure
    .meta({
      description: 'Shows who else has a ticket open, and shows the caller to them',
      effect: 'change',
    })
    .input(ticketId.extend({ state: z.enum(['viewing', 'typing', 'left']) }))
    .output(Presence)
    .mutation(({ ctx, input }) => showPresence(ctx, input.id, input.state)),
});
