import { createTRPCUntypedClient, httpLink, TRPCClientError } from '@trpc/client';
import { createCli } from 'trpc-cli';
import { proxify } from 'trpc-cli/dist/proxify.js';
import { readCommands } from './admin/commands.ts';
import { type Connection, findConnection } from './admin/connection.ts';
import { readOutput } from './admin/output.ts';

// `npm run admin -- …`: every procedure of the internal API as a command, asked for over HTTP. Tables and charts for people; `--json`
// anywhere makes the output JSON, `--csv` CSV. A failure is one line on standard error, and 1 as the exit code.

let connection: Promise<Connection> | undefined;

/** Asks one procedure of the running service. Connecting waits until a command runs, so that help needs no service. */
const callerOf = async (path: string) => {
  connection ??= findConnection(process.env);
  const { url, token } = await connection;
  const client = createTRPCUntypedClient({
    links: [httpLink({ url: `${url}/trpc`, headers: { authorization: `Bearer ${token}` } })],
  });
  return {
    [path]: {
      query: (input: unknown) => client.query(path, input),
      mutate: (input: unknown) => client.mutation(path, input),
    },
  };
};

const describeFailure = (error: unknown): string => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof TRPCClientError && cause.data === undefined) {
      return `could not reach the internal API (is the service running?): ${cause.message}`;
    }
    if (cause instanceof TRPCClientError) return cause.message;
  }
  return error instanceof Error ? error.message : String(error);
};

const { words, print } = readOutput(process.argv.slice(2));
const cli = createCli({
  router: proxify(readCommands(), callerOf),
  name: 'npm run admin --',
  description: 'Operates a running leitor through its internal API.',
});

await cli.run({
  argv: words,
  formatError: describeFailure,
  ...(print && { logger: { info: (answer: unknown) => console.log(print(answer)) } }),
});
