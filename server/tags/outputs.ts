import { z } from 'zod';
import { moment } from '../trpc/fields.ts';

export const Tag = z.object({
  id: z.number(),
  name: z.string(),
  color: z.string(),
  isDefault: z.boolean(),
  createdAt: moment,
  updatedAt: moment,
});
