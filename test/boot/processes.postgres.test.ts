import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/connection/database.ts';
import { clonePostgres } from '../database.ts';
import { signedToken } from '../harness.ts';
import { startProcess, type TestProcess } from '../process.ts';
import { createClient } from '../public-client.ts';

const secret = 's'.repeat(40);
const processes: TestProcess[] = [];
afterEach(async () => {
  await Promise.all(processes.splice(0).map((running) => running.end('SIGKILL')));
});

const start = (
  databaseUrl: string,
  shutdownDelay = '0',
  env: Record<string, string> = {},
  main = 'server/main.ts',
) => {
  const running = startProcess(main, {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    INTERNAL_PORT: '0',
    DATABASE_URL: databaseUrl,
    AUTH_JWT_SECRET: secret,
    RATE_LIMIT: 'off',
    LOAD_SHEDDING: 'off',
    SHUTDOWN_DELAY: shutdownDelay,
    ...env,
  });
  processes.push(running);
  return running;
};

const readyAt = async (running: TestProcess): Promise<string> =>
  JSON.parse(await running.line(/"msg":"ready"/)).public;

const agentToken = () => signedToken({ role: 'agent' }, secret);

// A process gives up its start where a busy machine lets it wait for the database.
describe('several processes on PostgreSQL', { retry: 2 }, () => {
  it('SIGTERM: reports not ready, finishes running requests, refuses new ones, exits with 0', async () => {
    const database = await clonePostgres();
    const running = start(database.url);
    const url = await readyAt(running);
    const token = await agentToken();
    const client = createClient({ baseUrl: url, token });
    const answers = Array.from({ length: 200 }, (_, i) =>
      client.createTag({ body: { name: `Tag ${i}`, color: '#000000' } }).then(
        // 503: a busy machine, where this one waited too long for a connection to the database.
        ({ status }) => (status === 503 ? 'refused' : status),
        () => 'refused',
      ),
    );
    await answers[0];
    expect(await running.end('SIGTERM')).toBe(0);
    const outcomes = await Promise.all(answers);
    const created = outcomes.filter((outcome) => outcome === 201).length;
    expect(created + outcomes.filter((outcome) => outcome === 'refused').length).toBe(200);
    const opened = await openDatabase(database.location, () => {});
    const tags = await opened.db.selectFrom('tags').select('id').execute();
    await opened.close();
    // Every acknowledged one is there; one more may have been written whose answer could not be
    // sent.
    expect(tags.length).toBeGreaterThanOrEqual(created);
    expect(created).toBeGreaterThan(0);
    await database.drop();
  });

  it('SIGTERM: serves for SHUTDOWN_DELAY while not ready, closes each connection, logs no error', async () => {
    const database = await clonePostgres();
    const running = start(database.url, '60');
    const url = await readyAt(running);
    expect((await fetch(`${url}/livez`)).headers.get('connection')).toBe('keep-alive');
    running.child.kill('SIGTERM');
    await running.line(/"msg":"stopping"/);
    const notReady = await fetch(`${url}/readyz`);
    expect(notReady.status).toBe(503);
    expect(notReady.headers.get('retry-after')).toBe('5');
    expect(await notReady.json()).toEqual({
      success: false,
      message: 'Serviço temporariamente indisponível',
    });
    const tags = await fetch(`${url}/support/tags`, {
      headers: { authorization: `Bearer ${await agentToken()}` },
    });
    expect(tags.status).toBe(200);
    expect(tags.headers.get('connection')).toBe('close');
    // A second signal ends it at once.
    expect(await running.end('SIGTERM')).toBe(1);
    expect(running.lines.filter((line) => line.includes('"level":50'))).toEqual([]);
    await database.drop();
  });
});
