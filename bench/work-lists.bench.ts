import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import { openDatabase } from '../db/connection/database.ts';
import { migrate } from '../db/migrate.ts';
import { freePort } from '../scripts/servers/local-server.ts';
import { findPostgres, runStatement, startPostgres } from '../scripts/servers/postgres.ts';
import { signToken } from '../scripts/tokens/issue-token.ts';
import type { InternalRouter } from '../server/internal-router.ts';
import { type Benchmark, ignoreIdleErrors, percentile, table } from './benchmark.ts';
import { fillTickets, insertMessages } from './fill-tickets.ts';
import { benchSecret, startService } from './measured-process.ts';

/** The words of messages: a few are in most of them, most are in few. */
const words = 20_000;
const wordAt = (rank: string) =>
  `'ter' || translate((${rank})::text, '0123456789', 'abcdefghij') || 'mo'`;

const texts = 60_000;
const textOf = (message: string) => `(${message})::bigint * 7919 % ${texts}`;

/**
 * Three messages a ticket, each one of 60 000 texts; a quarter of the tickets wait for an answer.
 * A ticket's words are put together from those of its texts, which saves reading each anew.
 */
const fillMessages = async (url: string, tickets: number): Promise<void> => {
  await runStatement(
    url,
    `create table texts as
    select n, body, words_of(body) as tsv
    from generate_series(0, ${texts - 1}) as n cross join lateral (
      select string_agg(${wordAt(`floor(${words} * power(random(), 3))::integer`)}, ' ') as body
      from generate_series(1, 20 + n % 20)
    ) written;
    alter table texts add primary key (n);
    analyze texts`,
  );
  const textAt = (place: number) =>
    `join texts t${place} on t${place}.n = ${textOf(`(t.id - 1) * 3 + ${place}`)}`;
  await insertMessages(
    url,
    `insert into ticket_messages (ticket_id, author, origin, body, created_at)
    select 1 + i / 3, case i % 3 when 1 then 'bia@leitor.example' else 'Maria' end,
      (case when i % 3 = 0 or i % 3 = 2 and i / 3 % 4 = 0 then 'requester' else 'agent' end)::message_origin,
      body, timestamptz '2022-01-01' + i / 3 * (interval '1461 days' / ${tickets}) + i % 3 * interval '1 hour'
    from generate_series(0, ${tickets * 3 - 1}) as i join texts on n = ${textOf('i')}
    order by i`,
    `select t.id, words_of(t.subject) || t0.tsv || t1.tsv || t2.tsv
    from tickets t ${[0, 1, 2].map(textAt).join(' ')}`,
  );
  await runStatement(url, 'drop table texts');
};

type Client = TRPCClient<InternalRouter>;

type Call = (n: number) => Promise<unknown>;

/** Milliseconds of calls, one at a time. */
const timesOf = async (count: number, call: Call): Promise<number[]> => {
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

const lists = (client: Client): [string, Call][] => {
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
    // `tera`, `terb`, …: words of most tickets begin so.
    ['search: a half word of most messages', (n) => search(translated(n % 5).slice(0, 4))],
    ['search: a half word of some', (n) => search(translated(3_000 + 10 * (n % 100)).slice(0, -3))],
    ['search: half a rare word', (n) => search(translated(19_000 + n).slice(0, -1))],
    [
      'search: a rare word and a half one of most',
      (n) => search(`${translated(19_000 + n)} ${translated(n % 5).slice(0, 4)}`),
    ],
    [
      'search: a half word of some, open tickets',
      (n) => search(translated(500 + n).slice(0, -1), { status: 'open' }),
    ],
    [
      'search: a half word of most, a rare tag',
      (n) => search(translated(n % 5).slice(0, 4), { tagId: 2 }),
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

const orders = ['newest', 'updated', 'waiting'] as const;

/** `tickets.list` by each filter, in each of the orders. */
const sortedLists = (client: Client): [string, Call[]][] =>
  Object.entries(filters).map(([name, filter]) => [
    name,
    orders.map((sort) => () => client.tickets.list.query({ ...filter, sort })),
  ]);

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
const longTicket = (client: Client): [string, Call][] => {
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

/** Lists, searches and counts of a million tickets, as agents ask for them. */
export const benchmark: Benchmark = {
  title: 'Work lists',
  run: async ({ short, log }) => {
    const bin = findPostgres();
    if (!bin) throw new Error('needs PostgreSQL');
    const [tickets, calls] = short ? [10_000, 20] : [1_000_000, 200];
    const server = await startPostgres(bin, {
      shared_buffers: '2GB',
      max_wal_size: '8GB',
      maintenance_work_mem: '256MB',
    });
    try {
      const { db, close } = await openDatabase({ url: server.url, poolSize: 1 }, ignoreIdleErrors);
      await migrate(db);
      await close();
      await fillTickets(server.url, tickets);
      await fillMessages(server.url, tickets);
      log(`${tickets} tickets, ${tickets * 3} messages`);
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
        const measure = async (name: string, call: Call): Promise<number[]> => {
          await timesOf(20, call);
          const times = await timesOf(calls, call);
          log(`${name}: p95 ${percentile(times, 0.95).toFixed(1)}`);
          return times;
        };
        const at = (p: number) => (times: readonly number[]) => percentile(times, p).toFixed(1);
        const rows: string[][] = [];
        for (const [name, call] of [...lists(client), ...longTicket(client)]) {
          const times = await measure(name, call);
          rows.push([name, at(0.5)(times), at(0.95)(times)]);
        }
        const sorted: string[][] = [];
        for (const [name, byOrder] of sortedLists(client)) {
          const times: number[][] = [];
          for (const [order, call] of byOrder.entries()) {
            times.push(await measure(`${name}, ${orders[order]}`, call));
          }
          const slowest = Math.max(...times.map((each) => percentile(each, 0.95)));
          sorted.push([name, ...times.map(at(0.5)), slowest.toFixed(1)]);
        }
        return [
          `${tickets} tickets and ${tickets * 3} messages of 20 to 40 words, ${words} different words and ${texts} different texts; a quarter of the tickets wait for an answer. Calls of the internal API over loopback, one at a time, ${calls} of each, pages of 20 unless it says otherwise.`,
          table(['milliseconds', 'p50', 'p95'], rows),
          '`tickets.list` by each filter, in each order: p50, and p95 of the slowest order.',
          table(['milliseconds', ...orders, 'p95'], sorted),
        ].join('\n\n');
      } finally {
        await service.stop();
      }
    } finally {
      await server.stop();
    }
  },
};
