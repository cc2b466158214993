import { router } from '../trpc/procedures.ts';
import { bulkProcedures } from './bulk-procedures.ts';
import { changeProcedures } from './change-procedures.ts';
import { readProcedures } from './read-procedures.ts';
import { replyProcedures } from './reply-procedures.ts';

export const ticketsRouter = router({
  ...readProcedures,
  ...changeProcedures,
  ...bulkProcedures,
  ...replyProcedures,
});
