import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Db, openDatabase } from '../db/connection/database.ts';
import { migrate } from '../db/migrate.ts';
import {
  listAnsweredTickets,
  listWordMatches,
  refreshLexemeCounts,
} from '../db/replies/similar-tickets.ts';
import { findPostgres, startPostgres } from '../scripts/servers/postgres.ts';
import { similarTicketsLimit, wordSearchBounds } from '../server/replies/similar.ts';
import { type Benchmark, percentile, table } from './benchmark.ts';
import { type ExactScoring, rankAll, weighAll } from './similar-tickets/exact.ts';
import { type Asked, ask, fill, prepare, topics } from './similar-tickets/questions.ts';

interface Found {
  latencies: number[];
  /** PostgreSQL's CPU milliseconds per search: less noisy than latency on a shared machine. */
  processor: number[];
  /** Share of the found tickets with the question's topic. */
  rightTopic: number;
  full: number;
}

/** The best five, with their texts. */
const searchWords = async (db: Db, { subject, question }: Asked): Promise<number[]> => {
  const rows = await listWordMatches(
    db,
    { subject, text: question, exceptId: 0 },
    wordSearchBounds,
  );
  const ids = rows.slice(0, similarTicketsLimit).map(({ ticketId }) => ticketId);
  await listAnsweredTickets(db, ids, 6_000);
  return ids;
};

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
  for (const one of asked) {
    const before = await processorMs(pid);
    const started = performance.now();
    const ids = await searchWords(db, one);
    latencies.push(performance.now() - started);
    processor.push((await processorMs(pid)) - before);
    found += ids.length;
    full += ids.length === 5 ? 1 : 0;
    right += ids.filter((id) => id % topics === one.topic).length;
  }
  return { latencies, processor, rightTopic: right / found, full: full / asked.length };
};

/** Compared with an exact scoring: recall of its best five, their share with the right topic, and its milliseconds. */
const compare = async (db: Db, asked: Asked[], score: ExactScoring) => {
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
      const ids = await searchWords(connection, { topic, subject, question });
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
      const sizes = short ? [1_000, 4_000] : [100_000, 1_000_000];
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
