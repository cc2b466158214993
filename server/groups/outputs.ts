import { z } from 'zod';
import { listOf, moment } from '../trpc/fields.ts';

export const NewGroupId = z.object({ groupId: z.string() });

export const Group = NewGroupId.extend({
  name: z.string(),
  description: z.string().nullable(),
  isPublic: z.boolean(),
  ownerEmail: z.string(),
  createdAt: moment,
});

export const Groups = listOf(Group.extend({ memberCount: z.number() }));

export const Members = listOf(
  z.object({ memberId: z.number(), email: z.string(), name: z.string().nullable() }),
);

export const ImportOutcome = z.object({
  added: z.number(),
  refused: z.array(z.number()).describe('Their indexes'),
});
export type ImportOutcome = z.output<typeof ImportOutcome>;
