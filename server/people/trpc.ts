import { z } from 'zod';
import { Counted, confirmInput } from '../trpc/confirm.ts';
import { storedEmail } from '../trpc/fields.ts';
import { adminProcedure, router } from '../trpc/procedures.ts';
import { PersonExport, PersonRecords } from './outputs.ts';
import { erasePerson, exportPerson, findPerson } from './service.ts';

const email = storedEmail.describe('The e-mail of the person');

export const peopleRouter = router({
  find: adminProcedure
    .meta({ description: 'Counts everything stored about a person', effect: 'read' })
    .input(z.object({ email }))
    .output(PersonRecords)
    .query(({ ctx, input }) => findPerson(ctx, input.email)),
  export: adminProcedure
    .meta({ description: 'Exports everything stored about a person', effect: 'export' })
    .input(z.object({ email }))
    .output(PersonExport)
    .mutation(({ ctx, input }) => exportPerson(ctx, input.email)),
  erase: adminProcedure
    .meta({
      description: 'Erases a person, for good: only counts, unless `expected` is the total',
      effect: 'destroy',
    })
    .input(
      z.object({
        email,
        ...confirmInput,
      }),
    )
    .output(Counted)
    .mutation(({ ctx, input: { email: person, ...options } }) => erasePerson(ctx, person, options)),
});
