import { z } from 'zod';
import { keepsItsLetters } from '../../contract/characters.ts';
import { text } from '../../contract/index.ts';
import { adminProcedure, router } from '../trpc/procedures.ts';
import { erasePerson, exportPerson, findPerson } from './service.ts';

/** An address as it is stored: mails come from some that no form takes. */
const email = text()
  .max(254)
  .regex(/\S@\S/)
  .refine(keepsItsLetters, 'must not have letters that become others')
  .normalize('NFC')
  .toLowerCase()
  .meta({ format: 'email' });

/** What the service holds about a person. */
export const peopleRouter = router({
  find: adminProcedure
    .input(z.object({ email }))
    .query(({ ctx, input }) => findPerson(ctx, input.email)),
  export: adminProcedure
    .input(z.object({ email }))
    .mutation(({ ctx, input }) => exportPerson(ctx, input.email)),
  erase: adminProcedure
    .input(
      z.object({
        email,
        dryRun: z.boolean().default(true),
        expected: z.int().min(0).optional().describe('The total that the dry run showed'),
      }),
    )
    .mutation(({ ctx, input: { email: person, ...options } }) => erasePerson(ctx, person, options)),
});
