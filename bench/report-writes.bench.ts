import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../db/connection/database.ts';
import { migrate } from '../db/migrate.ts';
import { listCountDifferences } from '../db/reports/ticket-counts.ts';
import { findPostgres, runStatement, startPostgres } from '../scripts/servers/postgres.ts';
import { type Benchmark, ignoreIdleErrors, median, table } from './benchmark.ts';
import { categories, fillTickets } from './fill-tickets.ts';

const run = promisify(execFile);

const triggers = ['insert', 'update', 'delete'].map((event) => `tickets_count_${event}`);
const filterIndexes = [
  `create index tickets_category_idx on tickets (main collate "C", coalesce(issue, '') collate "C")`,
  'create index tickets_newsletter_idx on tickets (newsletter collate "C") where newsletter is not null',
];

const toggleCounts = (verb: 'enable' | 'disable') =>
  triggers.map((name) => `alter table tickets ${verb} trigger ${name}`);

/** The triggers and indexes of each variant of the ticket table. */
const variants = [
  {
    name: 'neither counts nor filters',
    setUp: [
      ...toggleCounts('disable'),
      'drop index if exists tickets_category_idx, tickets_newsletter_idx',
    ],
  },
  { name: 'counts', setUp: toggleCounts('enable') },
  { name: 'counts and filters', setUp: filterIndexes },
] as const;

const writes = [
  {
    name: 'insert of one ticket',
    script: (tickets: number) => `
      \\set n random(1, ${tickets})
      insert into tickets (subject, main, issue, newsletter, requester_email)
      values ('Assunto do ticket', 'Categoria ' || :n % ${categories}, 'Motivo ' || :n % 97, 'Newsletter ' || :n % 13, 'leitor' || :n || '@exemplo.com.br');
    `,
  },
  {
    name: 'change of one status',
    script: (tickets: number) => `
      \\set n random(1, ${tickets})
      update tickets set updated_at = now(), status = case status when 'open' then 'resolved' else 'open' end::ticket_status where id = :n;
    `,
  },
] as const;

const clients = 16;

/** Transactions per second with every client at full speed. */
const rate = async (bin: string, url: string, script: string, seconds: number): Promise<number> => {
  const { stdout } = await run(join(bin, 'pgbench'), [
    ...['-n', '-M', 'prepared', '-c', String(clients), '-j', '2'],
    ...['-T', String(seconds), '-f', script, url],
  ]);
  const found = /tps = ([\d.]+) \(without/.exec(stdout)?.[1];
  if (found === undefined || !/failed transactions: 0 /.test(stdout)) throw new Error(stdout);
  return Number(found);
};

/** Folds every five seconds; the job runs every minute. */
const folding = async <T>(url: string, work: () => Promise<T>): Promise<T> => {
  let done = false;
  const fold = async () => {
    while (!done) {
      await runStatement(url, 'select fold_ticket_counts(1000000), pg_sleep(5)');
    }
  };
  const folded = fold();
  try {
    return await work();
  } finally {
    done = true;
    await folded;
  }
};

export const benchmark: Benchmark = {
  title: 'The price of ticket reports at write',
  run: async ({ short, log }) => {
    const found = findPostgres();
    if (found === undefined) throw new Error('needs PostgreSQL');
    // pgbench is next to the server binary, not next to a link to it.
    const bin = dirname(realpathSync(join(found, 'postgres')));
    const { tickets, rounds, seconds } = short
      ? { tickets: 5_000, rounds: 1, seconds: 1 }
      : { tickets: 500_000, rounds: 5, seconds: 6 };
    // Without synchronous commits the relative cost of the counting is highest.
    const server = await startPostgres(bin, {
      shared_buffers: '2GB',
      max_wal_size: '8GB',
      fsync: 'on',
      full_page_writes: 'on',
    });
    const folder = await mkdtemp(join(tmpdir(), 'leitor-bench-'));
    const { db, close } = await openDatabase({ url: server.url, poolSize: 1 }, ignoreIdleErrors);
    try {
      await migrate(db);
      await fillTickets(server.url, tickets);
      const rates = new Map<string, number[]>();
      const key = (write: string, variant: string) => `${write}: ${variant}`;
      for (const { name, script } of writes) {
        await writeFile(join(folder, name), script(tickets));
      }
      for (let round = 0; round < rounds; round += 1) {
        for (const variant of variants) {
          for (const statement of variant.setUp) await runStatement(server.url, statement);
          for (const write of writes) {
            const reached = await folding(server.url, () =>
              rate(bin, server.url, join(folder, write.name), seconds),
            );
            log(`${key(write.name, variant.name)}: ${reached.toFixed(0)}/s`);
            rates.set(key(write.name, variant.name), [
              ...(rates.get(key(write.name, variant.name)) ?? []),
              reached,
            ]);
          }
          // Tickets written without triggers are not counted yet.
          await runStatement(server.url, 'select rebuild_ticket_counts()');
        }
      }
      const differences = await db.transaction().execute((tx) => listCountDifferences(tx, 1));
      if (differences.length > 0) throw new Error('counts differ from the tickets');
      const rows = writes.map((write) => {
        const medians = variants.map(({ name }) => median(rates.get(key(write.name, name)) ?? []));
        const [without = 0, ...others] = medians;
        return [
          write.name,
          without.toFixed(0),
          ...others.map((value) => `${value.toFixed(0)} (${(value / without).toFixed(2)}×)`),
        ];
      });
      return [
        `${clients} clients of pgbench, prepared statements, ${tickets} tickets at the start; commits that do not wait for the disk, so that the price shows at its highest. Transactions a second, median of ${rounds} rounds of ${seconds} s, the kinds in turns; deltas are folded every 5 s.`,
        table(['per second', ...variants.map(({ name }) => name)], rows),
        'Afterwards, counts and tickets agree: 0 differences.',
      ].join('\n\n');
    } finally {
      await close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
