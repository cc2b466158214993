import { fileURLToPath } from 'node:url';
import { createTRPCClient, createTRPCUntypedClient, httpLink } from '@trpc/client';
import { createCli, type TrpcCliRunParams } from 'trpc-cli';
import { proxify } from 'trpc-cli/dist/proxify.js';
import type { InternalRouter } from '../server/trpc/router.ts';
import { type Commands, readCommands } from './admin/commands.ts';
import { completionScript } from './admin/completion.ts';
import { type Connection, findConnection } from './admin/connection.ts';
import { describeFailure, exitCodes } from './admin/failure.ts';
import { completionCommand, importCommands, type LocalCommand } from './admin/local-commands.ts';
import { createComplainer, teachManners } from './admin/manners.ts';
import { readOutput } from './admin/output.ts';
import { showingWait } from './admin/waiting.ts';

// `npm run admin -- …`: every procedure of the internal API as a command, asked for over HTTP. Tables and charts for people; `--json`
// anywhere makes the output JSON, `--csv` CSV. A failure is one line on standard error, and an exit code of failure.ts.

let connection: Promise<Connection> | undefined;

/** Connecting waits until a command runs, so that help needs no service. */
const linksOf = async () => {
  connection ??= findConnection(process.env);
  const { url, token } = await connection;
  return [httpLink({ url: `${url}/trpc`, headers: { authorization: `Bearer ${token}` } })];
};

const startedBy = [process.execPath, fileURLToPath(import.meta.url)];
const local: readonly LocalCommand[] = [
  ...importCommands,
  completionCommand((shell) => completionScript(shell, commands, startedBy)),
];
const commands: Commands = [
  ...new Map([...readCommands(), ...local.map(({ entry }) => entry)]).entries(),
];

/** Runs one command: one of ours, else a procedure of the running service. */
const callerOf = async (path: string) => {
  const ours = local.find(({ entry }) => entry[0] === path);
  if (ours) {
    const api = async () => createTRPCClient<InternalRouter>({ links: await linksOf() });
    const run = (input: unknown) => ours.run(input, api);
    return { [path]: { query: run, mutate: run } };
  }
  const client = createTRPCUntypedClient({ links: await linksOf() });
  return {
    [path]: {
      query: (input: unknown) => showingWait(path, client.query(path, input)),
      mutate: (input: unknown) => showingWait(path, client.mutation(path, input)),
    },
  };
};

const { words, print } = readOutput(process.argv.slice(2));
const cli = createCli({
  router: proxify(commands, callerOf),
  name: 'npm run admin --',
  description: 'Operates a running leitor through its internal API.',
});

let failureCode: number = exitCodes.usage;
const complain = createComplainer();
const manner: TrpcCliRunParams = {
  argv: words,
  // Whoever forgets a word is told; questions would hang a script that has a terminal.
  prompts: false,
  formatError: (error) => {
    const { line, code } = describeFailure(error);
    failureCode = code;
    return line;
  },
  logger: {
    info: (answer) => console.log(print(answer)),
    error: (text) => complain(String(text)),
  },
  process: {
    exit: (code): never => process.exit(code === 0 ? process.exitCode : failureCode),
  },
};
const program = cli.buildProgram(manner);
teachManners(program, complain, new Map(local.map(({ name, description }) => [name, description])));
await cli.run(manner, program);
