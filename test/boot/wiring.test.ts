import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { freePort } from '../../scripts/servers/local-server.ts';
import { startService } from '../../server/boot.ts';
import { parseConfig } from '../../server/config/config.ts';
import { cloneDatabase } from '../database.ts';
import { serviceTest } from '../fixture.ts';
import { startApp, testSecret } from '../harness.ts';

const it = serviceTest({
  STREAKS_PUBLIC_URL: 'https://streaks.exemplo.com.br',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Leitor <Ajuda@Exemplo.com.br>',
  MAIL_REPLY_TO: 'Respostas@Exemplo.com.br',
});

describe('a running service', () => {
  it('is not ready while migrations are missing', async ({ app, db }) => {
    const taken = await sql<{ name: string; timestamp: string }>`delete from kysely_migration
      where name = (select max(name) from kysely_migration) returning name, timestamp`.execute(db);
    const [row] = taken.rows;
    try {
      const response = await fetch(`${app.url}/readyz`);
      expect(response.status).toBe(503);
      expect(JSON.stringify(app.logs)).toContain(`migrations are missing: ${row?.name}`);
    } finally {
      await sql`insert into kysely_migration values (${row?.name}, ${row?.timestamp})`.execute(db);
    }
  });

  it('knows the addresses of its own mails, in lower case', ({ app }) => {
    expect(app.service.contextFor('test').config.inbound.ownAddresses).toEqual([
      'ajuda@exemplo.com.br',
      'respostas@exemplo.com.br',
    ]);
  });

  it('names both of its addresses in its document', async ({ app }) => {
    const document = await (await fetch(`${app.url}/openapi.json`)).json();
    expect(document.servers[0].url).toBe(app.url);
    expect(document.paths['/streaks/ranking/global'].get.servers[0].url).toBe(
      'https://streaks.exemplo.com.br',
    );
  });

  it('works for itself as a job that may do everything', ({ app }) => {
    expect(app.service.contextFor('teste')).toMatchObject({
      actor: { kind: 'service', name: 'teste' },
      request: { channel: 'job', id: undefined, readsOnly: false },
      config: { publicUrl: app.url },
    });
  });
});

it('a service that stops gives requests 20 s and jobs ten, and repeats nothing afterwards', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const begun = vi.spyOn(globalThis, 'setInterval');
  const ended = vi.spyOn(globalThis, 'clearInterval');
  const stopping = await startApp({ LOAD_SHEDDING: 'on' });
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await stopping.close();
  // A pool of connections has long ones of its own.
  const long = timers.mock.calls.map(([, ms]) => ms);
  expect(long).toContain(10_000);
  expect(long.filter((ms) => ms === 20_000)).toHaveLength(2);
  const intervals = begun.mock.results.map(({ value }) => value);
  expect(intervals.length).toBeGreaterThanOrEqual(6);
  expect(intervals.filter((one) => !ended.mock.calls.some(([id]) => id === one))).toEqual([]);
});

describe('a start that fails', () => {
  it('gives back the port and the database that it had taken', async ({ app }) => {
    const database = await cloneDatabase();
    const directory = await mkdtemp(join(tmpdir(), 'leitor-wiring-'));
    const internalPort = await freePort();
    const config = parseConfig({
      NODE_ENV: 'test',
      DATA_DIR: directory,
      AUTH_JWT_SECRET: testSecret,
      PORT: new URL(app.url).port,
      INTERNAL_PORT: String(internalPort),
    });
    const options = { database: database.location, jobs: { scheduled: false } };
    await expect(startService(config, pino({ level: 'silent' }), options)).rejects.toThrow(
      `HOST, PORT: 127.0.0.1:${config.listen.port} is already in use`,
    );
    const again = createServer();
    await new Promise<void>((resolve, reject) => {
      again.once('error', reject).listen(internalPort, '127.0.0.1', resolve);
    });
    again.close();
    await database.drop();
    await rm(directory, { recursive: true });
  });
});
