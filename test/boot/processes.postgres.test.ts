import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/connection/database.ts';
import { clonePostgres } from '../database.ts';
import { signedToken } from '../harness.ts';
import { startProcess, type TestProcess } from '../process.ts';
import { createClient } from '../public-client.ts';

const secret = 's'.repeat(40);
const started: TestProcess[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((running) => running.end('SIGKILL')));
});

const start = (databaseUrl: string, env: Record<string, string> = {}): TestProcess => {
  const running = startProcess('server/main.ts', {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    INTERNAL_PORT: '0',
    DATABASE_URL: databaseUrl,
    AUTH_JWT_SECRET: secret,
    RATE_LIMIT: 'off',
    LOAD_SHEDDING: 'off',
    SHUTDOWN_DELAY: '0',
    ...env,
  });
  started.push(running);
  return running;
};

const agentToken = () => signedToken({ role: 'agent' }, secret);

interface Ready {
  pid: number;
  public: string;
  internal: string;
}

const readyLines = ({ lines }: TestProcess): Ready[] =>
  lines.filter((line) => line.includes('"msg":"ready"')).map((line) => JSON.parse(line));

/** The processes that serve, once there have been so many. */
const servers = async (running: TestProcess, count: number): Promise<Ready[]> => {
  await expect.poll(() => readyLines(running).length).toBe(count);
  return readyLines(running);
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** The value of a metric, by its whole name. */
const metric = async ({ internal }: Ready, name: string): Promise<number | undefined> => {
  const text = await (await fetch(`${internal}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};

describe('PROCESSES=2', () => {
  it('serves behind the same ports, adds the metrics up, and stops with the primary process', async () => {
    const database = await clonePostgres();
    const running = start(database.url, { PROCESSES: '2' });
    const [first, second] = await servers(running, 2);
    if (!first || !second) throw new Error('no processes');
    expect([first.public, first.internal]).toEqual([second.public, second.internal]);
    expect(first.pid).not.toBe(second.pid);
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const headers = { connection: 'close' };
        return (await fetch(`${first.public}/support/tags`, { headers })).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([401]));
    const requests =
      'http_request_duration_seconds_count{method="GET",route="/support/tags",status="401"}';
    await expect.poll(() => metric(first, requests)).toBe(40);
    // All report the same moment; it is not added up.
    const lastSuccess = 'job_last_success_timestamp_seconds{job_name="retention"}';
    expect(await metric(first, lastSuccess)).toBeLessThan(Date.now() / 1_000 + 60);
    expect(await running.end('SIGTERM')).toBe(0);
    expect([first, second].map(({ pid }) => isAlive(pid))).toEqual([false, false]);
    await database.drop();
  });

  it('replaces a process that was killed, and ends when the primary process was', async () => {
    const database = await clonePostgres();
    const running = start(database.url, { PROCESSES: '2' });
    const [first] = await servers(running, 2);
    if (!first) throw new Error('no process');
    process.kill(first.pid, 'SIGKILL');
    const replacement = (await servers(running, 3)).at(-1);
    expect(replacement?.public).toBe(first.public);
    await running.line(new RegExp(`"signal":"SIGKILL","pid":${first.pid},"msg":"a process ended`));
    expect((await fetch(`${first.public}/readyz`)).status).toBe(200);
    const pids = readyLines(running).map(({ pid }) => pid);
    await running.end('SIGKILL');
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
    await database.drop();
  });

  it('ends with 1 and one line if the processes cannot start', async () => {
    const running = start('postgres://127.0.0.1:1/leitor', { PROCESSES: '2' });
    expect(await running.ended()).toBe(1);
    expect(running.lines.join('\n')).toMatch(/^leitor: DATABASE_URL: cannot connect/m);
  });
});

// A process gives up its start where a busy machine lets it wait for the database.
describe('a process on PostgreSQL', { retry: 2 }, () => {
  it('SIGTERM: reports not ready, finishes running requests, refuses new ones, exits with 0', async () => {
    const database = await clonePostgres();
    const running = start(database.url);
    const url = (await servers(running, 1))[0]?.public ?? '';
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
    const running = start(database.url, { SHUTDOWN_DELAY: '60' });
    const url = (await servers(running, 1))[0]?.public ?? '';
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
