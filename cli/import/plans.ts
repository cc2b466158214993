import type { z } from 'zod';
import type { InternalClient } from '../../packages/internal/src/index.ts';
import { importedMember, importBatch as memberBatch } from '../../server/groups/trpc.ts';
import { importedReading, importBatch as readingBatch } from '../../server/streaks/trpc.ts';
import { ImportedTicket, importBatch as ticketBatch } from '../../server/tickets/inputs.ts';
import { strictInput } from '../../server/trpc/strict-input.ts';
import type { ImportPlan } from './import-rows.ts';

const because = (reason: string) => (index: number) => ({ index, reason });

/** Readings: columns `email` and `at`, a moment or a day in São Paulo. */
export const readingsPlan = (api: InternalClient): ImportPlan<z.input<typeof importedReading>> => ({
  command: 'streaks.importReadings',
  columns: { required: ['email', 'at'] },
  schema: strictInput(importedReading),
  batchSize: readingBatch,
  send: async (readings, dryRun) => {
    const { refused } = await api.streaks.importReadings.mutate({ readings, dryRun });
    return { refused: refused.map(because('at: must not be in the future')) };
  },
});

/** Members: columns `groupId`, of a group that exists, and `email`; earlier lines are earlier members. */
export const membersPlan = (api: InternalClient): ImportPlan<z.input<typeof importedMember>> => ({
  command: 'groups.importMembers',
  columns: { required: ['groupId', 'email'] },
  schema: strictInput(importedMember),
  batchSize: memberBatch,
  send: async (members, dryRun) => {
    const { refused } = await api.groups.importMembers.mutate({ members, dryRun });
    return { refused: refused.map(because('groupId: is of no group')) };
  },
});

/** A table has one value a column, so the messages of a ticket are for JSON Lines alone. */
const columnsOf = ({ messages: _, ...fields }: typeof ImportedTicket.shape) => {
  const names = Object.entries(fields);
  const isOptional = ([, field]: [string, z.ZodType]) => field.safeParse(undefined).success;
  return {
    required: names.filter((field) => !isOptional(field)).map(([name]) => name),
    optional: names.filter(isOptional).map(([name]) => name),
  };
};

/** Tickets of another system. In CSV an empty value is none, and tags are separated by commas. */
export const ticketsPlan = (api: InternalClient): ImportPlan<z.input<typeof ImportedTicket>> => ({
  command: 'tickets.import',
  columns: columnsOf(ImportedTicket.shape),
  fromCsv: (fields) => {
    const given = Object.entries(fields).filter(([, value]) => value !== '');
    const { tags, ...ticket } = Object.fromEntries(given);
    return typeof tags === 'string' ? { ...ticket, tags: tags.split(',') } : ticket;
  },
  schema: strictInput(ImportedTicket),
  batchSize: ticketBatch,
  send: (tickets, dryRun) => api.tickets.import.mutate({ tickets, dryRun }),
});
