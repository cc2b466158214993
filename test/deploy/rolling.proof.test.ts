import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../db/connection/database.ts';
import { findHaproxy, startHaproxy } from '../../scripts/servers/haproxy.ts';
import { freePort } from '../../scripts/servers/local-server.ts';
import { clonePostgres } from '../database.ts';
import { signedToken } from '../harness.ts';
import { startProcess, type TestProcess } from '../process.ts';
import { startSmallPgbouncer } from './pgbouncer.ts';

const secret = 's'.repeat(40);

/** Two service processes with production settings behind a proxy. */
type Fleet = Awaited<ReturnType<typeof startFleet>>;

/** Starts a fleet; resolves once both processes are ready. */
const startFleet = async (env: Record<string, string>) => {
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

const keptAlive = 6;
const alwaysNew = 3;

/**
 * Clients that read and write until stopped, one request after another: some on connections that are kept, some on a new one each time.
 * No request is retried.
 */
const startLoad = (url: string, token: string, ticketId: number, quietTicketId: number) => {
  const report = {
    answered: 0,
    failed: [] as string[],
    tags: [] as string[],
    files: [] as string[],
  };
  let stopping = false;
  const client = async (id: number) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(id >= keptAlive && { connection: 'close' }),
    };
    /** Whether the response is the expected one. */
    const ask = async (expected: number, path: string, body?: FormData | object) => {
      const json = body && !(body instanceof FormData);
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

let clone: Awaited<ReturnType<typeof clonePostgres>>;
let database: Database;
const closing: (() => Promise<void>)[] = [];

beforeEach(async () => {
  clone = await clonePostgres();
  database = await openDatabase(clone.location, () => undefined);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await database.close();
  await clone.drop();
});

const newTicket = async (): Promise<number> => {
  const { id } = await database.db
    .insertInto('tickets')
    .values({ subject: 'Anexos', main: 'Assinatura' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Restarts both processes twice under load and checks that no request failed and every write happened once. */
const restartUnderLoad = async (fleet: Fleet) => {
  const token = await signedToken({ role: 'agent', email: 'atendimento@exemplo.com.br' }, secret);
  const ticketId = await newTicket();
  const load = startLoad(fleet.url, token, ticketId, await newTicket());
  await fleet.roll();
  const betweenRolls = load.answered();
  await fleet.roll();
  const report = await load.stop();
  const tags = await database.db.selectFrom('tags').select('name').execute();
  const files = await database.db
    .selectFrom('attachments')
    .select('name')
    .where('ticket_id', '=', ticketId)
    .where('state', '=', 'ready')
    .execute();
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name).sort();
  expect(report.failed).toEqual([]);
  // An extra entry would be a duplicated write, a missing one a lost write.
  expect(names(tags)).toEqual(report.tags.sort());
  expect(names(files)).toEqual(report.files.sort());
  expect(betweenRolls).toBeGreaterThan(100);
  expect(report.answered).toBeGreaterThan(betweenRolls);
  expect(fleet.lines().filter((line) => line.includes('"level":50'))).toEqual([]);
};

const fleetOn = async (databaseUrl: string): Promise<Fleet> => {
  const redisUrl = process.env.TEST_REDIS_URL;
  if (!redisUrl) throw new Error('needs Redis: set TEST_REDIS_URL');
  const fleet = await startFleet({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl });
  closing.push(fleet.close);
  return fleet;
};

it('HAProxy accepts deploy/haproxy.cfg', async () => {
  const program = findHaproxy();
  if (!program) throw new Error('install HAProxy to check its configuration');
  await promisify(execFile)(program, ['-c', '-f', 'deploy/haproxy.cfg']);
});

describe('restarting both processes in turn, twice, under load', () => {
  it('fails no request, loses and duplicates no write', async () => {
    await restartUnderLoad(await fleetOn(clone.url));
  });

  it('does the same with PgBouncer in front of the database', async () => {
    const pgbouncer = await startSmallPgbouncer(clone.url);
    closing.push(pgbouncer.stop);
    await restartUnderLoad(await fleetOn(pgbouncer.url));
  });
});
