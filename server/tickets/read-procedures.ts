import { z } from 'zod';
import { cursorOf, limitOf } from '../trpc/fields.ts';
import { agentProcedure } from '../trpc/procedures.ts';
import { historySize, listHistory } from './conversation/history.ts';
import { getTicket, listThread, threadSize } from './conversation/thread.ts';
import { agentEmail, TicketFilter, TicketSort, ticketId } from './inputs.ts';
import { countTickets, listTickets, queueTickets } from './lists/list-tickets.ts';
import { listMergeCandidates } from './lists/merge-candidates.ts';
import {
  ListedTickets,
  MergeCandidates,
  QueuedTickets,
  ThreadItems,
  TicketCounts,
  TicketEvents,
  TicketThread,
} from './outputs.ts';

const cursor = cursorOf(z.string().max(60));

const page = TicketFilter.extend({
  sort: TicketSort.default('newest').describe('waiting: only tickets that wait'),
  cursor,
  limit: limitOf(100, 20),
});

const maxViews = 20;

export const readProcedures = {
  get: agentProcedure
    .meta({ description: 'Shows a ticket with its messages, notes and tags', effect: 'read' })
    .input(ticketId)
    .output(TicketThread)
    .query(({ ctx, input }) => getTicket(ctx, input.id)),
  messages: agentProcedure
    .meta({ description: 'Lists the messages and notes of a ticket, newest first', effect: 'read' })
    .input(ticketId.extend({ cursor, limit: limitOf(100, threadSize) }))
    .output(ThreadItems)
    .query(({ ctx, input: { id, ...rest } }) => listThread(ctx, id, rest)),
  history: agentProcedure
    .meta({ description: 'Lists what was done to a ticket, newest first', effect: 'read' })
    .input(
      ticketId.extend({
        cursor: cursorOf(z.string().regex(/^\d{1,18}$/)),
        limit: limitOf(100, historySize),
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
    .input(z.object({ views: z.array(TicketFilter).max(maxViews).describe('Filters of tickets') }))
    .output(TicketCounts)
    .query(async ({ ctx, input }) => ({ counts: await countTickets(ctx, input.views) })),
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
          limit: limitOf(100, 20),
        })
        .prefault({}),
    )
    .output(QueuedTickets)
    .query(({ ctx, input }) => queueTickets(ctx, input)),
  mergeCandidates: agentProcedure
    .meta({
      description:
        'Lists what a ticket may be merged into: the open tickets of its requester, and tickets that look alike',
      effect: 'read',
    })
    .input(ticketId)
    .output(MergeCandidates)
    .query(({ ctx, input }) => listMergeCandidates(ctx, input.id)),
};
