import { z } from 'zod';
import { importFile } from '../import/import-file.ts';
import { importMails, isMailPath } from '../import/import-mails.ts';
import { membersPlan, readingsPlan, ticketsPlan } from '../import/plans.ts';
import { defineCommand, type LocalCommand } from './local-command.ts';

const rowsOfFile = z.object({
  file: z
    .string()
    .min(1)
    .describe('CSV file, or JSON lines if its name ends in .jsonl')
    .meta({ positional: true }),
  from: z
    .int()
    .min(1)
    .optional()
    .describe('First line to import; by default, resumes an interrupted import'),
  dryRun: z.boolean().optional().describe('Only checks and counts'),
});

/** The commands that import local files in batches. */
export const importCommands: readonly LocalCommand[] = [
  defineCommand(
    'streaks.importReadings',
    'Imports readings: columns email, at (a moment, or a day in São Paulo)',
    rowsOfFile,
    async (options, { api }) => importFile(readingsPlan(await api()), options),
  ),
  defineCommand(
    'groups.importMembers',
    'Imports members of groups that exist: columns groupId, email',
    rowsOfFile,
    async (options, { api }) => importFile(membersPlan(await api()), options),
  ),
  defineCommand(
    'tickets.import',
    'Imports tickets of another system: columns externalId, subject, body, main, status, createdAt; or mails: an .mbox file, or a folder of .eml files. Once each, and sends none',
    rowsOfFile.extend({
      own: z.array(z.string()).optional().describe('Our address in mails; may be repeated'),
    }),
    async (options, { api }) =>
      (await isMailPath(options.file))
        ? importMails(await api(), options)
        : importFile(ticketsPlan(await api()), options),
  ),
];
