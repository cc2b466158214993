import { connects, freePort, type LocalServer, startServer } from './local-server.ts';
import { findProgram } from './programs.ts';

/** Finds an S3 server (moto, from PyPI) on the PATH. */
export const findS3 = () => findProgram('moto_server');

/** Starts an S3 server that stores everything in memory, on a free port of the loopback interface. */
export const startS3 = async (program: string): Promise<LocalServer> => {
  const port = await freePort();
  return startServer({
    name: 'the S3 server',
    program,
    args: ['-H', '127.0.0.1', '-p', `${port}`],
    url: `http://127.0.0.1:${port}`,
    ready: () => connects(port),
  });
};
