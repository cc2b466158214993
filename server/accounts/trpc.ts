import { z } from 'zod';
import { email, line } from '../../contract/index.ts';
import { visibleName } from '../text/visible-name.ts';
import { adminProcedure, router } from '../trpc/procedures.ts';
import { getAccount, upsertAccount } from './service.ts';

export const accountsRouter = router({
  upsert: adminProcedure
    .input(z.object({ email, name: line(120).transform(visibleName).optional() }))
    .mutation(({ ctx, input }) => upsertAccount(ctx, input)),
  get: adminProcedure
    .input(z.object({ email }))
    .query(({ ctx, input }) => getAccount(ctx, input.email)),
});
