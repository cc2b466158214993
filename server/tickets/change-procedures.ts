import { z } from 'zod';
import { email, TicketStatus } from '../../contract/index.ts';
import { Counted, confirmInput } from '../trpc/confirm.ts';
import { idOf, NewId, nothing } from '../trpc/fields.ts';
import { agentProcedure } from '../trpc/procedures.ts';
import { dryRun, Rehearsal, rehearsable } from '../trpc/rehearse.ts';
import { addTicketTag, removeTicketTag } from './changes/tag-ticket.ts';
import { addNote } from './conversation/notes.ts';
import { editTicket } from './edit.ts';
import { author, messageBody, NewTicket, origin, TicketEdit, ticketId } from './inputs.ts';
import { mergeTickets } from './merge.ts';
import { NewTicketIds, Ticket } from './outputs.ts';
import { addMessage, createTicket, setTicketStatus } from './service.ts';

const ticketTag = ticketId.extend({ tagId: idOf('a tag') });

export const changeProcedures = {
  create: agentProcedure
    .meta({ description: 'Opens a ticket with its first message', effect: 'change', large: true })
    .input(NewTicket)
    .output(NewTicketIds)
    .mutation(({ ctx, input }) => createTicket(ctx, input)),
  setStatus: agentProcedure
    .meta({ description: 'Changes the status of a ticket', effect: 'change' })
    .input(ticketId.extend({ status: TicketStatus.describe('The new status') }))
    .output(nothing)
    .mutation(({ ctx, input }) => setTicketStatus(ctx, input.id, input.status)),
  addMessage: agentProcedure
    .meta({
      description: 'Adds a message to a ticket; sends no mail',
      effect: 'change',
      large: true,
    })
    .input(ticketId.extend({ author, origin, body: messageBody.describe('The text') }))
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
    .input(ticketTag.extend({ dryRun }))
    .output(Rehearsal)
    .mutation(rehearsable((ctx, { id, tagId }) => removeTicketTag(ctx, id, tagId))),
  addNote: agentProcedure
    .meta({ description: 'Adds an internal note to a ticket', effect: 'change', large: true })
    .input(
      ticketId.extend({
        body: messageBody.describe('The text'),
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
    .input(TicketEdit.extend(ticketId.shape))
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
        fromId: idOf('the ticket that is emptied and closed'),
        intoId: idOf('the ticket that receives everything'),
        differentRequesters: z
          .boolean()
          .default(false)
          .describe('Merge tickets of two people; each sees only their own part'),
        ...confirmInput,
      }),
    )
    .output(Counted)
    .mutation(({ ctx, input: { fromId, intoId, ...options } }) =>
      mergeTickets(ctx, { fromId, intoId }, options),
    ),
};
