import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type LocalServer, stopProcess, waitFor } from './local-server.ts';

/** The HAProxy program on this machine. */
export const findHaproxy = (): string | undefined =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
    .map((folder) => join(folder, 'haproxy'))
    .find((file) => existsSync(file));

/** Starts the proxy of `compose.yaml` on a free port, in front of services on these ports of the loopback interface. */
export const startHaproxy = async (program: string, ports: number[]): Promise<LocalServer> => {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'leitor-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  const published = readFileSync(new URL('../../deploy/haproxy.cfg', import.meta.url), 'utf8');
  const servers = ports.map((to, index) => `  server leitor${index} 127.0.0.1:${to} $1`).join('\n');
  const local = published
    .replace(/^resolvers .*\n(?: {2}.*\n)*/m, '')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace(/^ {2}server-template \S+ \S+ \S+ (.*?) resolvers .*$/m, servers);
  writeFileSync(file, local);
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  await waitFor('HAProxy', child, async () => {
    await fetch(url);
  });
  return {
    url,
    pid: child.pid,
    stop: async () => {
      await stopProcess(child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
