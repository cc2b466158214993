import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from '../cli/run-command.ts';
import { startApp, type TestApp } from '../harness.ts';
import { openFolder } from './files.ts';
import { comparable, fillTickets } from './moving-tickets.ts';

const folder = await openFolder();
const [from, into] = [await startApp({ MAIL: 'off' }), await startApp({ MAIL: 'off' })];
afterAll(async () => {
  await from.close();
  await into.close();
});

// Databases of tests are copies; services have each their own.
await sql`update kysely_migration set timestamp = 'outro' || timestamp`.execute(
  into.service.contextFor('test').db,
);

const cli = async (app: TestApp, ...args: string[]) => {
  const token = await app.token({ role: 'admin' });
  return runCommand(args, { LEITOR_URL: app.internalUrl, LEITOR_TOKEN: token });
};
const days = ['--from', '2018-01-01', '--to', '2999-12-31'];
const exportAll = async (app: TestApp) =>
  (await cli(app, 'tickets', 'export', ...days, '--messages')).stdout;
const importAll = async (app: TestApp, lines: string) =>
  JSON.parse(
    (await cli(app, 'tickets', 'import', await folder.write(lines, 'all.jsonl'), '--json')).stdout,
  );

await fillTickets(from, 30);
const exported = await exportAll(from);
const count = comparable(exported).lines.length;

describe('npm run admin -- tickets export', () => {
  it('is taken whole by the import of another service', async () => {
    expect(await importAll(into, exported)).toMatchObject({ imported: count, bad: 0 });
    const again = await exportAll(into);
    expect(comparable(again)).toEqual(comparable(exported));
    expect(await importAll(into, exported)).toMatchObject({ imported: 0, known: count });
    expect(await exportAll(into)).toBe(again);
  });

  it('is known to the service that made it', async () => {
    expect(await importAll(from, exported)).toMatchObject({ imported: 0, known: count });
  });

  it('has the names of files, merged tickets and notes', () => {
    const tickets = exported
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const files = tickets.flatMap(({ messages }) =>
      messages.flatMap((message: { files?: string[] }) => message.files ?? []),
    );
    expect(files).toContain('boleto.txt');
    expect(tickets.flatMap(({ merged = [] }) => merged).length).toBeGreaterThan(0);
    expect(tickets.flatMap(({ notes = [] }) => notes).length).toBeGreaterThan(0);
  });

  it('includes both days, also the one without a midnight', async () => {
    const on = async (day: string) =>
      comparable((await cli(from, 'tickets', 'export', '--from', day, '--to', day)).stdout).lines;
    const [before, skipped] = [await on('2018-11-03'), await on('2018-11-04')];
    expect(before.every((line) => line.includes('"createdAt":"2018-11-04T02:59:59.999Z"'))).toBe(
      true,
    );
    expect(skipped.every((line) => line.includes('"createdAt":"2018-11-04T03:00:00.001Z"'))).toBe(
      true,
    );
  });

  it('without messages is taken by an import, too', async () => {
    const lines = (await cli(from, 'tickets', 'export', ...days)).stdout;
    expect(await importAll(into, lines)).toMatchObject({ bad: 0, known: count });
  });

  it('goes on after its last ticket, page by page, and is in the trail', async () => {
    const api = await from.trpc({ role: 'admin' });
    const range = { from: '2018-01-01', to: '2999-12-31', limit: 7 };
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await api.tickets.export.mutate({ ...range, cursor });
      ids.push(...page.items.map(({ externalId }) => externalId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(ids).size).toBe(count);
    expect(ids).toHaveLength(count);
    const { items } = await api.audit.list.query({ action: 'tickets.export', limit: 1 });
    expect(items).toMatchObject([{ target: 'period:2018-01-01..2999-12-31' }]);
  });

  it('shows the names of files that stayed behind', async () => {
    const api = await into.trpc();
    const { items } = await api.tickets.list.query({ search: 'boleto' });
    const threads = await Promise.all(items.map(({ id }) => api.tickets.get.query({ id })));
    const notices = threads.flatMap(({ messages }) => messages.map(({ notice }) => notice));
    expect(notices).toContainEqual(expect.stringContaining('boleto.txt'));
  });
});
