import { z } from 'zod';
import { bodyId } from '../../contract/index.ts';
import { MacroRun } from '../tickets/outputs.ts';
import { idOf, listOf, moment, NewId } from '../trpc/fields.ts';
import { agentProcedure, router } from '../trpc/procedures.ts';
import { dryRun, Rehearsal, rehearsable } from '../trpc/rehearse.ts';
import { pageOf, wholeList } from '../trpc/whole-list.ts';
import { MacroFields, MacroToRun } from './inputs.ts';
import { runMacro } from './run-macro.ts';
import { deleteMacro, listMacros, saveMacro } from './service.ts';

const Macro = MacroFields.extend({
  id: z.number(),
  ownerEmail: z.string().nullable().describe('null: they were erased'),
  usedByRule: z.boolean().describe('Administrators alone change it'),
  updatedAt: moment,
});

/** Named lists of ticket changes. */
export const macrosRouter = router({
  list: agentProcedure
    .meta({ description: "Lists the caller's macros and the shared ones, by name", effect: 'read' })
    .input(wholeList.prefault({}))
    .output(listOf(Macro))
    .query(async ({ ctx, input }) => pageOf(await listMacros(ctx), input, ({ id }) => String(id))),
  save: agentProcedure
    .meta({ description: 'Saves a macro: a named list of changes of tickets', effect: 'outward' })
    .input(
      MacroFields.extend({
        id: bodyId.optional().describe('The macro to replace; by default a new one'),
      }),
    )
    .output(NewId)
    .mutation(({ ctx, input }) => saveMacro(ctx, input)),
  delete: agentProcedure
    .meta({ description: 'Deletes a macro that no rule uses', effect: 'destroy' })
    .input(z.object({ id: idOf('a macro'), dryRun }))
    .output(Rehearsal)
    .mutation(rehearsable((ctx, { id }) => deleteMacro(ctx, id))),
  run: agentProcedure
    .meta({
      description:
        'Runs a macro on tickets, with an outcome for each; one that replies only counts up to 100, unless `expected` is their number',
      effect: 'outward',
    })
    .input(MacroToRun)
    .output(MacroRun)
    .mutation(({ ctx, input }) => runMacro(ctx, input)),
});
