import type { z } from 'zod';
import { importedMember, importBatch as memberBatch } from '../../../server/groups/trpc.ts';
import { importedReading, importBatch as readingBatch } from '../../../server/streaks/trpc.ts';
import type { InternalClient } from '../../internal/src/index.ts';
import type { ImportPlan } from './import-csv.ts';

/** Readings: columns `email` and `at`, a moment or a day in São Paulo. */
export const readingsPlan = (api: InternalClient): ImportPlan<z.input<typeof importedReading>> => ({
  columns: ['email', 'at'],
  schema: importedReading,
  batchSize: readingBatch,
  send: async (readings) => (await api.streaks.importReadings.mutate({ readings })).refused,
  refusal: 'at: must not be in the future',
});

/** Members: columns `groupId`, of a group that exists, and `email`; earlier lines are earlier members. */
export const membersPlan = (api: InternalClient): ImportPlan<z.input<typeof importedMember>> => ({
  columns: ['groupId', 'email'],
  schema: importedMember,
  batchSize: memberBatch,
  send: async (members) => (await api.groups.importMembers.mutate({ members })).refused,
  refusal: 'groupId: is of no group',
});
