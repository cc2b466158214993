import { spawn } from 'node:child_process';
import { createConnection } from 'node:net';
import { findProgram } from '../../scripts/programs.ts';
import { freePort, type LocalServer, stopProcess, waitFor } from './local-server.ts';

/** The Redis server program on this machine's PATH. */
export const findRedis = () => findProgram('redis-server');

/** Starts a Redis of its own on a free port of the loopback interface, keeping nothing on disk. */
export const startRedis = async (program: string, port?: number): Promise<LocalServer> => {
  const chosen = port ?? (await freePort());
  const child = spawn(
    program,
    ['--port', String(chosen), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  );
  await waitFor('Redis', child, () => connects(chosen));
  return {
    url: `redis://127.0.0.1:${chosen}`,
    pid: child.pid,
    stop: () => stopProcess(child, 'SIGTERM'),
  };
};

const connects = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1' }, () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
