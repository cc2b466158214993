import { z } from 'zod';
import { moment } from '../trpc/fields.ts';

export const Account = z.object({
  email: z.string(),
  name: z.string().nullable(),
  subscriptionStatus: z.string().nullable(),
  createdAt: moment,
  updatedAt: moment,
});
