import { z } from 'zod';
import type { InternalClient } from '../../packages/internal/src/index.ts';
import { describeInput } from '../../server/trpc/input-issue.ts';
import type { Commands } from '../commands.ts';
import type { Connection } from '../connection.ts';
import { inputError } from '../failure.ts';
import { readInput } from '../read-input.ts';

/** The clients for local commands; `api` and `connect` connect when they are called. */
export interface Service {
  api: () => Promise<InternalClient>;
  connect: () => Promise<Connection>;
  env: Record<string, string | undefined>;
  /** Write lines to the standard output and the standard error. */
  out: (text: string) => void;
  err: (text: string) => void;
}

/** A command that this program implements, and not only one procedure. */
export interface LocalCommand {
  /** The entry in {@link Commands}, which replaces a procedure with the same path. */
  entry: Commands[number];
  description: string;
  run: (input: unknown, service: Service) => Promise<unknown>;
}

/** Defines a local command by its path, such as `streaks.importReadings`. */
export const defineCommand = <Input extends z.ZodObject>(
  path: string,
  description: string,
  input: Input,
  run: (input: z.output<Input>, service: Service) => Promise<unknown>,
): LocalCommand => {
  const schema = z.toJSONSchema(input, { io: 'input' });
  return {
    description,
    entry: [
      path,
      {
        type: 'mutation',
        meta: {},
        inputSchemas: { success: true, value: [schema] },
      },
    ],
    run: async (given, service) => {
      const read = readInput(schema, given);
      const { data, error } = input.safeParse(read);
      if (error) throw inputError(describeInput(error, read));
      return run(data, service);
    },
  };
};

/** The command that prints the completion script of a shell. */
export const completionCommand = (script: (shell: 'bash' | 'zsh') => string): LocalCommand =>
  defineCommand(
    'completion',
    'Prints completions and a short name for this program: eval "$(npm run -s admin -- completion bash)"',
    z.object({ shell: z.enum(['bash', 'zsh']).meta({ positional: true }) }),
    async ({ shell }) => script(shell),
  );
