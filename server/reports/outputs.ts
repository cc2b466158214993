import { z } from 'zod';
import { moment } from '../trpc/fields.ts';

const cache = z.discriminatedUnion('hit', [
  z.object({ hit: z.literal(false) }),
  z.object({ hit: z.literal(true), age: z.number(), expiresIn: z.number() }),
]);

const counts = {
  open: z.number(),
  inProgress: z.number(),
  resolved: z.number(),
  closed: z.number(),
};

export const TimeSeries = z.object({
  from: z.string(),
  to: z.string(),
  groupBy: z.enum(['hour', 'day', 'week', 'month', 'year', 'hourOfWeek']),
  series: z.array(z.object({ period: z.string(), total: z.number(), ...counts })),
  cache,
});
/** The cached part of a time series. */
export const PeriodCounts = TimeSeries.shape.series;

export const ResponseTimes = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      tickets: z.number(),
      firstReplies: z.number(),
      firstReplyMedianSeconds: z.number().nullable(),
      firstReplyP90Seconds: z.number().nullable(),
      resolutions: z.number(),
      resolutionMedianSeconds: z.number().nullable(),
      resolutionP90Seconds: z.number().nullable(),
    }),
  ),
  cache,
});

export const ReportFilters = z.object({
  categories: z.array(z.object({ main: z.string(), issues: z.array(z.string()) })),
  agents: z.array(z.string()),
  newsletters: z.array(z.string()),
  cache,
});

export const Cleared = z.object({ cleared: z.boolean() });

export const Rebuilt = z.object({ tickets: z.number() });

export const Differences = z.object({
  differences: z.array(z.object({ hour: moment, main: z.string().nullable(), ...counts })),
});

export const WeekSummary = z.object({
  week: z.string().describe('Its Monday'),
  to: z.string().describe('Its Sunday'),
  finished: z.boolean(),
  countedAt: moment.describe('Tickets, first replies and readers are of this moment'),
  tickets: z.object({ opened: z.number(), openedBefore: z.number(), unresolved: z.number() }),
  firstReplies: z.object({
    count: z.number(),
    medianSeconds: z.number().nullable(),
    p90Seconds: z.number().nullable(),
  }),
  quiz: z.object({
    quizzes: z.number(),
    attempts: z.number(),
    attemptsBefore: z.number(),
    passed: z.number(),
    averageCorrect: z.number(),
    hardest: z
      .object({ quizDate: z.string(), question: z.string(), correctRate: z.number() })
      .nullable(),
  }),
  readers: z.object({
    active: z.number().describe('Who read on one of its days'),
    activeBefore: z.number(),
    arrived: z.number().describe('Who first read in it'),
  }),
});
export type WeekSummary = z.output<typeof WeekSummary>;
