import { z } from 'zod';
import { bodyId } from '../../contract/index.ts';
import { idCursor } from '../trpc/fields.ts';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { dropMail, listMails, retryMail, undoMail } from './service.ts';

const page = z.object({
  status: z
    .enum(['pending', 'sending', 'sent', 'failed', 'unknown', 'dropped', 'bounced'])
    .optional(),
  ticketId: bodyId.optional(),
  cursor: idCursor.optional(),
  limit: z.int().min(1).max(100).default(20),
});

const mail = z.object({ id: bodyId });

/** The outbox, for operators. */
export const outboxRouter = router({
  list: agentProcedure
    .input(page.prefault({}))
    .query(({ ctx, input: { cursor, ...rest } }) => listMails(ctx, { ...rest, beforeId: cursor })),
  retry: adminProcedure.input(mail).mutation(({ ctx, input }) => retryMail(ctx, input.id)),
  undo: agentProcedure.input(mail).mutation(({ ctx, input }) => undoMail(ctx, input.id)),
  drop: adminProcedure.input(mail).mutation(({ ctx, input }) => dropMail(ctx, input.id)),
});
