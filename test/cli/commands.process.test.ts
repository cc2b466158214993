import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startApp } from '../harness.ts';
import { programEnv } from '../process.ts';
import { runCommand } from './run-command.ts';

const app = await startApp();
afterAll(() => app.close());
const token = await app.token({ role: 'admin' });

/** Runs the command against this test's service; rejects with its output if it fails. */
const admin = (args: string[], env: Record<string, string> = { LEITOR_TOKEN: token }) =>
  runCommand(args, { LEITOR_URL: app.internalUrl, ...env });
/** The same in a process of its own. */
const program = (args: string[]) =>
  promisify(execFile)(process.execPath, ['cli/main.ts', ...args], {
    env: { ...programEnv, LEITOR_URL: app.internalUrl, LEITOR_TOKEN: token },
  });

describe('npm run admin', () => {
  it('has a command, with help, for every procedure', async () => {
    const { stdout } = await admin(['tickets', 'create', '--help'], {});
    expect(stdout).toContain('--subject <string>');
    expect(stdout).toContain('--requester-email [string]');
    expect(stdout).not.toContain('Pattern');
  });

  it.each([
    [1, 'tickets get --id 999999', { code: 'ticket-not-found', message: 'ticket not found' }],
    [2, 'tickets lst', { code: 'usage' }],
  ])('ends with %i and a line of JSON: %s --json', async (code, words, failure) => {
    const failed = await admin([...words.split(' '), '--json']).catch((error) => error);
    expect(failed).toMatchObject({ code, stdout: '' });
    expect(failed.stderr).toMatch(/^.+\n$/);
    expect(JSON.parse(failed.stderr)).toMatchObject(failure);
  });

  it.each([
    [2, 'tickets get --id abc', {}, '--id: Invalid input: expected number .see --help.'],
    [1, 'tags list', { LEITOR_TOKEN: 'x.y.z' }, 'invalid token'],
    [1, 'streaks import-readings missing.csv', {}, 'ENOENT: .+ .missing.csv.'],
    [2, 'tickets lst', {}, "unknown command 'lst' .Did you mean list.. .see --help."],
    [2, 'me preferences set [1]', {}, 'preferences: must be a JSON object .see --help.'],
    [2, `attachments upload --ticket-id 1${' --file a.txt'.repeat(6)}`, {}, '--file: .+'],
    [3, 'tags list', { LEITOR_URL: 'http://127.0.0.1:1' }, 'could not reach .+'],
    [3, 'tags list', { LEITOR_TOKEN: ' ' }, 'LEITOR_TOKEN is set, and empty'],
  ])('ends with %i and one line: %s', async (code, command, env, line) => {
    await expect(admin(command.split(' '), { LEITOR_TOKEN: token, ...env })).rejects.toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^${line}\n$`)),
    });
  });

  it('runs once for each repeated id, and exits with 1 if one of them failed', async () => {
    const internal = await app.trpc();
    const open = () => internal.tickets.create.mutate({ subject: 's', body: 'b', main: 'Geral' });
    const [first, second] = [await open(), await open()];
    const ids = [first, second].flatMap(({ id }) => ['--id', String(id)]);
    const status = ['--id', '999999', '--status', 'closed', '--csv'];
    await expect(admin(['tickets', 'set-status', ...ids, ...status])).rejects.toMatchObject({
      code: 1,
      stdout: `id,ok,reason\r\n${first.id},true,\r\n${second.id},true,\r\n999999,false,ticket not found\n`,
    });
    for (const { id } of [first, second]) {
      expect(await internal.tickets.get.query({ id })).toMatchObject({ status: 'closed' });
    }
  });

  it('fetches every page with --all, and says in every format that a list is cut', async () => {
    const internal = await app.trpc();
    const main = `Categoria ${crypto.randomUUID()}`;
    for (let count = 0; count < 21; count += 1) {
      await internal.tickets.create.mutate({ subject: 's', body: 'b', main });
    }
    const list = ['tickets', 'list', '--main', main];
    const all = await admin([...list, '--all', '--json']);
    expect(JSON.parse(all.stdout).items).toHaveLength(21);
    expect(all.stderr).toBe('');
    for (const format of [[], ['--json'], ['--csv']]) {
      expect((await admin([...list, ...format])).stderr).toMatch(
        /^there are more: --all lists them, --cursor newest_\d+_0 goes on\n$/,
      );
    }
    await expect(admin(['tags', 'list', '--all'])).resolves.toBeDefined();
  });

  it('uploads and downloads attachments', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'leitor-admin-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const internal = await app.trpc();
    const { id } = await internal.tickets.create.mutate({ subject: 's', body: 'b', main: 'Geral' });
    const file = join(directory, 'nota.txt');
    await writeFile(file, 'Olá');
    const env = { LEITOR_TOKEN: token, LEITOR_PUBLIC_URL: app.url };
    const ticket = ['--ticket-id', String(id)];
    const up = await admin(['attachments', 'upload', ...ticket, '--file', file, '--json'], env);
    const [uploaded] = JSON.parse(up.stdout);
    expect(uploaded).toMatchObject({ name: 'nota.txt', bytes: 4 });
    const to = join(directory, 'cópia.txt');
    const download = ['attachments', 'download', '--id', String(uploaded.id), '--to', to, '--json'];
    const { id: _, ...downloaded } = JSON.parse((await admin(download, env)).stdout);
    expect(downloaded).toEqual({ file: to, bytes: 4 });
    expect(await readFile(to, 'utf8')).toBe('Olá');
    await expect(admin(download, env)).rejects.toThrow('EEXIST');
    await writeFile(join(directory, 'nota.exe'), 'MZ');
    const refused = ['attachments', 'upload', ...ticket, '--file', join(directory, 'nota.exe')];
    await expect(admin(refused, env)).rejects.toMatchObject({ code: 2 });
  });

  it('imports a file, and exits with 1 if some lines were bad', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'leitor-admin-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const file = join(directory, 'leituras.csv');
    await writeFile(file, 'email,at\nninguém,2026-03-01\nleitora@x.com,2026-03-03\n');
    await expect(program(['streaks', 'import-readings', file])).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/imported +1\nbad +1\nbadLines +\S+\.bad-lines/),
      stderr: expect.stringContaining('line 2: '),
    });
  });
});
