import { z } from 'zod';
import { civilDate, email } from '../../contract/index.ts';
import { adminProcedure, router } from '../trpc/procedures.ts';
import { getGlobalRanking, parseGlobalRanking, refreshGlobalRanking } from './global-ranking.ts';
import { getStreak, importReadings, recordReading } from './service.ts';

const moment = z.iso
  .datetime({ offset: true, error: 'deve ser um instante ISO 8601' })
  .transform((text) => new Date(text))
  .refine((date) => date.getUTCFullYear() >= 1900, 'deve ser de 1900 ou depois');

/** A reading to import: `at` is a moment, or the civil day where the hour is not known. */
export const importedReading = z.object({
  email,
  at: z.union([moment, civilDate.transform((day) => ({ day }))]),
});

/** How many readings or members an import may send at once. */
export const importBatch = 5_000;

export const streaksRouter = router({
  recordReading: adminProcedure
    .input(z.object({ email, at: moment.optional() }))
    .mutation(({ ctx, input }) => recordReading(ctx, input)),
  get: adminProcedure
    .input(z.object({ email }))
    .query(({ ctx, input }) => getStreak(ctx, input.email)),
  globalRanking: adminProcedure.query(async ({ ctx }) =>
    parseGlobalRanking(await getGlobalRanking(ctx)),
  ),
  refreshGlobalRanking: adminProcedure.mutation(async ({ ctx }) =>
    parseGlobalRanking(await refreshGlobalRanking(ctx)),
  ),
  importReadings: adminProcedure
    .input(z.object({ readings: z.array(importedReading).max(importBatch) }))
    .mutation(({ ctx, input }) => importReadings(ctx, input.readings)),
});
