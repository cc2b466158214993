import { z } from 'zod';
import { importFile } from './import/import-file.ts';
import { defineCommand, type LocalCommand } from './local-command.ts';

const csvFile = z.object({
  file: z.string().min(1).describe('CSV file').meta({ positional: true }),
  from: z
    .int()
    .min(1)
    .optional()
    .describe('First line to import; by default, resumes an interrupted import'),
});

/** Imports of local files, sent in batches. */
export const importCommands: readonly LocalCommand[] = [
  defineCommand(
    'streaks.importReadings',
    'Imports readings: columns email, at (a moment, or a day in São Paulo)',
    csvFile,
    async ({ file, from }, { api }) => importFile(await api(), 'readings', file, from),
  ),
  defineCommand(
    'groups.importMembers',
    'Imports members of groups that exist: columns groupId, email',
    csvFile,
    async ({ file, from }, { api }) => importFile(await api(), 'members', file, from),
  ),
];
