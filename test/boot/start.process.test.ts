import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createInternalClient } from '../../packages/internal/src/index.ts';
import { createLeitor } from '../../packages/sdk/src/index.ts';
import { programEnv, startProcess, startProgram, type TestProcess } from '../process.ts';
import { freePort } from '../servers/local-server.ts';

let directory: string;
/** What a service that started and stopped has left. */
let used: string;
const processes: TestProcess[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'leitor-start-'));
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((running) => running.end('SIGKILL')));
  await rm(directory, { recursive: true });
});

beforeAll(async () => {
  used = await mkdtemp(join(tmpdir(), 'leitor-start-'));
  const running = startProcess('scripts/start.js', {
    DATA_DIR: used,
    PORT: '0',
    INTERNAL_PORT: '0',
  });
  await running.line(/leitor is ready/);
  await running.end('SIGTERM');
});
afterAll(() => rm(used, { recursive: true }));

/** A later start takes a third of the time of the first one. */
const startedBefore = () => cp(used, directory, { recursive: true });

const start = (script: string, env: Record<string, string> = {}) => {
  const running = startProcess(script, {
    DATA_DIR: directory,
    PORT: '0',
    INTERNAL_PORT: '0',
    ...env,
  });
  processes.push(running);
  return running;
};

const internalClient = (running: TestProcess, token: string) => {
  const url = running.lines
    .find((line) => line.startsWith('  Internal '))
    ?.trim()
    .split(/\s+/)[1];
  return createInternalClient({ url: `${url}`, token });
};

const tokenIn = (running: TestProcess, role: string) => {
  const line = running.lines.find((printed) => printed.trimStart().startsWith(`${role} `));
  const token = line?.trim().split(/\s+/)[1];
  if (!token) throw new Error(`no token for ${role}`);
  return token;
};

describe('npm start', () => {
  it('runs on nothing, prints tokens that work, shows demo data and keeps it over a restart', async () => {
    const first = start('scripts/start.js');
    const url = (await first.line(/^ {2}API /)).trim().split(/\s+/)[1] ?? '';
    await first.line(/^ {2}Try:/);
    const agent = createLeitor({ baseUrl: url, token: tokenIn(first, 'agent') });
    const tags = await agent.listTags();
    expect(tags.map((tag) => tag.name)).toContain('Assinatura');
    const admin = internalClient(first, tokenIn(first, 'admin'));
    expect((await admin.quiz.list.query()).items).toHaveLength(15);
    expect((await admin.groups.list.query({})).items).toHaveLength(3);
    const { items } = await admin.tickets.queue.query({});
    expect(items.length).toBeGreaterThan(10);
    const global = await agent.getGlobalRanking();
    expect(global.ranking.length).toBeGreaterThan(3);
    await agent.createTag({ name: 'Minha', color: '#000000' });
    const reader = createLeitor({ baseUrl: url, token: tokenIn(first, 'reader') });
    const refused = await reader.raw.createTag({ name: 'x', color: '#000000' });
    expect(refused.status).toBe(403);
    expect(await first.end('SIGTERM')).toBe(0);

    const again = start('scripts/start.js');
    const url2 = (await again.line(/^ {2}API /)).trim().split(/\s+/)[1] ?? '';
    // The secret is kept, so yesterday's token still works.
    const same = createLeitor({ baseUrl: url2, token: tokenIn(first, 'agent') });
    expect(await same.listTags()).toHaveLength(tags.length + 1);
  });

  it('keeps its signing secret to its owner', async () => {
    const file = join(used, 'jwt-secret');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file, 'utf8')).length).toBeGreaterThan(32);
  });

  it('refuses a second process on the same data, and takes over from one that was killed', async () => {
    await startedBefore();
    const first = start('scripts/start.js');
    await first.line(/leitor is ready/);
    const second = start('scripts/start.js');
    await expect(second.line(/leitor is ready/)).rejects.toThrow(
      new RegExp(`in use by process ${first.child.pid} `),
    );
    expect(await second.end('SIGTERM')).toBe(1);
    await first.end('SIGKILL');
    await start('scripts/start.js').line(/leitor is ready/);
  });

  it('names a bad variable in one line and stops', async () => {
    const running = start('scripts/start.js', { PORT: 'quatro' });
    await expect(running.line(/ready/)).rejects.toThrow(/leitor: PORT: /);
    expect(running.lines).toHaveLength(1);
  });
});

describe('a start that fails', () => {
  const closed = 'postgres://127.0.0.1:1/leitor';

  it.each([
    ['a database that refuses', { DATABASE_URL: closed }, /^leitor: DATABASE_URL: cannot connect/],
    [
      'a bucket without credentials',
      { STORAGE_URL: 's3://a', AWS_EC2_METADATA_DISABLED: 'true' },
      /^leitor: STORAGE_URL: no S3 credentials/,
    ],
    ['a host that is not here', { HOST: '192.0.2.1' }, /^leitor: HOST, PORT: cannot listen/],
  ])('names the variable of %s in one line', async (_what, env, line) => {
    await startedBefore();
    const running = start('server/main.ts', { LOG_LEVEL: 'warn', ...env });
    expect(await running.line(/^leitor: /)).toMatch(line);
    expect(await running.ended()).toBe(1);
    expect(running.lines).toHaveLength(1);
  });

  it('says that the port is in use', async () => {
    await startedBefore();
    const other = join(directory, 'other');
    await cp(used, other, { recursive: true });
    const port = String(await freePort());
    const first = start('scripts/start.js', { PORT: port });
    await first.line(/leitor is ready/);
    const second = start('server/main.ts', {
      DATA_DIR: other,
      PORT: port,
      LOG_LEVEL: 'warn',
    });
    const line = await second.line(/^leitor: /);
    expect(line).toBe(`leitor: HOST, PORT: 127.0.0.1:${port} is already in use`);
    expect(await second.ended()).toBe(1);
  });

  it.each(['scripts/migrate.ts', 'scripts/seed.ts'])('%s says so in one line', async (script) => {
    const running = start(script, { DATABASE_URL: closed });
    expect(await running.line(/./)).toMatch(/^leitor: DATABASE_URL: cannot connect: .*REFUSED/);
    expect(await running.ended()).toBe(1);
    expect(running.lines).toHaveLength(1);
  });

  it('scripts/seed.ts refuses production, before it opens anything', async () => {
    const running = start('scripts/seed.ts', { NODE_ENV: 'production', DATABASE_URL: closed });
    expect(await running.line(/./)).toBe(
      'leitor: demo data is not for production: NODE_ENV is production',
    );
    expect(await running.ended()).toBe(1);
  });

  it('on a Node that is too old, says which one it needs', async () => {
    const old = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.1.0'}})`;
    const running = startProgram([process.execPath, '--import', old, 'server/main.js'], {});
    processes.push(running);
    expect(await running.line(/./)).toMatch(/^leitor: needs Node 22.18 or later, this is 20.1.0/);
    expect(await running.ended()).toBe(1);
  });
});

describe('node server/main.ts', () => {
  it('refuses production without a database and keys', async () => {
    const running = start('server/main.ts', { NODE_ENV: 'production' });
    await expect(running.line(/ready/)).rejects.toThrow(
      'DATABASE_URL: is required in production; AUTH_JWT_SECRET or AUTH_JWKS_URL: one is required',
    );
  });

  it('adds no demo data', async () => {
    const running = start('server/main.ts', { AUTH_JWT_SECRET: 's'.repeat(32) });
    await running.line(/"msg":"ready"/);
    expect(running.lines.join('\n')).not.toContain('demo');
  });
});

describe('npm run token', () => {
  it('prints a token that the service takes, and explains itself', async () => {
    await startedBefore();
    const running = start('scripts/start.js');
    const url = (await running.line(/^ {2}API /)).trim().split(/\s+/)[1] ?? '';
    const token = (...args: string[]) =>
      promisify(execFile)(process.execPath, ['scripts/token.ts', ...args], {
        env: { ...programEnv, DATA_DIR: directory },
      });
    const { stdout } = await token('--email', 'Eu@Exemplo.com.br', '--role', 'agent');
    const leitor = createLeitor({ baseUrl: url, token: stdout.trim() });
    expect(await leitor.createTag({ name: 'Nova', color: '#000000' })).toMatchObject({
      name: 'Nova',
    });
    await expect(token()).rejects.toMatchObject({ stderr: expect.stringContaining('usage:') });
    await expect(token('--email', 'eu')).rejects.toMatchObject({
      stderr: expect.stringContaining('--email must be an e-mail address'),
    });
    await expect(token('--email', 'a@b.com', '--role', 'rei')).rejects.toMatchObject({ code: 1 });
  });
});
