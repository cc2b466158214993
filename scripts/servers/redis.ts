import { connects, freePort, type LocalServer, startServer } from './local-server.ts';
import { findProgram } from './programs.ts';

/** Finds the Redis server on the PATH. */
export const findRedis = () => findProgram('redis-server');

/** Starts a Redis without persistence on a free port of the loopback interface. */
export const startRedis = async (program: string, given?: number): Promise<LocalServer> => {
  const port = given ?? (await freePort());
  return startServer({
    name: 'Redis',
    program,
    url: `redis://127.0.0.1:${port}`,
    args: ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    ready: () => connects(port),
  });
};
