import type { TRPCClient } from '@trpc/client';
import { kebabCase } from 'trpc-cli';
import { z } from 'zod';
import type { InternalRouter } from '../../server/trpc/router.ts';
import { importFile } from '../import/import-file.ts';
import type { Commands } from './commands.ts';

/** A command that is more than one call of the internal API. */
export interface LocalCommand {
  /** As {@link Commands} have it; a procedure of the same path gives way. */
  entry: Commands[number];
  /** As it is typed. */
  name: string;
  description: string;
  run: (input: unknown, api: () => Promise<TRPCClient<InternalRouter>>) => Promise<unknown>;
}

const define = <Input extends z.ZodObject>(
  path: string,
  description: string,
  input: Input,
  run: (input: z.output<Input>, api: () => Promise<TRPCClient<InternalRouter>>) => Promise<unknown>,
): LocalCommand => ({
  name: path.split('.').map(kebabCase).join(' '),
  description,
  entry: [
    path,
    {
      type: 'mutation',
      meta: {},
      inputSchemas: { success: true, value: [z.toJSONSchema(input, { io: 'input' })] },
    },
  ],
  run: (given, api) => run(input.parse(given), api),
});

const csvFile = z.object({
  file: z.string().min(1).describe('CSV file').meta({ positional: true }),
  from: z
    .int()
    .min(1)
    .optional()
    .describe('First line to import; else where an import that was broken off ended'),
});

/** The imports, which read a file of this machine and send it in pieces. */
export const importCommands: readonly LocalCommand[] = [
  define(
    'streaks.importReadings',
    'Imports readings: columns email, at (a moment, or a day in São Paulo)',
    csvFile,
    async ({ file, from }, api) => finished(await importFile(await api(), 'readings', file, from)),
  ),
  define(
    'groups.importMembers',
    'Imports members of groups that exist: columns groupId, email',
    csvFile,
    async ({ file, from }, api) => finished(await importFile(await api(), 'members', file, from)),
  ),
];

/** With bad lines the command is not done, though all others are imported. */
const finished = <T extends { bad: number }>(result: T): T => {
  if (result.bad > 0) process.exitCode = 1;
  return result;
};

/** The command that prints the shell's completions; `script` makes them of all commands. */
export const completionCommand = (script: (shell: 'bash' | 'zsh') => string): LocalCommand =>
  define(
    'completion',
    'Prints completions and a short name for this program: eval "$(npm run -s admin -- completion bash)"',
    z.object({ shell: z.enum(['bash', 'zsh']).meta({ positional: true }) }),
    async ({ shell }) => script(shell),
  );
