import { fileURLToPath } from 'node:url';
import { getUntypedClient } from '@trpc/client';
import { createCli, kebabCase, type TrpcCliRunParams } from 'trpc-cli';
import { proxify } from 'trpc-cli/dist/proxify.js';
import { createInternalClient } from '../../internal/src/index.ts';
import { type CommandLine, readCommandLine } from './arguments.ts';
import { attachmentCommands } from './attachment-commands.ts';
import { backupCommands } from './backup-commands.ts';
import { callFor } from './call.ts';
import { type Commands, readCommands } from './commands.ts';
import { completionScript } from './completion.ts';
import { type Connection, findConnection } from './connection.ts';
import { descriptions } from './descriptions.ts';
import { configureErrorOutput, createErrorWriter } from './error-output.ts';
import { describeFailure, exitCodes } from './failure.ts';
import { importCommands } from './import-commands.ts';
import { completionCommand, type LocalCommand } from './local-command.ts';
import { readOutput } from './output.ts';
import { hasFailed, nextCursorOf } from './result.ts';
import { withSpinner } from './spinner.ts';
import { validateInput } from './validate.ts';

// `npm run admin -- …`: every procedure of the internal API as a command, over HTTP. Prints tables and charts, JSON with `--json`,
// CSV with `--csv`; `--all` fetches every page of a list. A failure is one line on standard error and an exit code of failure.ts.

let connection: Promise<Connection> | undefined;

/** Connects when a command runs, so that help works without a service. */
const connect = (): Promise<Connection> => {
  connection ??= findConnection(process.env);
  return connection;
};

const api = async () => createInternalClient(await connect());

const startedBy = [process.execPath, fileURLToPath(import.meta.url)];
const local: readonly LocalCommand[] = [
  ...importCommands,
  ...attachmentCommands,
  ...backupCommands,
  completionCommand((shell) => completionScript(shell, commands, startedBy)),
];
const commands: Commands = [
  ...new Map([...readCommands(), ...local.map(({ entry }) => entry)]).entries(),
];

/** Calls a local command, else a procedure of the running service. */
const callerOf = (line: CommandLine) => async (path: string) => {
  const ours = local.find(({ entry }) => entry[0] === path);
  if (ours) {
    const run = (input: unknown) => ours.run(input, { api, connect });
    return { [path]: { query: run, mutate: run } };
  }
  const client = getUntypedClient(await api());
  const call = (send: (input: unknown) => Promise<unknown>) =>
    callFor((input) => {
      validateInput(path, input);
      return withSpinner(path, send(input));
    }, line);
  return {
    [path]: {
      query: call((input) => client.query(path, input)),
      mutate: call((input) => client.mutation(path, input)),
    },
  };
};

const writeError = createErrorWriter();
let failureCode: number = exitCodes.usage;

/** Prints a result; says so if a list is cut, and exits with 1 if the result says that work failed. */
const finish = (result: unknown, print: (result: unknown) => string): void => {
  console.log(print(result));
  const next = nextCursorOf(result);
  if (next !== undefined)
    console.error(`there are more: --all lists them, --cursor ${next} goes on`);
  if (hasFailed(result)) process.exitCode = exitCodes.failed;
};

const main = async (): Promise<void> => {
  const { words, print } = readOutput(process.argv.slice(2));
  const line = readCommandLine(words, commands);
  const runParams: TrpcCliRunParams = {
    argv: line.args,
    // No prompts: a script that runs in a terminal would hang.
    prompts: false,
    formatError: (error) => {
      const failure = describeFailure(error);
      failureCode = failure.code;
      return failure.line;
    },
    logger: {
      info: (result) => finish(result, print),
      error: (text) => writeError(String(text)),
    },
    process: {
      exit: (code): never => process.exit(code === 0 ? process.exitCode : failureCode),
    },
  };
  const cli = createCli({
    router: proxify(commands, callerOf(line)),
    name: 'npm run admin --',
    description:
      'Operates a running leitor through its internal API. Everywhere: --json and --csv choose the format, --all fetches every page of a list, --id may be repeated.',
  });
  const program = cli.buildProgram(runParams);
  const described = Object.entries(descriptions).map(([path, text]): [string, string] => [
    path.split('.').map(kebabCase).join(' '),
    text,
  ]);
  const byName = new Map([
    ...described,
    ...local.map(({ name, description }): [string, string] => [name, description]),
  ]);
  configureErrorOutput(program, writeError, byName);
  await cli.run(runParams, program);
};

await main().catch((error: unknown) => {
  const { line, code } = describeFailure(error);
  writeError(line);
  process.exit(code);
});
