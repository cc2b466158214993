import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findHaproxy, startHaproxy } from '../../scripts/servers/haproxy.ts';
import { freePort } from '../../scripts/servers/local-server.ts';
import { startProcess, type TestProcess } from '../process.ts';

/** The secret that signs a fleet's tokens. */
export const fleetSecret = 's'.repeat(40);

/** Two service processes with production settings behind a proxy. */
export type Fleet = Awaited<ReturnType<typeof startFleet>>;

/**
 * Starts a fleet; resolves when both processes are ready.
 * @param program the service's main file, of this or another release
 */
export const startFleet = async (env: Record<string, string>, program = 'server/main.ts') => {
  const haproxy = findHaproxy();
  if (!haproxy) throw new Error('install HAProxy to prove restarts behind a proxy');
  const directory = await mkdtemp(join(tmpdir(), 'leitor-fleet-'));
  const settings: Record<string, string> = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    AUTH_JWT_SECRET: fleetSecret,
    STORAGE_URL: `file:${directory}`,
    TRUST_PROXY: 'loopback',
    RATE_LIMIT: 'off',
    ATTACHMENTS_PER_TICKET: '1000000',
    ...env,
  };
  const start = (main: string, { port, internalPort }: Ports): TestProcess =>
    startProcess(main, {
      ...settings,
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
    });
  const places = [await freePorts(), await freePorts()];
  const running = places.map((ports) => ({ ...ports, process: start(program, ports) }));
  const all = running.map(({ process }) => process);
  const ready = (process: TestProcess) => process.line(/"msg":"ready"/);
  await Promise.all(all.map(ready));
  const proxy = await startHaproxy(
    haproxy,
    places.map(({ port }) => port),
  );
  return {
    url: proxy.url,
    settings,
    /** The internal listeners of both processes; that of a restarting process refuses connections. */
    internalUrls: places.map(({ internalPort }) => `http://127.0.0.1:${internalPort}`),
    /** Replaces each process in turn with SIGTERM, after the previous successor has served a request. */
    roll: async (main = program) => {
      for (const place of running) {
        const code = await place.process.end('SIGTERM');
        if (code !== 0) throw new Error(`ended with ${code}:\n${place.process.lines.join('\n')}`);
        place.process = start(main, place);
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

interface Ports {
  port: number;
  internalPort: number;
}

const freePorts = async (): Promise<Ports> => ({
  port: await freePort(),
  internalPort: await freePort(),
});

const keptAlive = 6;
const alwaysNew = 3;

/**
 * Clients that read and write one request after another until stopped, some on kept connections and some on
 * new ones. They do not retry.
 */
export const startLoad = (url: string, token: string, ticketId: number, quietTicketId: number) => {
  const report = {
    answered: 0,
    failed: [] as string[],
    tags: [] as string[],
    files: [] as string[],
    slowestMs: 0,
  };
  let stopping = false;
  const client = async (id: number) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(id >= keptAlive && { connection: 'close' }),
    };
    /** Returns true if the response has the expected status. */
    const ask = async (expected: number, path: string, body?: FormData | object) => {
      const json = body && !(body instanceof FormData);
      const startedAt = performance.now();
      try {
        const response = await fetch(url + path, {
          method: body ? 'POST' : 'GET',
          headers: { ...headers, ...(json && { 'content-type': 'application/json' }) },
          body: json ? JSON.stringify(body) : (body ?? null),
          signal: AbortSignal.timeout(30_000),
        });
        const text = await response.text();
        report.answered += 1;
        if (response.status === expected) return true;
        report.failed.push(`${path}: ${response.status} ${text}`);
      } catch (error) {
        report.failed.push(`${path}: ${error} ${error instanceof Error && error.cause}`);
      } finally {
        report.slowestMs = Math.max(report.slowestMs, performance.now() - startedAt);
      }
      return false;
    };
    for (let turn = 0; !stopping; turn += 1) {
      const name = `c${id}-${turn}`;
      if (await ask(201, '/support/tags', { name, color: '#1D4ED8' })) report.tags.push(name);
      await ask(200, `/support/${quietTicketId}/anexos`);
      const form = new FormData();
      form.append(
        'arquivo',
        new File([`O arquivo ${name}`], `${name}.txt`, { type: 'text/plain' }),
      );
      if (await ask(201, `/support/${ticketId}/anexos`, form)) report.files.push(`${name}.txt`);
      await ask(200, '/streaks/ranking/global');
    }
  };
  const clients = Array.from({ length: keptAlive + alwaysNew }, (_, id) => client(id));
  return {
    answered: () => report.answered,
    /** Stops after each client's current request. */
    stop: async () => {
      stopping = true;
      await Promise.all(clients);
      return report;
    },
  };
};
