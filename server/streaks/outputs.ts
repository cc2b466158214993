import { z } from 'zod';
import { Counted } from '../trpc/confirm.ts';
import { listOf, moment } from '../trpc/fields.ts';

export const Streaks = z.object({ currentStreak: z.number(), maxStreak: z.number() });

export const ReaderStreak = Streaks.extend({
  lastInteractionAt: moment.nullable(),
  days: z.array(z.string()).describe('Days in São Paulo'),
});

const todayGiven = z.boolean().describe('Today will be given to all, so that it breaks no streak');

export const Reader = Streaks.extend({
  name: z.string().nullable(),
  rankingVisibility: z.enum(['public', 'anonymous', 'hidden']),
  status: z.enum(['none', 'active', 'at-risk', 'broken']),
  lastDay: z.string().nullable(),
  lastInteractionAt: moment.nullable(),
  today: z.string(),
  todayGiven,
  days: z.array(
    z.object({
      day: z.string(),
      origin: z.enum(['reading', 'quiz', 'administrator', 'removed']),
      reason: z.string().nullable(),
    }),
  ),
  position: z.number().nullable().describe('Their place in the global ranking'),
  of: z.number(),
  groups: z.array(
    z.object({
      groupId: z.string(),
      name: z.string(),
      isPublic: z.boolean(),
      memberCount: z.number(),
      position: z.number(),
    }),
  ),
});
export type Reader = z.output<typeof Reader>;

export const StreaksOverview = z.object({
  /** The number of readers with a credited day. */
  readers: z.number(),
  readToday: z.number(),
  /** The number of readers whose last day was yesterday. */
  atRisk: z.number(),
  /** The number of readers who have the reminder on. */
  reminders: z.number(),
  todayGiven,
  /** Days oldest first; the last one is today. */
  perDay: z.array(z.object({ day: z.string(), readers: z.number() })),
  /** The number of readers by length of streak, 0 for a broken one; `to` is null for the longest. */
  distribution: z.array(
    z.object({ from: z.number(), to: z.number().nullable(), readers: z.number() }),
  ),
});
export type StreaksOverview = z.output<typeof StreaksOverview>;

export const CorrectedStreaks = Streaks.extend({ changed: z.boolean() });
export type CorrectedStreaks = z.output<typeof CorrectedStreaks>;

export const GivenDay = Counted.extend({
  id: z.number().nullable().describe('Null if it was only counted'),
  readers: z.number(),
});
export type GivenDay = z.output<typeof GivenDay>;

export const DaysForAll = listOf(
  z.object({
    id: z.number(),
    day: z.string(),
    reason: z.string(),
    readers: z.number().describe('Who got it; 0 until the day ends'),
    undoneAt: moment.nullable(),
  }),
);

export const ImportOutcome = z.object({
  credited: z.number(),
  readers: z.number(),
  refused: z.array(z.number()).describe('Their indexes'),
});
export type ImportOutcome = z.output<typeof ImportOutcome>;

export const Readers = listOf(
  z.object({
    email: z.string(),
    name: z.string().nullable(),
    currentStreak: z.number().describe('0 if it is broken'),
    maxStreak: z.number(),
    lastDay: z.string(),
    atRisk: z.boolean().describe('The last day was yesterday'),
  }),
);
export type Readers = z.output<typeof Readers>;

export const Retention = z.object({
  currentWeek: z.string().describe('Its Monday; it has not ended'),
  weeks: z.array(
    z.object({
      week: z.string().describe('Its Monday'),
      readers: z.number().describe('Who first read in it'),
      returned: z.array(z.number()).describe('How many of them read in each week after it'),
    }),
  ),
});
export type Retention = z.output<typeof Retention>;
