import { z } from 'zod';
import { bodyId, email, TicketStatus, visibleLine } from '../../contract/index.ts';
import { Counted, confirmInput } from '../trpc/confirm.ts';
import { NewId, nothing } from '../trpc/fields.ts';
import { agentProcedure } from '../trpc/procedures.ts';
import { addTicketTag, removeTicketTag } from './changes/tag-ticket.ts';
import { addNote } from './conversation/notes.ts';
import { editTicket } from './edit.ts';
import { messageBody, NewTicket, TicketEdit } from './inputs.ts';
import { mergeTickets } from './merge.ts';
import { NewTicketIds, Ticket } from './outputs.ts';
import { addMessage, createTicket, setTicketStatus } from './service.ts';

const ticketTag = z.object({ id: bodyId, tagId: bodyId });

export const changeProcedures = {
  create: agentProcedure
    .meta({ description: 'Opens a ticket with its first message', effect: 'change', large: true })
    .input(NewTicket)
    .output(NewTicketIds)
    .mutation(({ ctx, input }) => createTicket(ctx, input)),
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
        ...confirmInput,
      }),
    )
    .output(Counted)
    .mutation(({ ctx, input: { fromId, intoId, ...options } }) =>
      mergeTickets(ctx, { fromId, intoId }, options),
    ),
};
