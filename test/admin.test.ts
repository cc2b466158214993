import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from './harness.ts';

const app = await startApp();
afterAll(() => app.close());
const token = await app.token({ role: 'admin' });

/** Runs the command against the service of this test; rejects, with its output, where it fails. */
const admin = (args: string[], env: Record<string, string> = { LEITOR_TOKEN: token }) =>
  promisify(execFile)(process.execPath, ['scripts/admin.ts', ...args], {
    env: { PATH: process.env.PATH, LEITOR_URL: app.internalUrl, ...env },
  });

describe('npm run admin', () => {
  it('has a command, with help, for every procedure', async () => {
    const { stdout } = await admin(['tickets', 'create', '--help'], {});
    expect(stdout).toContain('--subject <string>');
    expect(stdout).toContain('--requester-email [string]');
    expect(stdout).not.toContain('Pattern');
  });

  it('writes, reads, and prints JSON for programs', async () => {
    const subject = `Assunto ${crypto.randomUUID()}`;
    const created = await admin([
      'tickets',
      'create',
      '--subject',
      subject,
      '--body',
      'Olá',
      '--main',
      'Geral',
      '--json',
    ]);
    const { id } = JSON.parse(created.stdout);
    const read = await admin(['tickets', 'get', '--id', String(id), '--json']);
    expect(JSON.parse(read.stdout)).toMatchObject({ id, subject, messages: [{ body: 'Olá' }] });
  });

  it('prints tables for people', async () => {
    const name = `Tag ${crypto.randomUUID()}`;
    await admin(['tags', 'create', '--name', name, '--color', '#000000']);
    const { stdout } = await admin(['tags', 'list']);
    expect(stdout).toMatch(/│ id +│ name/);
    expect(stdout).toContain(name);
  });

  it.each([
    [['tickets', 'get', '--id', '999999'], { LEITOR_TOKEN: token }, /^ticket-not-found\n$/],
    [['tickets', 'get', '--id', 'abc'], { LEITOR_TOKEN: token }, /id deve ser um número/],
    [['tags', 'list'], { LEITOR_TOKEN: 'x.y.z' }, /^invalid-token\n$/],
    [
      ['tags', 'list'],
      { LEITOR_TOKEN: token, LEITOR_URL: 'http://127.0.0.1:1' },
      /^could not reach/,
    ],
    [
      ['tags', 'list'],
      { NODE_ENV: 'production', DATABASE_URL: 'postgres://x/y', AUTH_JWKS_URL: 'https://a.b/c' },
      /set LEITOR_TOKEN or LEITOR_TOKEN_FILE/,
    ],
  ])('says what went wrong: %j', async (args, env, message) => {
    await expect(admin(args, env)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(message),
    });
  });
});
