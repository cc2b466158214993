import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess, type TestProcess } from '../process.ts';
import { findHaproxy, startHaproxy } from '../servers/haproxy.ts';
import { freePort } from '../servers/local-server.ts';

export const secret = 's'.repeat(40);

/** Two service processes with production settings behind a proxy. */
export type Fleet = Awaited<ReturnType<typeof startFleet>>;

/** Starts a fleet; resolves once both processes are ready. */
export const startFleet = async (env: Record<string, string>) => {
  const program = findHaproxy();
  if (!program) throw new Error('install HAProxy to prove restarts behind a proxy');
  const directory = await mkdtemp(join(tmpdir(), 'leitor-fleet-'));
  const start = (port: number): TestProcess =>
    startProcess('server/main.ts', {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      INTERNAL_PORT: '0',
      AUTH_JWT_SECRET: secret,
      STORAGE_URL: `file:${directory}`,
      TRUST_PROXY: 'loopback',
      RATE_LIMIT: 'off',
      ATTACHMENTS_PER_TICKET: '1000000',
      ...env,
    });
  const ports = [await freePort(), await freePort()];
  const running = ports.map((port) => ({ port, process: start(port) }));
  const all = running.map(({ process }) => process);
  const ready = (process: TestProcess) => process.line(/"msg":"ready"/);
  await Promise.all(all.map(ready));
  const proxy = await startHaproxy(program, ports);
  return {
    url: proxy.url,
    /** Replaces each process in turn with SIGTERM; moves on once its successor has served a request. */
    roll: async () => {
      for (const place of running) {
        const code = await place.process.end('SIGTERM');
        if (code !== 0) throw new Error(`ended with ${code}:\n${place.process.lines.join('\n')}`);
        place.process = start(place.port);
        all.push(place.process);
        await ready(place.process);
        await place.process.line(/"msg":"request completed"/);
      }
    },
    /** Output lines of all processes. */
    lines: () => all.flatMap(({ lines }) => lines),
    close: async () => {
      await Promise.all(all.map((process) => process.end('SIGKILL')));
      await proxy.stop();
      await rm(directory, { recursive: true });
    },
  };
};
