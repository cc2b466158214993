import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createInternalClient } from '../../packages/internal/src/index.ts';
import { createLeitor } from '../../packages/sdk/src/index.ts';
import { programEnv, startProcess, startProgram, type TestProcess } from '../process.ts';

const directory = await mkdtemp(join(tmpdir(), 'leitor-start-'));
const processes: TestProcess[] = [];
afterEach(() => Promise.all(processes.splice(0).map((running) => running.end('SIGKILL'))));
afterAll(() => rm(directory, { recursive: true }));

const start = (script: string, env: Record<string, string> = {}) => {
  const running = startProcess(script, {
    DATA_DIR: join(directory, 'demo'),
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

const urlOf = async (running: TestProcess): Promise<string> =>
  (await running.line(/^ {2}API /)).trim().split(/\s+/)[1] ?? '';

/** Expects a program to end with 1 and this line alone. */
const endsWithLine = async (running: TestProcess, line: RegExp) => {
  expect(await running.line(/./)).toMatch(line);
  expect(await running.ended()).toBe(1);
  expect(running.lines).toHaveLength(1);
};

describe('npm start', () => {
  // One test, because the first start on new data takes longest.
  it('runs on nothing, prints tokens that work, shows demo data and keeps it over restarts', async () => {
    const first = start('scripts/start.js');
    const url = await urlOf(first);
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

    // Its signing secret is its owner's alone.
    const secret = join(directory, 'demo/jwt-secret');
    expect((await stat(secret)).mode & 0o777).toBe(0o600);
    expect((await readFile(secret, 'utf8')).length).toBeGreaterThan(32);

    // `npm run token` prints a token that the service takes.
    const tokenAt = (name: string, ...args: string[]) =>
      promisify(execFile)(process.execPath, ['scripts/token.ts', ...args], {
        env: { ...programEnv, DATA_DIR: join(directory, name) },
      });
    const token = (...args: string[]) => tokenAt('demo', ...args);
    const { stdout } = await token('--email', 'Eu@Exemplo.com.br', '--role', 'agent');
    const given = createLeitor({ baseUrl: url, token: stdout.trim() });
    expect(await given.createTag({ name: 'Nova', color: '#000000' })).toMatchObject({
      name: 'Nova',
    });
    const ofStarted = await token('--env');
    expect(ofStarted.stdout).toContain(`export API='${url}'`);
    expect(ofStarted.stderr).not.toContain('DATA_DIR');
    expect((await tokenAt('none', '--env')).stderr).toContain(join(directory, 'none'));
    await expect(token('--email', 'a@b.com', '--role', 'rei')).rejects.toMatchObject({
      code: 1,
      stderr: 'leitor: --role must be one of reader, agent, editor, admin (see --help)\n',
    });
    expect(await first.end('SIGTERM')).toBe(0);

    const again = start('scripts/start.js');
    // The secret is kept, so yesterday's token still works.
    const same = createLeitor({ baseUrl: await urlOf(again), token: tokenIn(first, 'agent') });
    expect(await same.listTags()).toHaveLength(tags.length + 2);
  });

  it('names a bad variable in one line and stops', async () => {
    await endsWithLine(start('scripts/start.js', { PORT: 'quatro' }), /^leitor: PORT: /);
  });
});

describe('node server/main.ts', () => {
  it('adds no demo data, and names the variable of what it cannot start with in one line', async () => {
    const main = (env: Record<string, string>) =>
      start('server/main.ts', { DATA_DIR: join(directory, 'plain'), ...env });
    const running = main({ AUTH_JWT_SECRET: 's'.repeat(32) });
    await running.line(/"msg":"ready"/);
    expect(running.lines.join('\n')).not.toContain('demo');
    await running.end('SIGTERM');

    const storage = { STORAGE_URL: 's3://a', AWS_EC2_METADATA_DISABLED: 'true' };
    const failing = main({ LOG_LEVEL: 'warn', ...storage });
    await endsWithLine(failing, /^leitor: STORAGE_URL: no S3 credentials/);
  });

  it('refuses production without a database and keys', async () => {
    const running = start('server/main.ts', { NODE_ENV: 'production' });
    await expect(running.line(/ready/)).rejects.toThrow(
      'DATABASE_URL: is required in production; AUTH_JWT_SECRET or AUTH_JWKS_URL: one is required',
    );
  });

  it('says which Node it needs on one that is too old', async () => {
    const old = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.1.0'}})`;
    const running = startProgram([process.execPath, '--import', old, 'server/main.js'], {});
    processes.push(running);
    expect(await running.line(/./)).toMatch(/^leitor: needs Node 22.18 or later, this is 20.1.0/);
    expect(await running.ended()).toBe(1);
  });
});
