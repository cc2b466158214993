import { z } from 'zod';
import { TicketStatus } from '../../contract/index.ts';
import { moment } from '../trpc/fields.ts';

export const View = z.object({
  id: z.number(),
  name: z.string(),
  filter: z.object({
    status: TicketStatus.optional(),
    main: z.string().optional(),
    tagId: z.number().optional(),
    assignee: z.string().nullable().optional(),
    from: z.string().optional(),
    to: z.string().optional(),
    waiting: z.literal(true).optional(),
    snoozed: z.literal(true).optional(),
    mentions: z.string().optional(),
    updatedBefore: z.string().optional(),
    search: z.string().optional(),
  }),
  sort: z.enum(['newest', 'waiting', 'updated']),
  shared: z.boolean(),
  ownerEmail: z.string(),
  updatedAt: moment,
});
