import { z } from 'zod';
import { civilDate, email, line } from '../../contract/index.ts';
import { procedure, router } from '../trpc/procedures.ts';
import { addDay, removeDay } from './days.ts';
import { getStreak, importReadings, recordReading } from './service.ts';

const moment = z.iso
  .datetime({ offset: true, error: 'deve ser um instante ISO 8601' })
  .transform((text) => new Date(text))
  .refine((date) => date.getUTCFullYear() >= 1900, 'deve ser de 1900 ou depois');

const momentOrDay = z.union([moment, civilDate.transform((day) => ({ day }))]);

/** A reading to import: `at` is a moment, or the civil day if the hour is unknown. */
export const importedReading = z.object({ email, at: momentOrDay });

const correction = z.object({
  email,
  day: civilDate.describe('A day in São Paulo'),
  reason: line(300),
});

/** How many readings an import may send at once. */
export const importBatch = 5_000;

export const streaksRouter = router({
  recordReading: procedure
    .input(
      z.object({
        email,
        at: momentOrDay.optional().describe('A moment, or a day in São Paulo; by default now'),
      }),
    )
    .mutation(({ ctx, input }) => recordReading(ctx, input)),
  get: procedure.input(z.object({ email })).query(({ ctx, input }) => getStreak(ctx, input.email)),
  addDay: procedure.input(correction).mutation(({ ctx, input }) => addDay(ctx, input)),
  removeDay: procedure.input(correction).mutation(({ ctx, input }) => removeDay(ctx, input)),
  importReadings: procedure
    .input(z.object({ readings: z.array(importedReading).max(importBatch) }))
    .mutation(({ ctx, input }) => importReadings(ctx, input.readings)),
});
