import { z } from 'zod';
import { roles } from '../config/roles.ts';
import { listOf } from '../trpc/fields.ts';

const Member = z.object({ email: z.string(), name: z.string().nullable(), role: z.enum(roles) });

export const Me = z.object({
  email: z.string().nullable(),
  name: z.string().nullable(),
  role: z.enum(roles),
  team: z.array(Member),
});

export const Team = listOf(
  Member.extend({
    teamRole: z.enum(['agent', 'editor', 'admin']).nullable(),
    tokenRole: z.enum(roles).nullable(),
  }),
);
