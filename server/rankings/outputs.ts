import { z } from 'zod';
import { listOf, moment } from '../trpc/fields.ts';

/** A reader in a ranking (docs/behaviour/streaks.md#rankings). */
const Entry = z.object({
  position: z.number(),
  displayName: z.string(),
  email: z.string().describe('Masked'),
  currentStreak: z.number(),
  maxStreak: z.number(),
  lastInteractionDate: z.string().nullable(),
});
export type RankingEntry = z.output<typeof Entry>;

export const GlobalRanking = z.object({
  ranking: z.array(Entry),
  lastUpdated: z.iso.datetime(),
  /** The cache state, and the seconds until it expires, rounded up. */
  cacheInfo: z.object({ cached: z.boolean(), ttl: z.number() }),
});
export type GlobalRanking = z.output<typeof GlobalRanking>;

export const GroupRanking = listOf(Entry).extend({
  group: z.object({
    groupId: z.string(),
    groupName: z.string(),
    description: z.string().nullable(),
    isPublic: z.boolean(),
    ownerEmail: z.string(),
    memberCount: z.number(),
  }),
  lastUpdated: moment,
});
