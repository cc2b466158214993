import { getUntypedClient } from '@trpc/client';
import { createCli, FailedToExitError, kebabCase, type TrpcCliRunParams } from 'trpc-cli';
import { proxify } from 'trpc-cli/dist/proxify.js';
import { createInternalClient } from '../packages/internal/src/index.ts';
import { procedures, warnings } from '../server/internal-contract.ts';
import { jsonSchemaOf } from '../server/trpc/json-schema.ts';
import { type CommandLine, propertiesOf, readCommandLine } from './arguments.ts';
import { callFor } from './call.ts';
import { type Commands, readShownCommands } from './commands.ts';
import { completionScript } from './completion.ts';
import { type Connection, findConnection } from './connection.ts';
import { configureOutput, createErrorWriter, type HelpTexts } from './error-output.ts';
import { describeFailure, exitCodes, type FailureFields, inOptions } from './failure.ts';
import { attachmentCommands } from './local/attachments.ts';
import { backupCommands } from './local/backup.ts';
import { importCommands } from './local/import.ts';
import { completionCommand, type LocalCommand } from './local/local-command.ts';
import { preferenceCommands } from './local/preferences.ts';
import { ticketCommands } from './local/tickets.ts';
import { mcpCommand } from './mcp.ts';
import { describeOption } from './option-help.ts';
import { type Print, readOutput } from './output.ts';
import manifest from './package.json' with { type: 'json' };
import { readInput } from './read-input.ts';
import { hasFailed, nextCursorOf } from './result.ts';
import { retryingFetch } from './retrying-fetch.ts';
import { withSpinner } from './spinner.ts';

/** The environment of a command line: variables, outputs and the started program. */
export interface Surroundings {
  env: Record<string, string | undefined>;
  out: (text: string) => void;
  err: (text: string) => void;
  /** The program and its arguments, which the completion scripts need. */
  startedBy: readonly string[];
}

/** All commands: the procedures of the internal API, and the local ones. */
export const allCommands = (
  startedBy: readonly string[],
): { local: readonly LocalCommand[]; commands: Commands } => {
  const local: readonly LocalCommand[] = [
    ...importCommands,
    ...attachmentCommands,
    ...backupCommands,
    ...preferenceCommands,
    ...ticketCommands,
    mcpCommand,
    completionCommand((shell) => completionScript(shell, commands, startedBy)),
  ];
  const commands: Commands = [
    ...new Map([...readShownCommands(), ...local.map(({ entry }) => entry)]).entries(),
  ];
  return { local, commands };
};

/** Runs a command line and returns its exit code. */
export const runCli = async (
  argv: readonly string[],
  { env, out, err, startedBy }: Surroundings,
): Promise<number> => {
  if (argv[0] === '--version') {
    out(manifest.version);
    return 0;
  }
  const { local, commands } = allCommands(startedBy);
  // The connection is made when a command runs, so that help works without a service.
  const connect = (): Promise<Connection> => findConnection(env);
  const api = async () => createInternalClient({ ...(await connect()), fetch: retryingFetch(err) });

  /**
   * Runs a local command or calls a procedure, and prints the result. The parser itself drops a null result.
   */
  const callerOf = (line: CommandLine, print: Print) => async (path: string) => {
    const run = (send: (input: unknown) => Promise<unknown>) => {
      const call = callFor(send, line);
      return async (input: unknown) => finish(await call(input), print);
    };
    const ours = local.find(({ entry }) => entry[0] === path);
    if (ours) {
      const own = run((input) => ours.run(input, { api, connect, env, out, err }));
      return { [path]: { query: own, mutate: own } };
    }
    const input = procedures.find((procedure) => procedure.path === path)?.input;
    const schema = input && jsonSchemaOf(input);
    const client = getUntypedClient(await api());
    const call = (send: (input: unknown) => Promise<unknown>) =>
      run((given) => withSpinner(path, send(readInput(schema, given))));
    return {
      [path]: {
        query: call((input) => client.query(path, input)),
        mutate: call((input) => client.mutation(path, input)),
      },
    };
  };

  const writeError = createErrorWriter(err, argv.includes('--json'));
  let fields: FailureFields | undefined;
  let failureCode: number = exitCodes.usage;
  let successCode = 0;
  const exit = (code: number | undefined): never => {
    const exitCode = code === 0 ? successCode : failureCode;
    throw new FailedToExitError('the command has ended', { exitCode, cause: undefined });
  };

  /** Prints a result, and a hint if a list is cut. The exit code reports a failed part of the work. */
  const finish = (result: unknown, print: Print): void => {
    if (result !== '') out(print(result));
    const next = nextCursorOf(result);
    if (next !== undefined) err(`there are more: --all lists them, --cursor ${next} continues`);
    if (hasFailed(result)) successCode = exitCodes.failed;
  };

  try {
    const { words, print } = readOutput(argv);
    const line = readCommandLine(words, commands);
    const runParams: TrpcCliRunParams = {
      argv: line.args,
      // There are no prompts, because a script in a terminal would hang.
      prompts: false,
      formatError: (error) => {
        const failure = describeFailure(error);
        failureCode = failure.code;
        fields = failure.fields;
        return failure.line;
      },
      logger: {
        info: (text) => out(String(text)),
        error: (text) => writeError(String(text), fields),
      },
      process: { exit },
    };
    // Only the group of the command is built, because building all commands takes 100 ms.
    const group = commands.filter(([path]) => kebabCase(path.split('.')[0] ?? '') === words[0]);
    const cli = createCli({
      router: proxify(group.length > 0 ? group : commands, callerOf(line, print)),
      name: 'npm run admin --',
      description:
        'Operates a running leitor through its internal API. Everywhere: --json and --csv choose the format, --all fetches every page of a list, --id may be repeated.',
    });
    const program = cli.buildProgram(runParams);
    const texts = new Map(
      procedures.map(({ path, description, effect }) => [
        path,
        inOptions([description, warnings[effect]].filter(Boolean).join('. ')),
      ]),
    );
    for (const { entry, description } of local) texts.set(entry[0], description);
    const byName = new Map(
      [...texts].map(([path, text]) => [path.split('.').map(kebabCase).join(' '), text]),
    );
    const help: HelpTexts = {
      ofCommand: (path) => byName.get(path.join(' ')),
      ofOption: (path, option) => {
        const property = propertiesOf(path, commands).get(option);
        return property && describeOption(property);
      },
    };
    configureOutput(program, { out, writeError, exit }, help);
    await cli.run(runParams, program);
    return successCode;
  } catch (error) {
    if (error instanceof FailedToExitError) return error.exitCode;
    const failure = describeFailure(error);
    writeError(failure.line, failure.fields);
    return failure.code;
  }
};
