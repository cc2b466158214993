import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type LocalServer, startServer } from './local-server.ts';
import { findProgram } from './programs.ts';

/** The text that this daemon reports as malware. */
export const clamdMalware = 'LEITOR-TEST-MALWARE';

/** Finds the ClamAV daemon on this machine. */
export const findClamd = (): string | undefined => findProgram('clamd', '/usr/sbin');

/** Starts a clamd on a free port of the loopback interface. Its only signature is {@link clamdMalware}. */
export const startClamd = async (program: string): Promise<LocalServer> => {
  const directory = await mkdtemp(join(tmpdir(), 'leitor-clamd-'));
  const port = await freePort();
  const signature = Buffer.from(clamdMalware).toString('hex');
  await writeFile(join(directory, 'leitor.ndb'), `Leitor.Test:0:*:${signature}\n`);
  const configuration = join(directory, 'clamd.conf');
  const lines = [
    'Foreground yes',
    `DatabaseDirectory ${directory}`,
    `TemporaryDirectory ${directory}`,
    'TCPAddr 127.0.0.1',
    `TCPSocket ${port}`,
  ];
  await writeFile(configuration, `${lines.join('\n')}\n`);
  return startServer({
    name: 'clamd',
    program,
    args: ['-c', configuration],
    directory,
    url: `clamd://127.0.0.1:${port}`,
    ready: () => answersPing(port),
  });
};

const answersPing = async (port: number): Promise<void> => {
  const socket = connect(port, '127.0.0.1');
  try {
    socket.write('zPING\0');
    const [reply] = await once(socket, 'data', { signal: AbortSignal.timeout(5_000) });
    if (String(reply) !== 'PONG\0') throw new Error(`clamd replied ${reply}`);
  } finally {
    socket.destroy();
  }
};
