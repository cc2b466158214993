import type { z } from 'zod';
import type { InternalClient } from '../../packages/internal/src/index.ts';
import { importedMember, importBatch as memberBatch } from '../../server/groups/trpc.ts';
import { importedReading, importBatch as readingBatch } from '../../server/streaks/trpc.ts';
import { ImportedTicket, importBatch as ticketBatch } from '../../server/tickets/inputs.ts';
import { strictInput } from '../../server/trpc/strict-input.ts';
import type { ImportPlan } from './import-rows.ts';

const because = (reason: string) => (index: number) => ({ index, reason });

/** Imports readings from the columns `email` and `at`, a timestamp or a date in São Paulo. */
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

/** Imports members of existing groups from `groupId` and `email`; an earlier line is an earlier member. */
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

/** Imports tickets of another system. In CSV an empty value means none, and commas separate tags. */
export const ticketsPlan = (api: InternalClient): ImportPlan<z.input<typeof ImportedTicket>> => {
  const told = new Set<string>();
  return {
    command: 'tickets.import',
    // A CSV has one value per column, so only JSON Lines can contain messages.
    columns: {
      required: ['externalId', 'subject', 'body', 'main', 'status', 'createdAt'],
      optional: ['issue', 'newsletter', 'requesterEmail', 'requesterName', 'updatedAt', 'tags'],
    },
    fromCsv: (fields) => {
      const given = Object.entries(fields).filter(([, value]) => value !== '');
      const { tags, ...ticket } = Object.fromEntries(given);
      return typeof tags === 'string' ? { ...ticket, tags: tags.split(',') } : ticket;
    },
    schema: strictInput(ImportedTicket),
    batchSize: ticketBatch,
    send: async (tickets, dryRun) => {
      const sent = await api.tickets.import.mutate({ tickets, dryRun });
      for (const name of sent.newTags.filter((tag) => !told.has(tag))) {
        told.add(name);
        console.error(`new tag: ${name}`);
      }
      return sent;
    },
  };
};
