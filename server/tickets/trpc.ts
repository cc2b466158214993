import { z } from 'zod';
import { bodyId, email, line, TicketStatus, text } from '../../contract/index.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import {
  addMessage,
  addTicketTag,
  createTicket,
  getTicket,
  listTickets,
  removeTicketTag,
  setTicketStatus,
} from './service.ts';

const messageBody = text().min(1).max(1_048_576);

const newTicket = z.object({
  requesterEmail: email.optional(),
  requesterName: line(120).optional(),
  subject: line(300),
  body: messageBody,
  main: line(120),
  issue: line(120).optional(),
  newsletter: line(120).optional(),
  createdAt: z.iso
    .datetime({ offset: true })
    .transform((moment) => new Date(moment))
    .optional(),
});

const page = z.object({
  status: TicketStatus.optional(),
  main: line(120).optional(),
  tagId: bodyId.optional(),
  search: line(200).optional().describe('Palavras do assunto, ou o e-mail de quem abriu'),
  cursor: z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .optional(),
  limit: z.int().min(1).max(100).default(20),
});

const ticketTag = z.object({ id: bodyId, tagId: bodyId });

export const ticketsRouter = router({
  create: agentProcedure.input(newTicket).mutation(({ ctx, input }) => createTicket(ctx, input)),
  get: agentProcedure
    .input(z.object({ id: bodyId }))
    .query(({ ctx, input }) => getTicket(ctx, input.id)),
  list: agentProcedure
    .input(page.prefault({}))
    .query(({ ctx, input: { cursor, ...rest } }) =>
      listTickets(ctx, { ...rest, beforeId: cursor }),
    ),
  setStatus: agentProcedure
    .input(z.object({ id: bodyId, status: TicketStatus }))
    .mutation(({ ctx, input }) => setTicketStatus(ctx, input.id, input.status)),
  addMessage: agentProcedure
    .input(
      z.object({
        id: bodyId,
        author: line(120),
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
});
