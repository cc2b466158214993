import { z } from 'zod';
import { bodyId, civilDate } from '../../contract/index.ts';
import { cursorOf, limitOf, moment, onlyChecks } from '../trpc/fields.ts';
import { because } from '../trpc/input-issue.ts';
import { adminProcedure, agentProcedure } from '../trpc/procedures.ts';
import { assignTickets, changeInBulk, maxBulkTickets, snoozeTickets } from './bulk/bulk.ts';
import { exportTickets } from './bulk/export.ts';
import { importTickets } from './bulk/import.ts';
import { undoChange } from './changes/undo-change.ts';
import { agentEmail, BulkChange, ImportedTicket, importBatch, TicketFilter } from './inputs.ts';
import { Bulk, ExportedTickets, ImportOutcome, UndoneChange } from './outputs.ts';

const bulkIds = z.array(bodyId).min(1).max(maxBulkTickets).describe('The ids of tickets');

const bulkFilter = TicketFilter.refine(
  (filter) => Object.values(filter).some((value) => value !== undefined),
  because('must not be empty'),
);

const dryRun = z.boolean().optional().describe('Only counts the tickets');

const expected = z.int().min(0).optional().describe('How many tickets a dry run counted');

export const bulkProcedures = {
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
    .input(
      z.object({
        ids: bulkIds,
        until: moment.nullable().describe('When they come back; null: now'),
      }),
    )
    .output(Bulk)
    .mutation(({ ctx, input }) => snoozeTickets(ctx, input.ids, input.until)),
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
          filter: bulkFilter.optional().describe('Which tickets, instead of their ids'),
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
      changeInBulk(ctx, ids ? { ids } : { filter: filter ?? {} }, change, { dryRun, expected }),
    ),
  undoChange: agentProcedure
    .meta({
      description:
        "Takes back the caller's change of many tickets within ten minutes, where nobody has changed them since; `outcomes` names the others",
      effect: 'change',
    })
    .input(z.object({ changeId: z.uuid().describe('What the change returned') }))
    .output(UndoneChange)
    .mutation(({ ctx, input }) => undoChange(ctx, input.changeId)),
  export: adminProcedure
    .meta({
      description:
        'Exports tickets that were opened on civil days, oldest first, as `tickets.import` takes them; merged ones within the ticket that took them',
      effect: 'export',
    })
    .input(
      z
        .object({
          from: civilDate.describe('The first day in São Paulo'),
          to: civilDate.describe('The last day in São Paulo'),
          messages: z
            .boolean()
            .default(false)
            .describe(
              'With all messages, notes and names of files; by default only the first text',
            ),
          cursor: cursorOf(z.string().regex(/^-?\d{1,16}_\d{1,9}$/)),
          limit: limitOf(500, 100),
        })
        .refine(({ from, to }) => from <= to, because('must have a first day before the last')),
    )
    .output(ExportedTickets)
    .mutation(({ ctx, input }) => exportTickets(ctx, input)),
  import: adminProcedure
    .meta({
      description: 'Imports up to 100 tickets of another system, with an outcome for each',
      effect: 'change',
      large: true,
    })
    .input(
      z.object({
        tickets: z.array(ImportedTicket).max(importBatch).describe('The tickets'),
        dryRun: onlyChecks,
      }),
    )
    .output(ImportOutcome)
    .mutation(({ ctx, input }) => importTickets(ctx, input.tickets, input)),
};
