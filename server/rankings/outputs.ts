import { z } from 'zod';
import { moment } from '../trpc/fields.ts';

const Entry = z.object({
  position: z.number(),
  displayName: z.string(),
  email: z.string().describe('Masked'),
  currentStreak: z.number(),
  maxStreak: z.number(),
  lastInteractionDate: z.string().nullable(),
});

export const GlobalRanking = z.object({
  ranking: z.array(Entry),
  lastUpdated: z.iso.datetime(),
  cacheInfo: z.object({ cached: z.boolean(), ttl: z.number() }),
});

export const GroupRanking = z.object({
  group: z.object({
    groupId: z.string(),
    groupName: z.string(),
    description: z.string().nullable(),
    isPublic: z.boolean(),
    ownerEmail: z.string(),
    memberCount: z.number(),
  }),
  ranking: z.array(Entry),
  lastUpdated: moment,
});
