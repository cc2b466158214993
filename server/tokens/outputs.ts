import { z } from 'zod';
import { moment } from '../trpc/fields.ts';

export const Revoked = z.object({
  revokedFrom: moment.describe('Tokens issued before this moment are refused'),
});

export const Revocations = z.object({
  items: z.array(
    Revoked.extend({
      id: z.number(),
      kind: z.enum(['person', 'token']),
      tokenId: z.string().nullable(),
      createdAt: moment,
    }),
  ),
  nextCursor: z.number().nullable(),
});
