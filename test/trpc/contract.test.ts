import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { procedures } from '../../server/internal-contract.ts';
import { jsonSchemaOf } from '../../server/trpc/json-schema.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const admin = await app.trpc();

describe.each(procedures)('$path', ({ input, output }) => {
  it('takes and returns objects', () => {
    for (const schema of [input, output]) {
      if (schema) expect(jsonSchemaOf(schema)).toMatchObject({ type: 'object' });
    }
  });
});

const explained = z.union([z.object({ description: z.string() }), z.object({ const: z.string() })]);

/** The fields of a schema, at every depth, that neither a description nor a single value explains. */
const unexplainedIn = (schema: unknown, at = ''): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, part]) => {
    if (name !== 'properties') return unexplainedIn(part, at);
    return Object.entries(part).flatMap(([field, given]) => {
      const path = `${at}.${field}`;
      const isExplained = explained.safeParse(given).success;
      return [...(isExplained ? [] : [path]), ...unexplainedIn(given, path)];
    });
  });
};

it('describes every parameter of every procedure', () => {
  const unexplained = procedures.flatMap(({ path, input }) =>
    input ? unexplainedIn(jsonSchemaOf(input), path) : [],
  );
  expect(unexplained).toEqual([]);
});

describe('a list', () => {
  const lists = procedures.filter(({ path }) => /(^|\.)list$/.test(path));

  it.each(lists)('$path takes a cursor and a limit, and returns items', ({ input, output }) => {
    expect(input && jsonSchemaOf(input)).toMatchObject({
      properties: { cursor: {}, limit: {} },
    });
    expect(output && jsonSchemaOf(output)).toMatchObject({
      required: ['items', 'nextCursor'],
    });
  });

  it('that is read whole has pages, too, and refuses a cursor of none', async () => {
    const names = (await admin.jobs.list.query()).items.map(({ name }) => name);
    const first = await admin.jobs.list.query({ limit: 2 });
    const rest = await admin.jobs.list.query({ cursor: first.nextCursor ?? '' });
    expect([...first.items, ...rest.items].map(({ name }) => name)).toEqual(names);
    expect(rest.nextCursor).toBeNull();
    await expect(admin.jobs.list.query({ cursor: 'none' })).rejects.toMatchObject({
      data: { errorCode: 'invalid-request' },
    });
  });
});

describe('a column that no schema names', () => {
  it('is in no response', async () => {
    const { db } = app.service.contextFor('test');
    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname not like 'kysely%'`.execute(db);
    for (const { name } of tables) {
      await sql`alter table ${sql.table(name)} add column if not exists unnamed text default 'leaks'`.execute(
        db,
      );
    }
    const email = 'ana@exemplo.com.br';
    const ticket = await admin.tickets.create.mutate({
      requesterEmail: email,
      subject: 'Oi',
      body: 'Olá',
      main: 'Conta',
    });
    const { id: tagId } = await admin.tags.create.mutate({ name: 'Nova', color: '#000000' });
    await admin.tickets.addTag.mutate({ id: ticket.id, tagId });
    await admin.tickets.addNote.mutate({ id: ticket.id, body: 'nota' });
    await admin.streaks.recordReading.mutate({ email });
    await admin.accounts.upsert.mutate({ email });
    await admin.views.save.mutate({ name: 'Todos' });
    await admin.quickReplies.create.mutate({
      title: 'Oi',
      content: '<p>Oi</p>',
      category: 'Geral',
      shortcut: '/oi',
    });
    const authorization = `Bearer ${await app.token({ role: 'admin' })}`;
    const known: Record<string, unknown> = {
      id: ticket.id,
      ticketId: ticket.id,
      email,
      views: [{}],
    };
    const answered: string[] = [];
    for (const { path, kind, input } of procedures) {
      if (kind !== 'query') continue;
      const { required = [] } = input ? jsonSchemaOf(input) : {};
      const given = Object.fromEntries(required.map((name) => [name, known[name]]));
      const response = await fetch(
        `${app.internalUrl}/trpc/${path}?input=${encodeURIComponent(JSON.stringify(given))}`,
        { headers: { authorization } },
      );
      const text = await response.text();
      expect([path, response.status]).not.toEqual([path, 500]);
      expect([path, /unnamed|leaks/.test(text)]).toEqual([path, false]);
      if (response.ok) answered.push(path);
    }
    expect(answered.length).toBeGreaterThan(20);
  }, 120_000);
});
