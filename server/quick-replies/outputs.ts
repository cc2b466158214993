import { z } from 'zod';
import { moment } from '../trpc/fields.ts';

export const QuickReply = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  category: z.string(),
  shortcut: z.string(),
  createdAt: moment,
  updatedAt: moment,
});
