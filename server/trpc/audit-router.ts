import { z } from 'zod';
import { listActs } from '../audit/service.ts';
import { moment } from './moment.ts';
import { adminProcedure, router } from './procedures.ts';

const page = z.object({
  actor: z.string().optional().describe('Subject, job or e-mail'),
  action: z.string().optional().describe('Such as tags.create'),
  target: z.string().optional().describe('Such as tag:5'),
  from: moment.optional(),
  to: moment.optional(),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  limit: z.int().min(1).max(1_000).default(50),
});

/** Who did what. */
export const auditRouter = router({
  list: adminProcedure
    .input(page.prefault({}))
    .query(async ({ ctx, input: { cursor, ...filter } }) => {
      const { items, nextCursor } = await listActs(ctx, { ...filter, beforeId: cursor });
      return {
        items: items.map(({ id, ...act }) => ({ id: Number(id), ...act })),
        nextCursor,
      };
    }),
});
