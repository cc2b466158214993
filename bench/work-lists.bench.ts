import { readdir, readFile } from 'node:fs/promises';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type Db, openDatabase } from '../db/connection/database.ts';
import { migrate } from '../db/migrate.ts';
import { freePort } from '../scripts/servers/local-server.ts';
import { findPostgres, runStatement, startPostgres } from '../scripts/servers/postgres.ts';
import { signToken } from '../server/auth/tokens.ts';
import type { InternalRouter } from '../server/internal-router.ts';
import { type Benchmark, ignoreIdleErrors, percentile, table } from './benchmark.ts';
import { fillTickets } from './fill-tickets.ts';
import { benchSecret, startService } from './measured-process.ts';

const before = '20261122083100_reply_drafts';
const workLists = '20261122084000_work_lists';
const beforeResponses = '20261122103000_inbound_attachments';
const responses = '20261122104000_response_times';
const folder = new URL('../db/migrations/', import.meta.url);

const migrateTo = async (db: Db, name: string): Promise<number> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const entries = files.map((file): [string, Migration] => [
    file.replace(/\.sql$/, ''),
    {
      up: async (on) =>
        void (await sql.raw(await readFile(new URL(file, folder), 'utf8')).execute(on)),
    },
  ]);
  const migrations = Object.fromEntries(entries);
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0; set local lock_timeout = 0`.execute(tx);
    const started = performance.now();
    const { error } = await new Migrator({
      db: tx,
      provider: { getMigrations: async () => migrations },
      allowUnorderedMigrations: true,
    }).migrateTo(name);
    if (error) throw error;
    return (performance.now() - started) / 1_000;
  });
};

/** The words of messages: a few are in most of them, most are in few. */
const words = 20_000;
const wordAt = (rank: string) =>
  `'ter' || translate((${rank})::text, '0123456789', 'abcdefghij') || 'mo'`;

/** Three messages a ticket; a quarter of the tickets wait for an answer. */
const fillMessages = (url: string, tickets: number): Promise<void> =>
  runStatement(
    url,
    `insert into ticket_messages (ticket_id, author, origin, body, created_at)
    select 1 + i / 3, case i % 3 when 1 then 'bia@leitor.example' else 'Maria' end,
      (case when i % 3 = 0 or i % 3 = 2 and i / 3 % 4 = 0 then 'requester' else 'agent' end)::message_origin,
      (select string_agg(${wordAt(`floor(${words} * power(random(), 3))::integer`)}, ' ')
       from generate_series(1, 20 + i % 20)),
      timestamptz '2022-01-01' + i / 3 * (interval '1461 days' / ${tickets}) + i % 3 * interval '1 hour'
    from generate_series(0, ${tickets * 3 - 1}) as i`,
  );

type Client = TRPCClient<InternalRouter>;

/** Reports of response times, each over other days, so that none is cached. */
const reports = (client: Client): [string, (n: number) => Promise<unknown>][] => {
  const over = (days: number, rest: { by: 'category' | 'agent'; businessHours?: string }) => {
    const day = (n: number) => new Date(Date.UTC(2022, 0, 1 + n)).toISOString().slice(0, 10);
    return (n: number) =>
      client.reports.responseTimes.query({ from: day(n), to: day(n + days - 1), ...rest });
  };
  return [
    ['`reports.responseTimes`, 30 days by category', over(30, { by: 'category' })],
    ['`reports.responseTimes`, 30 days by agent', over(30, { by: 'agent' })],
    [
      '`reports.responseTimes`, 30 days, business hours',
      over(30, { by: 'category', businessHours: '09:00-18:00' }),
    ],
    ['`reports.responseTimes`, 366 days by category', over(366, { by: 'category' })],
    [
      '`reports.responseTimes`, 366 days, business hours',
      over(366, { by: 'agent', businessHours: '09:00-18:00' }),
    ],
  ];
};

/** Milliseconds of calls, one at a time. */
const timesOf = async (count: number, call: (n: number) => Promise<unknown>): Promise<number[]> => {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const started = performance.now();
    await call(n);
    times.push(performance.now() - started);
  }
  return times;
};

const translated = (rank: number): string =>
  `ter${String(rank).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}mo`;

const lists = (client: Client): [string, (n: number) => Promise<unknown>][] => {
  const search = (text: string, more: object = {}) =>
    client.tickets.list.query({ search: text, ...more });
  return [
    ['`tickets.queue`, first page', () => client.tickets.queue.query({})],
    [
      '`tickets.queue` of an agent',
      () => client.tickets.queue.query({ assignee: 'bia@leitor.example' }),
    ],
    ['`tickets.queue` without an assignee', () => client.tickets.queue.query({ assignee: null })],
    ['search: a word of most messages', (n) => search(translated(n % 5))],
    ['search: a word of some', (n) => search(translated(500 + n))],
    ['search: a rare word', (n) => search(translated(19_000 + n))],
    [
      'search: a rare and a frequent word',
      (n) => search(`${translated(19_000 + n)} ${translated(3)}`),
    ],
    ['search: two words of some', (n) => search(`${translated(900 + n)} ${translated(1_500 + n)}`)],
    [
      'search: a word of some, open tickets',
      (n) => search(translated(500 + n), { status: 'open' }),
    ],
    ['search: no such word', (n) => search(`inexistente${'abcdefghij'.charAt(n % 10)}`)],
  ];
};

/** Filters that are listed in each order, by name. */
const filters = {
  'no filter': {},
  'a status': { status: 'open' },
  'a category': { main: 'Categoria 1' },
  'an assignee': { assignee: 'bia@leitor.example' },
  'no assignee': { assignee: null },
  waiting: { waiting: true },
  'a tag': { tagId: 1 },
  'a rare tag': { tagId: 2 },
  'the last month': { from: '2025-12-01T00:00:00Z' },
  'an old month': { from: '2022-05-01T00:00:00Z', to: '2022-06-01T00:00:00Z' },
  'an old year': { from: '2022-01-01T00:00:00Z', to: '2023-01-01T00:00:00Z' },
  'a middle year': { from: '2023-06-01T00:00:00Z', to: '2024-06-01T00:00:00Z' },
} as const;

const sortedLists = (client: Client): [string, (n: number) => Promise<unknown>][] =>
  Object.entries(filters).flatMap(([name, filter]) =>
    (['newest', 'updated', 'waiting'] as const).map((sort): [string, () => Promise<unknown>] => [
      `\`tickets.list\`, ${name}, \`${sort}\``,
      () => client.tickets.list.query({ ...filter, sort }),
    ]),
  );

const mine = { assignee: 'bia@leitor.example' } as const;
const views: Parameters<Client['tickets']['counts']['query']>[0]['views'] = [
  { status: 'open' },
  { status: 'in_progress' },
  { waiting: true },
  { waiting: true, ...mine },
  { status: 'open', ...mine },
  { waiting: true, assignee: null },
  { status: 'open', main: 'Categoria 1' },
  { tagId: 1 },
  filters['the last month'],
  { status: 'closed' },
];

/** A ticket of 2 000 messages, its newest ones and those before. */
const longTicket = (client: Client): [string, (n: number) => Promise<unknown>][] => {
  let cursor: string | null = null;
  return [
    ['`tickets.get` of 2 000 messages', () => client.tickets.get.query({ id: 1 })],
    [
      '`tickets.messages`, page after page of 50',
      async () => {
        const page = await client.tickets.messages.query({ id: 1, ...(cursor && { cursor }) });
        cursor = page.nextCursor;
      },
    ],
    ['`tickets.counts` of 10 views', () => client.tickets.counts.query({ views })],
  ];
};

/** The second page of the queue and so on, as an agent who scrolls. */
const deepPages = async (client: Client, count: number): Promise<number[]> => {
  let cursor: string | undefined;
  return timesOf(count, async () => {
    const page = await client.tickets.queue.query({ limit: 100, ...(cursor && { cursor }) });
    cursor = page.nextCursor ?? undefined;
  });
};

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(2)} s`;

/** Changes of 10 000 tickets: in one call, and in calls of 500 between which a caller shows progress. */
const bulks = async (client: Client, tickets: number, size: number): Promise<string[][]> => {
  const { id: addTagId } = await client.tags.create.mutate({ name: 'lote', color: '#112233' });
  const ids = Array.from({ length: size }, (_, n) => 1 + Math.floor((n * tickets) / size));
  const one = async (change: object) => {
    const [took = 0] = await timesOf(1, () => client.tickets.bulk.mutate({ ids, ...change }));
    return took;
  };
  const steps: number[] = [];
  for (let start = 0; start < ids.length; start += 500) {
    const chunk = ids.slice(start, start + 500);
    steps.push(
      ...(await timesOf(1, () =>
        client.tickets.bulk.mutate({ ids: chunk, setStatus: 'resolved' }),
      )),
    );
  }
  return [
    ['tag', seconds(await one({ addTagId })), ''],
    ['assignee', seconds(await one({ assignTo: 'caio@leitor.example' })), ''],
    [
      'status, tag and assignee',
      seconds(await one({ setStatus: 'in_progress', removeTagId: addTagId, assignTo: null })),
      '',
    ],
    [
      'status, in calls of 500',
      seconds(steps.reduce((sum, took) => sum + took, 0)),
      `each ${Math.max(...steps).toFixed(0)} ms at most`,
    ],
  ];
};

export const benchmark: Benchmark = {
  title: 'Work lists',
  run: async ({ short, log, keep }) => {
    const bin = findPostgres();
    if (!bin) throw new Error('needs PostgreSQL');
    const { tickets, calls, size } = short
      ? { tickets: 10_000, calls: 20, size: 1_000 }
      : { tickets: 1_000_000, calls: 200, size: 10_000 };
    const server = await startPostgres(bin, {
      shared_buffers: '2GB',
      max_wal_size: '8GB',
      maintenance_work_mem: '256MB',
    });
    const { db, close } = await openDatabase({ url: server.url, poolSize: 1 }, ignoreIdleErrors);
    try {
      await migrateTo(db, before);
      await fillTickets(server.url, tickets);
      await fillMessages(server.url, tickets);
      await runStatement(server.url, 'vacuum (analyze) ticket_messages');
      log(`${tickets} tickets, ${tickets * 3} messages`);
      const took = await migrateTo(db, workLists);
      log(`the migration took ${took.toFixed(1)} s`);
      await migrateTo(db, beforeResponses);
      const filled = await migrateTo(db, responses);
      log(`the migration of response times took ${filled.toFixed(1)} s`);
      await migrate(db);
      await runStatement(
        server.url,
        `update tickets set assignee_email = 'bia@leitor.example' where id % 20 = 0`,
      );
      await runStatement(
        server.url,
        `insert into tags (name, color) values ('Comum', '#000000'), ('Rara', '#000000');
        insert into ticket_tags
        select id, case when id % 5000 = 7 then 2 else 1 end from tickets where id % 5000 = 7 or id % 10 = 3;
        insert into ticket_messages (ticket_id, author, origin, body)
        select 1, 'Maria', case i % 2 when 0 then 'agent' else 'requester' end::message_origin, repeat('Olá! ', 100)
        from generate_series(1, 2000) as i`,
      );
      for (const name of ['tickets', 'ticket_texts', 'ticket_responses', 'ticket_tags']) {
        await runStatement(server.url, `vacuum (analyze) ${name}`);
      }
      const internal = await freePort();
      const service = await startService({
        DATABASE_URL: server.url,
        INTERNAL_PORT: String(internal),
      });
      try {
        const token = await signToken(
          benchSecret,
          { role: 'admin', email: 'ana@leitor.example' },
          { expiresAt: new Date(Date.now() + 86_400_000) },
        );
        const client = createTRPCClient<InternalRouter>({
          links: [
            httpLink({
              url: `http://127.0.0.1:${internal}/trpc`,
              headers: { authorization: `Bearer ${token}` },
            }),
          ],
        });
        const measured: [string, number[]][] = [];
        for (const [name, call] of [
          ...lists(client),
          ...sortedLists(client),
          ...longTicket(client),
        ]) {
          await timesOf(20, call);
          measured.push([name, await timesOf(calls, call)]);
        }
        measured.push(['`tickets.queue`, page after page of 100', await deepPages(client, calls)]);
        for (const [name, call] of reports(client)) {
          measured.push([name, await timesOf(Math.ceil(calls / 10), call)]);
        }
        for (const [name, times] of measured)
          log(`${name}: p95 ${percentile(times, 0.95).toFixed(1)}`);
        keep(Object.fromEntries(measured));
        const bulk = await bulks(client, tickets, size);
        const row = ([name, times]: [string, number[]]) => [
          name,
          ...[0.5, 0.95, 1].map((p) => percentile(times, p).toFixed(1)),
        ];
        return [
          `${tickets} tickets and ${tickets * 3} messages of 20 to 40 words, ${words} different ones; a quarter of the tickets wait for an answer. Calls of the internal API over loopback, one at a time, ${calls} of each (reports: ${Math.ceil(calls / 10)}), pages of 20 unless it says otherwise.`,
          table(['milliseconds', 'p50', 'p95', 'max'], measured.map(row)),
          `Bulk changes of ${size} tickets, audit trail included:`,
          table(['`tickets.bulk`', 'took', ''], bulk),
          `The migration \`work_lists\` on a database of this size takes ${took.toFixed(0)} s, in which writers of tickets wait; the migration \`response_times\` ${filled.toFixed(0)} s.`,
        ].join('\n\n');
      } finally {
        await service.stop();
      }
    } finally {
      await close();
      await server.stop();
    }
  },
};
