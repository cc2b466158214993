import { z } from 'zod';
import { roles } from '../config/roles.ts';
import { moment } from '../trpc/fields.ts';

export const Sessions = z.object({
  items: z.array(
    z.object({
      id: z.number(),
      email: z.string(),
      name: z.string().nullable(),
      role: z.enum(roles),
      createdAt: moment,
      lastSeenAt: moment,
      userAgent: z.string().nullable(),
      current: z.boolean(),
    }),
  ),
  nextCursor: z.number().nullable(),
});
