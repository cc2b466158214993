import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import { sql } from 'kysely';
import { type Db, openDatabase } from '../db/connection/database.ts';
import { migrate } from '../db/migrate.ts';
import { createLeitor } from '../packages/sdk/src/index.ts';
import { findPostgresClient } from '../scripts/postgres-client.ts';
import { freePort } from '../scripts/servers/local-server.ts';
import { durable, findPostgres, startPostgres } from '../scripts/servers/postgres.ts';
import { signToken } from '../server/auth/tokens.ts';
import type { InternalRouter } from '../server/internal-router.ts';
import { type Benchmark, ignoreIdleErrors, percentile, table } from './benchmark.ts';
import { categories, fillMessages, fillTickets } from './fill-tickets.ts';
import { benchSecret, startService } from './measured-process.ts';
import { addReaders } from './my-ranking.bench.ts';

/** Tables with fewer rows than this are read whole by any plan. */
const smallTable = 5_000;

/** A person whose name and e-mail occur only in their own data. */
interface Person {
  email: string;
  name: string;
}

interface Clients {
  admin: TRPCClient<InternalRouter>;
  url: string;
}

const tokenFor = (person: { role: 'reader' | 'admin'; email: string; name?: string }) =>
  signToken(benchSecret, person, { expiresAt: new Date(Date.now() + 86_400_000) });

/** Rows beside tickets and readers: mails, notes, attempts, attachments, memberships and the trail. */
const fillOthers = async (db: Db, rows: number): Promise<void> => {
  const statements = [
    sql`insert into ticket_notes (ticket_id, author, body, in_prompt)
      select 1 + n % (select max(id) from tickets), 'agente' || n % 500 || '@exemplo.com.br', 'Nota', false
      from generate_series(1, ${rows}::integer / 5) n`,
    sql`insert into accounts (email, name)
      select 'leitor' || n || '@exemplo.com.br', 'Leitor ' || n from generate_series(1, ${rows}::integer) n`,
    sql`insert into audit_log (at, actor, actor_email, role, channel, action, outcome, changes, target)
      select now(), 'agente' || n % 500, 'agente' || n % 500 || '@exemplo.com.br', 'agent', 'http', 'tickets.setStatus',
        'done', '[]', 'ticket:' || n
      from generate_series(1, ${rows}::integer) n`,
    sql`insert into attachments (state, ticket_id, uploader_email, name, path, type, size, sha256)
      select 'ready', 1 + n % (select max(id) from tickets), 'leitor' || n || '@exemplo.com.br', 'nota.txt', 'support/' || n,
        'text/plain', 1, '\\x00'
      from generate_series(1, ${rows}::integer / 5) n`,
    sql`insert into groups (id, name, is_public, owner_email)
      select gen_random_uuid(), 'Clube ' || n, true, 'leitor' || n || '@exemplo.com.br'
      from generate_series(1, ${rows}::integer / 100) n`,
    sql`insert into group_members (group_id, email)
      select g.id, 'leitor' || n * 7 % ${rows}::integer || '@exemplo.com.br'
      from (select id, row_number() over () as g from groups) g, generate_series(1, 20) n`,
    sql`insert into outbox (ticket_id, message_id, mail_id, recipient, subject, status, due_at, sent_at)
      select ticket_id, id, 'm' || id, 'leitor' || id || '@exemplo.com.br', 'Re: Assunto', 'sent', now(), now()
      from ticket_messages where id <= ${rows}::integer / 5`,
    sql`insert into quizzes (quiz_date, title, description, edition_id, edition_title)
      values (current_date, 'Quiz', '', 'e', 'Edição')`,
    sql`insert into quiz_attempts (quiz_id, email, answers, correct_answers, passed, attempted_at)
      select (select id from quizzes limit 1), 'leitor' || n || '@exemplo.com.br', '[]', 5, false, now()
      from generate_series(1, ${rows}::integer) n`,
    sql`update tickets set assignee_email = 'agente' || id % 500 || '@exemplo.com.br' where id % 3 = 0`,
    sql`vacuum (analyze)`,
  ];
  for (const statement of statements) await statement.execute(db);
};

/** Creates a person with data of every kind, through the service. */
const addPerson = async ({ admin, url }: Clients, n: number): Promise<Person> => {
  const mark = crypto.randomUUID().slice(0, 8);
  const person = { email: `zulmira-${mark}@exemplo.com.br`, name: `Zulmira${mark}` };
  const { email, name } = person;
  await admin.accounts.upsert.mutate({ email, name });
  await admin.streaks.recordReading.mutate({ email });
  await admin.groups.create.mutate({ name: `Clube ${n}`, isPublic: true, ownerEmail: email });
  const reader = createLeitor({
    baseUrl: url,
    token: await tokenFor({ role: 'reader', email, name }),
  });
  for (let ticket = 0; ticket < 5; ticket += 1) {
    const { id } = await admin.tickets.create.mutate({
      requesterEmail: email,
      requesterName: name,
      subject: `Assinatura de ${name}`,
      body: `Sou ${name}, meu e-mail é ${email}`,
      main: 'Categoria 1',
    });
    await admin.tickets.addNote.mutate({ id, body: `${name} ligou` });
    const arquivo = new File([`texto de ${name}`], `${name}.txt`, { type: 'text/plain' });
    await reader.uploadAttachments({ id, arquivo });
  }
  return person;
};

/** Tables of some size that were read whole since the statistics were reset. */
const tablesReadWhole = async (db: Db): Promise<string[]> => {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  // Backends of the service report within a second of being idle.
  await sql`select pg_sleep(2)`.execute(db);
  const { rows } = await sql<{ name: string; scans: string }>`
    select s.relname as name, s.seq_scan as scans
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.seq_scan > 0 and c.reltuples > ${smallTable}`.execute(db);
  return rows.map(({ name, scans }) => `${name} (${scans})`);
};

/** How often any of the texts, in lower case, occurs in a stream, in any case. */
const countIn = async (stream: Readable, texts: readonly string[]): Promise<number> => {
  let found = 0;
  let tail = '';
  const longest = Math.max(...texts.map(({ length }) => length));
  for await (const chunk of stream) {
    const text = tail + String(chunk).toLowerCase();
    for (const wanted of texts) found += text.split(wanted).length - 1;
    tail = text.slice(-(longest - 1));
  }
  return found;
};

const searchDump = async (url: string, texts: readonly string[]): Promise<number> => {
  const dump = spawn(findPostgresClient('pg_dump'), ['--no-owner', url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return countIn(dump.stdout.setEncoding('utf8'), texts);
};

const searchFiles = async (directory: string, texts: readonly string[]): Promise<number> => {
  let found = 0;
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    found += texts.filter((text) => path.toLowerCase().includes(text)).length;
    if (entry.isFile()) found += await countIn(createReadStream(path, 'utf8'), texts);
  }
  return found;
};

/** What reports and other readers' streaks show, and what the counts' own check finds. */
const figures = async (db: Db, { admin }: Clients): Promise<string> => {
  await sql`select fold_ticket_counts(1000000)`.execute(db);
  const { rows } = await sql`
    select count(*) as readers, md5(string_agg(email || current_streak || max_streak, ',' order by email)) as streaks
    from streaks where email like 'leitor%'`.execute(db);
  const years = { from: '2022-01-01', groupBy: 'year' } as const;
  const reports = [undefined, ...Array.from({ length: categories }, (_, n) => `Categoria ${n}`)];
  const series = [];
  for (const main of reports) series.push(await admin.reports.timeSeries.query({ ...years, main }));
  const { differences } = await admin.reports.check.query();
  return JSON.stringify({ rows, series, differences });
};

export const benchmark: Benchmark = {
  title: 'Erasing a person',
  run: async ({ short, log }) => {
    const bin = findPostgres();
    if (!bin) throw new Error('PostgreSQL is needed');
    const { size, people } = short ? { size: 5_000, people: 3 } : { size: 1_000_000, people: 20 };
    const server = await startPostgres(bin, {
      ...durable,
      shared_buffers: '1GB',
      max_wal_size: '8GB',
    });
    const directory = await mkdtemp(join(tmpdir(), 'leitor-erasure-'));
    const { db, close } = await openDatabase({ url: server.url, poolSize: 2 }, ignoreIdleErrors);
    try {
      await migrate(db);
      log(`filling ${size} tickets and readers`);
      await sql`set statement_timeout = 0`.execute(db);
      await fillTickets(server.url, size);
      await fillMessages(server.url, size, 500);
      await db.connection().execute(async (connection) => {
        await sql`set statement_timeout = 0`.execute(connection);
        await addReaders(connection, size);
        await fillOthers(connection, size);
      });
      const internalPort = await freePort();
      const service = await startService({
        DATABASE_URL: server.url,
        STORAGE_URL: `file:${directory}`,
        INTERNAL_PORT: String(internalPort),
      });
      try {
        const authorization = `Bearer ${await tokenFor({ role: 'admin', email: 'admin@exemplo.com.br' })}`;
        const admin = createTRPCClient<InternalRouter>({
          links: [
            httpLink({ url: `http://127.0.0.1:${internalPort}/trpc`, headers: { authorization } }),
          ],
        });
        const clients = { admin, url: service.url };
        const persons: Person[] = [];
        for (let n = 0; n < people; n += 1) persons.push(await addPerson(clients, n));
        const texts = persons.flatMap(({ email, name }) => [email, name.toLowerCase()]);
        const stored = {
          rows: await searchDump(server.url, texts),
          files: await searchFiles(directory, texts),
        };
        const before = await figures(db, clients);
        await sql`vacuum (analyze)`.execute(db).catch(() => undefined);
        await sql`select pg_stat_reset()`.execute(db);
        log('erasing');
        const counting: number[] = [];
        const erasing: number[] = [];
        let records = 0;
        for (const { email } of persons) {
          const started = performance.now();
          const { total } = await admin.people.erase.mutate({ email, dryRun: true });
          const counted = performance.now();
          await admin.people.erase.mutate({ email, dryRun: false, expected: total });
          counting.push(counted - started);
          erasing.push(performance.now() - counted);
          records += total;
        }
        const whole = await tablesReadWhole(db);
        const after = await figures(db, clients);
        log('searching');
        const left = {
          rows: await searchDump(server.url, texts),
          files: await searchFiles(directory, texts),
        };
        const [p50, p100] = [0.5, 1].map((p) => [counting, erasing].map((of) => percentile(of, p)));
        const seconds = (values: number[] = []) =>
          values.map((ms) => (ms / 1_000).toFixed(2)).join(' / ');
        return [
          `${size.toLocaleString('en')} tickets with as many messages, ${size.toLocaleString('en')} readers with accounts, as many acts of the trail, and a fifth of it notes and attachments; ${people} people with five tickets, notes, files, a group, a streak and an account each (${records / people} records), erased one after another through the internal API. Commits wait for the disk.`,
          table(
            ['', 'median', 'slowest'],
            [['counting / erasing, s', seconds(p50), seconds(p100)]],
          ),
          `Large tables that were read whole meanwhile: ${whole.join(', ') || 'none'}. A dump of the whole database and the storage named these people ${stored.rows} and ${stored.files} times before, ${left.rows} and ${left.files} times after. Ticket counts by category, everybody else's streaks and the counts' own check are ${before === after ? 'the same before and after' : `different: ${before} became ${after}`}.`,
        ].join('\n\n');
      } finally {
        await service.stop();
      }
    } finally {
      await close();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    }
  },
};
