import { z } from 'zod';
import { email, line } from '../../contract/index.ts';
import { visibleName } from '../text/visible-name.ts';
import { procedure, router } from '../trpc/procedures.ts';
import { getAccount, upsertAccount } from './service.ts';

export const accountsRouter = router({
  upsert: procedure
    .input(z.object({ email, name: line(120).transform(visibleName).optional() }))
    .mutation(({ ctx, input }) => upsertAccount(ctx, input)),
  get: procedure.input(z.object({ email })).query(({ ctx, input }) => getAccount(ctx, input.email)),
});
