import { spawn } from 'node:child_process';
import { findProgram } from '../../scripts/programs.ts';
import { freePort, type LocalServer, stopProcess, waitFor } from './local-server.ts';

/** An S3 server (moto's, from PyPI) on this machine's PATH. */
export const findS3 = () => findProgram('moto_server');

/** Starts one on a free port of the loopback interface, keeping everything in memory. */
export const startS3 = async (program: string): Promise<LocalServer> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(program, ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  await waitFor('the S3 server', child, async () => {
    await fetch(url);
  });
  return { url, pid: child.pid, stop: () => stopProcess(child, 'SIGTERM') };
};
