import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import stringWidth from 'string-width';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { completionScript } from '../scripts/admin/completion.ts';
import { renderTable } from '../scripts/admin/table.ts';
import { showingWait } from '../scripts/admin/waiting.ts';
import { startApp } from './harness.ts';

const app = await startApp();
afterAll(() => app.close());
const token = await app.token({ role: 'admin' });

/** Runs the command against the service of this test; rejects, with its output, where it fails. */
const admin = (args: string[], env: Record<string, string> = { LEITOR_TOKEN: token }) =>
  promisify(execFile)(process.execPath, ['scripts/admin.ts', ...args], {
    env: { PATH: process.env.PATH, LEITOR_URL: app.internalUrl, ...env },
  });

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://x/y',
  AUTH_JWKS_URL: 'https://a.b/c',
};

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
    [1, 'tickets get --id 999999', {}, 'ticket-not-found'],
    [1, 'tickets get --id abc', {}, 'Requisição inválida: id deve ser um número'],
    [1, 'tags list', { LEITOR_TOKEN: 'x.y.z' }, 'invalid-token'],
    [1, 'streaks import-readings missing.csv', {}, 'ENOENT: .+ .missing.csv.'],
    [2, 'tickets lst', {}, "unknown command 'lst' .Did you mean list.. .--help tells more."],
    [2, 'tickets get', {}, "required option '--id <number>' not specified .--help tells more."],
    [2, 'tickets list --status new', {}, '.+ Allowed choices are open, .+'],
    [2, 'completion fish', {}, 'Invalid option: expected one of "bash"|"zsh" .+'],
    [3, 'tags list', { LEITOR_URL: 'http://127.0.0.1:1' }, 'could not reach .+'],
    [3, 'tags list', { ...production, LEITOR_TOKEN: '' }, 'set LEITOR_TOKEN .+'],
  ])('ends with %i and one line: %s', async (code, command, env, line) => {
    await expect(admin(command.split(' '), { LEITOR_TOKEN: token, ...env })).rejects.toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^${line}\n$`)),
    });
  });

  it('shows the commands of a group that is called without one', async () => {
    await expect(admin(['tickets'])).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('set-status'),
    });
    expect((await admin(['streaks', '--help'])).stdout).toContain('Imports readings: columns');
  });

  it('imports a file, and ends with 1 where some of its lines were bad', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'leitor-admin-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const file = join(directory, 'leituras.csv');
    await writeFile(file, 'email,at\nleitora@x.com,2026-03-01\nleitora@x.com,2026-03-02\n');
    const good = await admin(['streaks', 'import-readings', file, '--json']);
    expect(JSON.parse(good.stdout)).toEqual({ imported: 2, bad: 0 });
    const streak = await admin(['streaks', 'get', '--email', 'leitora@x.com', '--json']);
    expect(JSON.parse(streak.stdout)).toMatchObject({ maxStreak: 2 });
    await writeFile(file, 'email,at\nninguém,2026-03-01\nleitora@x.com,2026-03-03\n');
    await expect(admin(['streaks', 'import-readings', file])).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/imported +1\nbad +1\nbadLines +\S+\.bad-lines/),
      stderr: expect.stringContaining('line 2: '),
    });
  });
});

describe('completions', () => {
  /** What the shell offers for the last word of a line. */
  const offered = async (script: string, line: string) => {
    const words = line.split(' ');
    const ask = [
      script,
      `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})`,
      `COMP_CWORD=${words.length - 1}`,
      '_leitor',
      ['echo "$', '{COMPREPLY[*]}"'].join(''),
    ].join('\n');
    const { stdout } = await promisify(execFile)('bash', ['-c', ask]);
    return stdout.trim().split(' ');
  };

  it('offer commands, their options and the values of these', async () => {
    const { stdout: script } = await admin(['completion', 'bash'], {});
    expect(await offered(script, 'leitor ti')).toEqual(['tickets']);
    expect(await offered(script, 'leitor quick-replies ')).toEqual([
      'list',
      'create',
      'update',
      'delete',
    ]);
    expect(await offered(script, 'leitor tickets create --re')).toEqual([
      '--requester-email',
      '--requester-name',
    ]);
    expect(await offered(script, 'leitor tickets list --limit 3 --status ')).toEqual([
      'open',
      'in_progress',
      'resolved',
      'closed',
    ]);
    expect(await offered(script, 'leitor completion b')).toEqual(['bash']);
    expect(await offered(script, 'leitor streaks import-readings packag')).toEqual([
      'package-lock.json',
      'package.json',
    ]);
  });

  it('come with a function that runs the program from any folder', async () => {
    const script = completionScript('bash', [], [process.execPath, resolve('scripts/admin.ts')]);
    const { stdout } = await promisify(execFile)('bash', ['-c', `${script}\nleitor --help`], {
      cwd: tmpdir(),
    });
    expect(stdout).toContain('Operates a running leitor');
  });
});

describe('a table', () => {
  const rows = [
    {
      id: 1,
      subject: 'Não recebi a edição de hoje 🗞️🗞️🗞️',
      at: '2026-03-10T15:04:05.000Z',
      note: null,
    },
    {
      id: 12,
      subject: 'Assinatura\u001b[2J\nem dobro',
      at: '2026-03-11T02:00:00.000Z',
      note: null,
    },
  ];

  it('is as wide as it must be, in São Paulo time, without what commands a terminal', () => {
    expect(renderTable(rows, Number.POSITIVE_INFINITY)).toBe(
      [
        '┌────┬────────────────────────────────────┬──────────────────┐',
        '│ id │ subject                            │ at               │',
        '├────┼────────────────────────────────────┼──────────────────┤',
        '│  1 │ Não recebi a edição de hoje 🗞️🗞️🗞️ │ 2026-03-10 12:04 │',
        '│ 12 │ Assinatura em dobro                │ 2026-03-10 23:00 │',
        '└────┴────────────────────────────────────┴──────────────────┘',
      ].join('\n'),
    );
  });

  it.each([120, 60, 45, 40])('fits a terminal of %i columns', (width) => {
    const lines = renderTable(rows, width).split('\n');
    expect(lines).toHaveLength(6);
    expect(new Set(lines.map((line) => stringWidth(line))).size).toBe(1);
    expect(stringWidth(lines[0] ?? '')).toBeLessThanOrEqual(width);
    expect(lines[3]).toContain('│ 2026-03-10 12:04 │');
  });

  it('leaves columns on the right out where not all fit, and says so', () => {
    expect(renderTable(rows, 30)).toBe(
      [
        '┌────┬───────────────────────┐',
        '│ id │ subject               │',
        '├────┼───────────────────────┤',
        '│  1 │ Não recebi a edição … │',
        '│ 12 │ Assinatura em dobro   │',
        '└────┴───────────────────────┘',
        'without at: --json shows all',
      ].join('\n'),
    );
  });

  it('gives way to a block a row where the terminal is too narrow for any', () => {
    const [first] = renderTable(rows, 15).split('\n\n');
    expect(first).toBe(
      'id       1\nsubject  Não recebi a edição de hoje 🗞️🗞️🗞️\nat       2026-03-10 12:04\nnote',
    );
  });

  it('says that there is nothing', () => {
    expect(renderTable([], 80)).toBe('(none)');
  });
});

describe('a wait', () => {
  it('shows what is waited for in a terminal alone, and leaves nothing behind', async () => {
    const written: string[] = [];
    const shown = Promise.withResolvers<string>();
    const write = (text: string) => {
      written.push(text);
      if (text.includes('quiz.generate')) shown.resolve('done');
    };
    const wait = showingWait('quiz.generate', shown.promise, {
      screen: { isTTY: true, write },
      patienceMs: 0,
    });
    expect(await wait).toBe('done');
    expect(written[0]).toContain('⠋ quiz.generate 0 s');
    expect(written.at(-1)).toBe('\r\u001b[K');
    const silent = showingWait('quiz.generate', Promise.resolve(1), {
      screen: { write: () => expect.unreachable() },
      patienceMs: 0,
    });
    expect(await silent).toBe(1);
  });
});
