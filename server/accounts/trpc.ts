import { z } from 'zod';
import { email, line } from '../../contract/index.ts';
import { visibleName } from '../text/visible-name.ts';
import { nothing } from '../trpc/fields.ts';
import { adminProcedure, router } from '../trpc/procedures.ts';
import { Account } from './outputs.ts';
import { getAccount, upsertAccount } from './service.ts';

export const accountsRouter = router({
  upsert: adminProcedure
    .meta({ description: 'Creates or updates the account of an e-mail', effect: 'change' })
    .input(
      z.object({
        email: email.describe('Whose account'),
        name: line(120).transform(visibleName).optional().describe('The name that others see'),
      }),
    )
    .output(nothing)
    .mutation(({ ctx, input }) => upsertAccount(ctx, input)),
  get: adminProcedure
    .meta({ description: 'Shows the account of an e-mail', effect: 'read' })
    .input(z.object({ email: email.describe('Whose account') }))
    .output(Account)
    .query(({ ctx, input }) => getAccount(ctx, input.email)),
});
