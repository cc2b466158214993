import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../harness.ts';
import { startAppWithNewsletter } from '../quiz/edition-fixtures.ts';
import { type PackedProject, packProject } from '../sdk/packed-project.ts';
import { compilers, settings, typeCheck } from '../sdk/type-check.ts';

const usage = `import { createInternalClient, isInternalError, type InternalRouter, type TicketsGetOutput } from '@leitor/internal';

const internal = createInternalClient({ url: 'http://127.0.0.1:3001/', token: async () => 'x' });
export type Router = InternalRouter;
export const use = async (id: number): Promise<TicketsGetOutput> => {
  await internal.tickets.setStatus.mutate({ id, status: 'closed' });
  const { items } = await internal.tickets.list.query();
  items[0]?.subject.trim();
  const { records } = await internal.people.export.mutate({ email: 'ana@exemplo.com.br' });
  String(records.tickets?.[0]?.subject);
  // @ts-expect-error no status
  await internal.tickets.setStatus.mutate({ id, status: 'gone' });
  // @ts-expect-error a query
  await internal.tickets.list.mutate();
  // @ts-expect-error no input
  await internal.tickets.get.query();
  const error: unknown = undefined;
  if (isInternalError(error) && error.data?.errorCode === 'ticket-not-found') throw error;
  // @ts-expect-error no code of the service
  if (isInternalError(error) && error.data?.errorCode === 'no-such-code') throw error;
  return internal.tickets.get.query({ id });
};
`;

let project: PackedProject;
let app: TestApp;
let now = () => new Date();

beforeAll(async () => {
  project = await packProject(['@leitor/internal'], compilers);
  for (const file of ['check.cts', 'check.mts']) await project.write(file, usage);
  app = await startAppWithNewsletter({}, { now: () => now() });
});
afterAll(async () => {
  await app?.close();
  await project?.remove();
});

/**
 * tRPC needs TypeScript 5.7, and its types resolve neither as node10 nor with TypeScript 7 as it.
 */
const cases = Object.keys(compilers)
  .filter((compiler) => compiler >= 'typescript-5-9')
  .flatMap((compiler) =>
    settings
      .filter(({ moduleResolution }) => moduleResolution !== 'node' || compiler < 'typescript-6')
      .map((setting) => ({ compiler, ...setting })),
  );

describe('the types of the packed client, checked whole', () => {
  it.each(cases)('$compiler, $name', async ({ compiler, ...setting }) => {
    // A script's project has no library of browsers.
    expect(await typeCheck(project, compiler, { ...setting, lib: ['es2022'] })).toBe('');
  });
});

/** The TypeScript of the README's example. */
const example = async (): Promise<string> => {
  const readme = await readFile(
    new URL('../../packages/internal/README.md', import.meta.url),
    'utf8',
  );
  const [, code] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  if (!code) throw new Error('the README has no example');
  return code;
};

describe("the README's example", () => {
  it('closes old resolved tickets and no others', async () => {
    const trpc = await app.trpc();
    const open = (subject: string) =>
      trpc.tickets.create.mutate({ subject, body: 'Olá', main: 'Geral' });
    const resolved = async (subject: string) => {
      const { id } = await open(subject);
      await trpc.tickets.setStatus.mutate({ id, status: 'resolved' });
      return id;
    };
    now = () => new Date(Date.now() - 40 * 86_400_000);
    const old = await resolved('Antigo');
    now = () => new Date();
    const recent = await resolved('Recente');

    await project.write('example.mts', await example());
    const script = `process.env.LEITOR_URL = ${JSON.stringify(app.internalUrl)};
process.env.LEITOR_TOKEN = ${JSON.stringify(await app.token({ role: 'agent' }))};
await import('./example.mts');\n`;
    await project.write('run.mjs', script);
    expect(await project.run(process.execPath, 'run.mjs')).toBe('closed 1\n');
    expect((await trpc.tickets.get.query({ id: old })).status).toBe('closed');
    expect((await trpc.tickets.get.query({ id: recent })).status).toBe('resolved');
  });
});

describe('the scripts of examples/admin-scripts', () => {
  /** Runs a script as an administrator; returns what it printed. */
  const runScript = async (name: string, ...args: string[]) => {
    const source = new URL(`../../examples/admin-scripts/${name}`, import.meta.url);
    await project.write(name, await readFile(source, 'utf8'));
    const env = { LEITOR_URL: app.internalUrl, LEITOR_TOKEN: await app.token({ role: 'admin' }) };
    await project.write(
      'run.mjs',
      `Object.assign(process.env, ${JSON.stringify(env)});
await import('./${name}');
`,
    );
    return project.run(process.execPath, 'run.mjs', ...args);
  };

  it('close old tickets with a note, once they are told to', async () => {
    const trpc = await app.trpc();
    now = () => new Date(Date.now() - 40 * 86_400_000);
    const { id } = await trpc.tickets.create.mutate({ subject: 'A', body: 'B', main: 'Geral' });
    await trpc.tickets.setStatus.mutate({ id, status: 'resolved' });
    now = () => new Date();
    expect(await runScript('close-old-tickets.mjs')).toMatch(/^1 would be closed/);
    expect(await runScript('close-old-tickets.mjs', '--yes')).toBe('closed 1\n');
    const { status, notes } = await trpc.tickets.get.query({ id });
    expect([status, notes.length]).toEqual(['closed', 1]);
  });

  it('list readers at risk as CSV', async () => {
    const trpc = await app.trpc({ role: 'admin' });
    const at = new Date(Date.now() - 86_400_000).toISOString();
    await trpc.streaks.recordReading.mutate({ email: 'ana@exemplo.com.br', at });
    await trpc.streaks.recordReading.mutate({ email: 'rui@exemplo.com.br' });
    const [header, ...lines] = (await runScript('readers-at-risk.mjs')).trim().split('\n');
    expect(header).toBe('email,name,currentStreak,maxStreak,lastDay');
    expect(lines).toEqual([expect.stringMatching(/^"ana@exemplo.com.br","","1","1","/)]);
  });

  it("write today's quiz, and write it again", async () => {
    for (const _ of ['first', 'again']) {
      const lines = (await runScript('quiz-again.mjs')).trim().split('\n');
      expect(lines[0]).toMatch(/\(published\)$/);
      expect(lines).toHaveLength(11);
    }
  });
});

describe('the packed client', () => {
  it.each([
    ['ES modules', 'run.mjs', "import { createInternalClient } from '@leitor/internal';"],
    ['CommonJS', 'run.cjs', "const { createInternalClient } = require('@leitor/internal');"],
  ])('calls the service as %s', async (_, file, load) => {
    const token = await app.token({ role: 'agent' });
    const options = JSON.stringify({ url: app.internalUrl, token });
    await project.write(
      file,
      `${load}\ncreateInternalClient(${options}).tags.list.query().then((tags) => console.log(tags.items.length));\n`,
    );
    expect(await project.run(process.execPath, file)).toBe('0\n');
  });
});
