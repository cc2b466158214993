import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { runCommand } from './run-command.ts';

const app = await startApp();
afterAll(() => app.close());
const token = await app.token({ role: 'admin' });

/** Runs the command against this test's service; rejects with its output if it fails. */
const admin = (args: string[], env: Record<string, string> = { LEITOR_TOKEN: token }) =>
  runCommand(args, { LEITOR_URL: app.internalUrl, ...env });

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
    [1, 'tags list', { LEITOR_TOKEN: 'x.y.z' }, 'invalid token: .*LEITOR_TOKEN.*'],
    [1, 'streaks import-readings missing.csv', {}, 'missing.csv: no such file'],
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
        /^there are more: --all lists them, --cursor newest_\d+_0 continues\n$/,
      );
    }
    await expect(admin(['tags', 'list', '--all'])).resolves.toBeDefined();
  });
});
