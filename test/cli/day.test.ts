import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { kebabCase } from 'trpc-cli';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCommands } from '../../cli/run-cli.ts';
import { type SmtpSandbox, startSmtpSandbox } from '../../scripts/sandbox/smtp.ts';
import { internalRouter } from '../../server/internal-router.ts';
import { unnamedIn } from '../audit/unnamed.ts';
import { type Newsroom, startAppWithNewsletter } from '../quiz/edition-fixtures.ts';
import { type Printed, runCommand } from './run-command.ts';

// Runs docs/cli.md. Bash expands each command line; the CLI itself runs in this process, because
// starting it a hundred times would take a minute.

/** A command of the document, and what the lines after it say. */
interface Step {
  command: string;
  prints: string[];
  exitCode: number;
}

const startedBy = ['leitor'];

const stepsIn = (markdown: string): Step[] =>
  [...markdown.matchAll(/^```console\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    block
      .replaceAll(/\\\n\s*/g, '')
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const [command = '', ...notes] = text.trimEnd().split('\n');
        const said = notes.map((note) => note.replace(/^#=> /, ''));
        const code = said.map((note) => /^exit code (\d)$/.exec(note)?.[1]).find(Boolean);
        return {
          command,
          prints: said.filter((note) => !note.startsWith('exit code ')),
          exitCode: Number(code ?? 0),
        };
      }),
  );

const markdown = await readFile(new URL('../../docs/cli.md', import.meta.url), 'utf8');
const steps = stepsIn(markdown);

let app: Newsroom;
let smtp: SmtpSandbox;
let home: string;
let variables: Record<string, string>;
let cliEnv: Record<string, string | undefined>;

beforeAll(async () => {
  smtp = await startSmtpSandbox();
  home = await mkdtemp(join(tmpdir(), 'leitor-day-'));
  app = await startAppWithNewsletter({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Leitor <suporte@leitor.example>',
  });
  variables = { HOME: home, PATH: process.env.PATH ?? '' };
  cliEnv = {
    PATH: process.env.PATH,
    LEITOR_URL: app.internalUrl,
    LEITOR_PUBLIC_URL: app.url,
    LEITOR_TOKEN: await app.token({ role: 'admin', email: 'bia@leitor.example', name: 'Bia' }),
    DATA_DIR: app.directory,
    ...(await databaseOfApp()),
  };
});
afterAll(async () => {
  await app?.close();
  await smtp?.close();
  await rm(home, { recursive: true, force: true });
});

/** The variable that names the service's database, if it is PostgreSQL. */
const databaseOfApp = async (): Promise<Record<string, string>> => {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return {};
  const { db } = app.service.contextFor('test');
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  return { DATABASE_URL: new URL(`/${rows[0]?.name}`, server).href };
};

/** The words that bash passes to `leitor` in a line. */
const wordsOf = async (line: string): Promise<string[]> => {
  const script = `leitor() { printf '%s\\0' "$@"; }\n${line}`;
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    env: variables,
  });
  return stdout.split('\0').slice(0, -1);
};

const run = async (line: string): Promise<Printed & { code: number }> =>
  runCommand(await wordsOf(line), cliEnv).then(
    (printed) => ({ code: 0, ...printed }),
    (failure: Printed & { code: number }) => failure,
  );

/** What `jq -r PATH` prints; paths of names and indexes only. */
const select = (json: string, path: string): string => {
  let value: unknown = JSON.parse(json);
  for (const [part] of path.matchAll(/\w+/g)) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
  }
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new Error(`${path} is not in ${json}`);
  }
  return String(value);
};

/** No webhook leaves this machine: what was to be sent counts as delivered. */
const deliverWebhooks = () =>
  app.service
    .contextFor('test')
    .db.updateTable('webhook_deliveries')
    .set({ status: 'delivered' })
    .execute();

/** `NAME=$(leitor … | jq -r PATH)`. */
const assignment = /^(?<name>\w+)=\$\((?<line>leitor .*) \| jq -r (?<path>\S+)\)$/;
/** `eval "$(npm run -s admin -- …)"`. */
const evaluation = /^eval "\$\(npm run -s admin -- (?<words>.*)\)"$/;

const perform = async ({ command, prints, exitCode }: Step): Promise<void> => {
  const { words } = evaluation.exec(command)?.groups ?? {};
  if (words !== undefined) return perform({ command: `leitor ${words}`, prints, exitCode });
  const [given = '', file] = command.split(' > ~/');
  if (file !== undefined && command.startsWith('leitor ')) {
    const { stdout, stderr } = await run(given);
    await writeFile(join(home, file), stdout);
    for (const part of prints) expect(stderr, command).toContain(part);
    return;
  }
  const { line, name, path } = assignment.exec(command)?.groups ?? {};
  if (line === undefined && !command.startsWith('leitor ')) {
    await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], { env: variables });
    return;
  }
  if (command.startsWith('leitor webhooks replay')) await deliverWebhooks();
  const { code, stdout, stderr } = await run(line ?? command);
  const unexpected = code === exitCode ? '' : stderr;
  expect({ command, code, unexpected }).toEqual({ command, code: exitCode, unexpected: '' });
  for (const part of prints) expect(stdout + stderr, command).toContain(part);
  if (name !== undefined && path !== undefined) variables[name] = select(stdout, path);
};

/** The procedures without an act after the document, and why. */
const withoutAct: Record<string, string> = {
  'attachments.janitor': 'removes what no row of the service shows any more',
  'streaks.refreshGlobalRanking': 'fills a cache',
  'sessions.end': 'there is no session in the document',
  'replies.preview': 'stores nothing',
  'ai.ask': 'stores nothing',
  'tickets.composing.save': 'a text that only its author sees; what is sent is an act',
  'tickets.composing.discard': 'as its saving',
  'tickets.presence': 'is gone after 30 seconds',
};

describe('docs/cli.md', () => {
  it('shows every command of the CLI', () => {
    const known = allCommands(startedBy).commands.map(([path]) =>
      ['leitor', ...path.split('.').map(kebabCase)].join(' '),
    );
    expect(known.length).toBeGreaterThan(90);
    const shown = (name: string) =>
      steps.some(({ command }) =>
        new RegExp(`(^|\\()${name}( |$|\\))`).test(
          command.replace('npm run -s admin --', 'leitor'),
        ),
      );
    expect(known.filter((name) => !shown(name))).toEqual([]);
  });

  it('runs from morning to evening as it is written, and each change leaves its act', {
    timeout: 300_000,
  }, async () => {
    for (const step of steps) await perform(step);
    const changing = Object.entries(internalRouter._def.procedures)
      .filter(([, procedure]) => Reflect.get(procedure, '_def').type === 'mutation')
      .map(([path]) => path);
    const acts = await app.service
      .contextFor('test')
      .db.selectFrom('audit_log')
      .select(['action', 'target', 'changes'])
      .where('outcome', '=', 'done')
      .execute();
    const without = changing.filter((path) => !acts.some(({ action }) => action === path));
    expect(without.sort()).toEqual(Object.keys(withoutAct).sort());
    expect(unnamedIn(acts)).toEqual([]);
  });
});
