import { z } from 'zod';
import { civilDate, email, line } from '../../contract/index.ts';
import { Counted, confirmInput } from '../trpc/confirm.ts';
import { cursorOf, idOf, idPage, limitOf, moment, onlyChecks, searchText } from '../trpc/fields.ts';
import { because } from '../trpc/input-issue.ts';
import { adminProcedure, agentProcedure, router } from '../trpc/procedures.ts';
import { dryRun, rehearse } from '../trpc/rehearse.ts';
import { addDay, removeDay } from './correct-days.ts';
import { addDayForAll, listDaysForAll, undoDayForAll } from './days-for-all.ts';
import { getRetention, listReaders } from './list-readers.ts';
import {
  CorrectedStreaks,
  DaysForAll,
  GivenDay,
  ImportOutcome,
  Reader,
  ReaderStreak,
  Readers,
  Retention,
  Streaks,
  StreaksOverview,
} from './outputs.ts';
import { getStreaksOverview } from './overview.ts';
import { getReader } from './reader.ts';
import { getStreak, importReadings, recordReading } from './service.ts';

const recentMoment = moment.refine(
  (date) => date.getUTCFullYear() >= 1900,
  because('must be in 1900 or later'),
);

const whose = email.describe('The e-mail of the reader');

const momentOrDay = z.union([recentMoment, civilDate.transform((day) => ({ day }))]);

/** A reading to import: `at` is a moment, or the civil day if the hour is unknown. */
export const importedReading = z.object({
  email: whose,
  at: momentOrDay.describe('A moment, or a day in São Paulo'),
});

const reason = line(300).describe('Why, for the trail');

const correction = z.object({
  email: whose,
  day: civilDate.describe('A day in São Paulo'),
  reason,
});

const isNew = z.boolean().default(false).describe('The service does not know this e-mail yet');

export const importBatch = 5_000;

const daysForAllRouter = router({
  list: adminProcedure
    .meta({ description: 'Lists the days that were given to all, newest first', effect: 'read' })
    .input(z.object(idPage).prefault({}))
    .output(DaysForAll)
    .query(({ ctx, input: { cursor, limit } }) => listDaysForAll(ctx, { beforeId: cursor, limit })),
  undo: adminProcedure
    .meta({
      description:
        'Takes a day that was given to all from those who did not get it otherwise: only counts, unless `expected` is the total',
      effect: 'destroy',
    })
    .input(z.object({ id: idOf('a day for all'), ...confirmInput }))
    .output(Counted)
    .mutation(({ ctx, input }) => undoDayForAll(ctx, input)),
});

export const streaksRouter = router({
  recordReading: adminProcedure
    .meta({ description: 'Credits a reader with a day', effect: 'change' })
    .input(
      z.object({
        email: whose,
        at: momentOrDay.optional().describe('A moment, or a day in São Paulo; by default now'),
      }),
    )
    .output(Streaks)
    .mutation(({ ctx, input }) => recordReading(ctx, input)),
  get: agentProcedure
    .meta({ description: 'Shows the streak of a reader', effect: 'read' })
    .input(z.object({ email: whose }))
    .output(ReaderStreak)
    .query(({ ctx, input }) => getStreak(ctx, input.email)),
  reader: agentProcedure
    .meta({
      description: 'Shows the streak of a reader, where each day came from, and their places',
      effect: 'read',
    })
    .input(z.object({ email: whose }))
    .output(Reader)
    .query(({ ctx, input }) => getReader(ctx, input.email)),
  overview: agentProcedure
    .meta({
      description: 'Counts readers by day and by the length of their streak',
      effect: 'read',
    })
    .input(
      z
        .object({ days: z.int().min(1).max(366).default(30).describe('How many days back') })
        .prefault({}),
    )
    .output(StreaksOverview)
    .query(({ ctx, input }) => getStreaksOverview(ctx, input.days)),
  list: adminProcedure
    .meta({
      description: 'Lists readers and their streaks, the longest first',
      effect: 'read',
    })
    .input(
      z
        .object({
          search: searchText.optional().describe('Beginnings of words of the e-mail or the name'),
          atRisk: z.boolean().optional().describe('Only those whose last day was yesterday'),
          minStreak: z.int().min(0).max(100_000).optional().describe('Only streaks not broken'),
          sort: z.enum(['streak', 'lastDay']).default('streak').describe('The order, most first'),
          cursor: cursorOf(z.string().max(400)),
          limit: limitOf(1_000, 50),
        })
        .prefault({}),
    )
    .output(Readers)
    .query(({ ctx, input: { search, ...filter } }) =>
      listReaders(ctx, { ...filter, search: search || undefined }),
    ),
  retention: agentProcedure
    .meta({
      description: 'Counts, of those who first read in a week, who read in each week after it',
      effect: 'read',
    })
    .input(
      z
        .object({ weeks: z.int().min(1).max(53).default(9).describe('How many weeks back') })
        .prefault({}),
    )
    .output(Retention)
    .query(({ ctx, input }) => getRetention(ctx, input.weeks)),
  addDayForAll: adminProcedure
    .meta({
      description:
        'Credits a day to everybody whose streak broke on it, with a reason: only counts, unless `expected` is the total',
      effect: 'change',
    })
    .input(
      z.object({
        day: civilDate.describe(
          'A day in São Paulo, up to 30 days ahead; one that has not ended is given when it ends',
        ),
        reason,
        ...confirmInput,
      }),
    )
    .output(GivenDay)
    .mutation(({ ctx, input }) => addDayForAll(ctx, input)),
  dayForAll: daysForAllRouter,
  addDay: adminProcedure
    .meta({ description: 'Credits a day to a reader, with a reason', effect: 'change' })
    .input(correction.extend({ new: isNew }))
    .output(CorrectedStreaks)
    .mutation(({ ctx, input }) => addDay(ctx, input)),
  removeDay: adminProcedure
    .meta({ description: 'Takes a credited day from a reader, with a reason', effect: 'destroy' })
    .input(correction.extend({ dryRun }))
    .output(CorrectedStreaks)
    .mutation(({ ctx, input }) => rehearse(ctx, input, (tx) => removeDay(tx, input))),
  importReadings: adminProcedure
    .meta({
      description:
        'Imports up to 5,000 readings at once; `refused` lists the indexes of those that count no day',
      effect: 'change',
      large: true,
    })
    .input(
      z.object({
        readings: z.array(importedReading).max(importBatch).describe('Who read, and when'),
        dryRun: onlyChecks,
      }),
    )
    .output(ImportOutcome)
    .mutation(({ ctx, input }) => importReadings(ctx, input.readings, input)),
});
