import { z } from 'zod';
import { mapPage } from '../core/page.ts';
import { cursorOf, limitOf, moment } from '../trpc/fields.ts';
import { adminProcedure, router } from '../trpc/procedures.ts';
import { Acts } from './outputs.ts';
import { listActs } from './service.ts';

const page = z.object({
  actor: z.string().optional().describe('Subject, job or e-mail'),
  action: z.string().optional().describe('Such as tags.create'),
  target: z.string().optional().describe('Such as tag:5'),
  from: moment.optional().describe('At this moment or later'),
  to: moment.optional().describe('Before this moment'),
  cursor: cursorOf(z.string().regex(/^\d{1,18}$/)),
  limit: limitOf(1_000, 50),
});

export const auditRouter = router({
  list: adminProcedure
    .meta({ description: 'Lists who changed what, newest first', effect: 'read' })
    .input(page.prefault({}))
    .output(Acts)
    .query(async ({ ctx, input: { cursor, ...filter } }) => {
      const found = await listActs(ctx, { ...filter, beforeId: cursor });
      return mapPage(found, ({ id, ...act }) => ({ id: Number(id), ...act }));
    }),
});
