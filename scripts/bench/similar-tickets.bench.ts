import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Db, openDatabase } from '../../db/connection.ts';
import { migrate } from '../../db/migrate.ts';
import { listSimilarTickets, refreshLexemeCounts } from '../../db/similar-tickets.ts';
import { similarTicketBounds } from '../../server/replies/similar.ts';
import { findPostgres, startPostgres } from '../servers/postgres.ts';
import { type Benchmark, percentile, table } from './benchmark.ts';

const topics = 200;
const topicWords = 12;
const commonWords = 4_000;

/** Made-up words that a Portuguese stemmer takes for words: the same ones at every run. */
const words = (count: number, seed: number): string[] => {
  let state = seed;
  const pick = (text: string) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return text[Math.floor((state / 2 ** 32) * text.length)] ?? '';
  };
  const made = new Set<string>();
  while (made.size < count) {
    made.add(
      Array.from({ length: 4 }, () => pick('bcdfglmnprstvz') + pick('aeiou')).join('') +
        pick('lrzm'),
    );
  }
  return [...made];
};

const prepare = async (db: Db): Promise<void> => {
  // Questions: 25 common words, the commonest far more often, 5 words of the topic, and a word of its own such as a name. Variables
  // of a function keep the words at hand; in a column they would be unpacked for every word.
  await sql
    .raw(`
      create function made_questions(first integer, last integer, common text[], of_topics text[])
      returns table (n integer, topic integer, subject text, question text) language plpgsql as $$
      begin
        for i in first .. last loop
          n := i;
          topic := abs(n) % ${topics};
          subject := of_topics[1 + topic * ${topicWords} + abs(n) / 7 % ${topicWords}] || ' ' || common[1 + abs(n) % 50];
          question := 'nome' || md5(n::text);
          for j in 1 .. 25 loop
            question := question || ' ' || common[1 + floor(power(random(), 4) * ${commonWords})::integer];
          end loop;
          for j in 1 .. 5 loop
            question := question || ' ' || of_topics[1 + topic * ${topicWords} + floor(random() * ${topicWords})::integer];
          end loop;
          return next;
        end loop;
      end
      $$
    `)
    .execute(db);
};

const madeQuestions = (first: number, last: number) =>
  sql`made_questions(${first}::integer, ${last}::integer, ${words(commonWords, 1)}::text[], ${words(topics * topicWords, 2)}::text[])`;

/** Brings the settled tickets from `from` to `to`, each with a question and an agent's answer; answers seconds of making them searchable. */
const fill = async (db: Db, from: number, to: number): Promise<number> => {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    // Tickets come in by bulk here: the triggers' work is done by the backfill below.
    await sql`set session_replication_role = replica`.execute(connection);
    await sql`create temporary table made as select * from ${madeQuestions(from + 1, to)}`.execute(
      connection,
    );
    await sql`
      insert into tickets (subject, main, status, requester_name)
      select subject, 'topic ' || topic, case when n % 3 = 0 then 'closed' else 'resolved' end::ticket_status, 'Nome ' || n
      from made order by n
    `.execute(connection);
    await sql`
      insert into ticket_messages (ticket_id, author, origin, body) select n, 'x', 'requester', question from made
    `.execute(connection);
    await sql`drop table made`.execute(connection);
    await sql`
      insert into ticket_messages (ticket_id, author, origin, body)
      select n, 'ana', 'agent', 'Resposta ao caso ' || n from generate_series(${from + 1}::integer, ${to}::integer) n
    `.execute(connection);
    await sql`reset session_replication_role`.execute(connection);
    await sql`analyze tickets, ticket_messages`.execute(connection);
  });
  const started = performance.now();
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set maintenance_work_mem = '1GB'`.execute(connection);
    await sql`drop index ticket_search_tsv_idx`.execute(connection);
    await sql`
      insert into ticket_search (ticket_id, tsv)
      select t.id, ticket_question_tsv(t.subject, m.body)
      from tickets t join ticket_messages m on m.ticket_id = t.id and m.origin = 'requester'
      where t.id > ${from} and t.id <= ${to}
    `.execute(connection);
    await sql`create index ticket_search_tsv_idx on ticket_search using gin (tsv) with (fastupdate = off)`.execute(
      connection,
    );
    await sql`vacuum analyze ticket_search`.execute(connection);
    await sql`reset maintenance_work_mem`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
  return (performance.now() - started) / 1_000;
};

interface Asked {
  topic: number;
  subject: string;
  question: string;
}

/** New tickets of the same kind as the settled ones. */
const ask = async (db: Db, count: number): Promise<Asked[]> => {
  const { rows } =
    await sql<Asked>`select topic, subject, question from ${madeQuestions(-count, -1)}`.execute(db);
  return rows;
};

interface Found {
  latencies: number[];
  /** Milliseconds of a processor that PostgreSQL took for each: what is left of a latency on a machine with others. */
  processor: number[];
  /** Share of the found tickets that are of the question's topic. */
  rightTopic: number;
  full: number;
}

const processorMs = async (pid: number): Promise<number> =>
  Number((await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6;

const search = (pool: Db, asked: Asked[]): Promise<Found> =>
  pool.connection().execute((db) => searchOn(db, asked));

const searchOn = async (db: Db, asked: Asked[]): Promise<Found> => {
  const { rows: backend } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const pid = backend[0]?.pid ?? 0;
  const latencies: number[] = [];
  const processor: number[] = [];
  let right = 0;
  let found = 0;
  let full = 0;
  for (const { topic, subject, question } of asked) {
    const before = await processorMs(pid);
    const started = performance.now();
    const rows = await listSimilarTickets(
      db,
      { subject, text: question, exceptId: 0 },
      similarTicketBounds,
    );
    latencies.push(performance.now() - started);
    processor.push((await processorMs(pid)) - before);
    found += rows.length;
    full += rows.length === 5 ? 1 : 0;
    right += rows.filter(({ ticketId }) => ticketId % topics === topic).length;
  }
  return { latencies, processor, rightTopic: right / found, full: full / asked.length };
};

interface Exact {
  id: number;
  score: number;
}

/** The best five by `ts_rank` of every ticket that has any of the terms. */
const rankAll = async (db: Db, lexemes: string[]): Promise<Exact[]> => {
  const { rows } = await sql<Exact>`
    with query as (select string_agg(quote_literal(lexeme), ' | ')::tsquery as tsq from unnest(${lexemes}::text[]) lexeme)
    select ticket_id as id, ts_rank(tsv, tsq) as score from query join ticket_search on tsv @@ tsq
    order by score desc, ticket_id desc limit 5
  `.execute(db);
  return rows;
};

/** The best five by how rare the terms are that a ticket shares with the question, counted exactly in all tickets. */
const weighAll = async (db: Db, lexemes: string[]): Promise<Exact[]> => {
  const { rows } = await sql<Exact>`
    with shared as materialized (
      select lexeme, ticket_id from unnest(${lexemes}::text[]) lexeme
      join ticket_search on tsv @@ quote_literal(lexeme)::tsquery
    ), weights as (
      select lexeme, ln((select count(*) from ticket_search) / count(*)::double precision) as weight from shared group by lexeme
    )
    select ticket_id as id, sum(weight) as score from shared join weights using (lexeme)
    group by ticket_id order by score desc, ticket_id desc limit 5
  `.execute(db);
  return rows;
};

/** Against an exact scoring: the share of its best five that a search finds, how many of those five are of the topic, milliseconds. */
const compare = async (db: Db, asked: Asked[], score: typeof rankAll) => {
  let shared = 0;
  let took = 0;
  let right = 0;
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    for (const { topic, subject, question } of asked) {
      const { rows: terms } = await sql<{ lexeme: string }>`
        select lexeme from unnest(ticket_question_tsv(${subject}, ${question}))
      `.execute(connection);
      const started = performance.now();
      const exact = await score(
        connection,
        terms.map(({ lexeme }) => lexeme),
      );
      took += performance.now() - started;
      const rows = await listSimilarTickets(
        connection,
        { subject, text: question, exceptId: 0 },
        similarTicketBounds,
      );
      const ids = rows.map(({ ticketId }) => ticketId);
      shared += exact.filter(({ id }) => ids.includes(id)).length;
      right += exact.filter(({ id }) => id % topics === topic).length;
    }
    await sql`reset statement_timeout`.execute(connection);
  });
  const five = 5 * asked.length;
  return { recall: shared / five, rightTopic: right / five, ms: took / asked.length };
};

const ms = (value: number) => value.toFixed(1);
const share = (value: number) => value.toFixed(3);

export const benchmark: Benchmark = {
  title: 'Similar tickets',
  run: async ({ short, log }) => {
    const bin = findPostgres();
    if (!bin) throw new Error('PostgreSQL is needed');
    const server = await startPostgres(bin, {
      shared_buffers: '2GB',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      max_wal_size: '8GB',
    });
    const database = await openDatabase({ url: server.url, poolSize: 2 }, () => undefined);
    try {
      const { db } = database;
      await migrate(db);
      await prepare(db);
      const sizes = short ? [2_000, 20_000] : [100_000, 1_000_000];
      const lines: string[][] = [];
      const p95s: number[] = [];
      let filled = 0;
      for (const size of sizes) {
        log(`filling up to ${size} tickets`);
        const indexed = await fill(db, filled, size);
        filled = size;
        const counting = performance.now();
        await refreshLexemeCounts(db, 50_000);
        const counted = performance.now() - counting;
        const asked = await ask(db, short ? 50 : 400);
        log('searching');
        await search(db, asked.slice(0, 50));
        const { latencies, processor, rightTopic, full } = await search(db, asked);
        log('comparing with exact scoring');
        const compared = asked.slice(0, size >= 1_000_000 ? 4 : 20);
        const weighed = await compare(db, compared, weighAll);
        const ranked = await compare(db, compared, rankAll);
        const p95 = percentile(latencies, 0.95);
        p95s.push(p95);
        lines.push([
          size.toLocaleString('en'),
          `${ms(percentile(latencies, 0.5))} / ${ms(p95)} / ${ms(Math.max(...latencies))}`,
          `${ms(percentile(processor, 0.5))} / ${ms(percentile(processor, 0.95))}`,
          share(full),
          share(rightTopic),
          ...[weighed, ranked].map(
            (exact) => `${share(exact.recall)} / ${share(exact.rightTopic)} / ${ms(exact.ms)}`,
          ),
          `${ms(indexed)} s`,
          `${ms(counted / 1_000)} s`,
        ]);
        log(lines.at(-1)?.join(' | ') ?? '');
      }
      const growth = (p95s[1] ?? 0) / (p95s[0] ?? 1);
      return [
        'Settled tickets of 200 topics, about 31 words each of a vocabulary with a long tail; a search is the whole function, texts of the five tickets included, one at a time.',
        "Recall is the share of the best five of an exact scoring of every ticket with any term of the question: by the sum of how rare the shared terms are, and by `ts_rank`, which knows nothing of rarity. Right topic is the share of the five that are of the question's topic.",
        '',
        table(
          [
            'tickets',
            'search p50 / p95 / max, ms',
            'of it on a processor, p50 / p95',
            'with five found',
            'right topic',
            'against all by rarity: recall / its right topic / its ms',
            'against all by ts_rank: recall / its right topic / its ms',
            'making searchable',
            'counting lexemes',
          ],
          lines,
        ),
        '',
        `p95 grows ${growth.toFixed(1)} times from the first line to the second.`,
      ].join('\n');
    } finally {
      await database.close();
      await server.stop();
    }
  },
};
