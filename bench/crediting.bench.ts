import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Db, openDatabase } from '../db/connection/database.ts';
import { durable, findPostgres, startPostgres } from '../scripts/servers/postgres.ts';
import type { Context } from '../server/context.ts';
import { importReadings, recordReading } from '../server/streaks/service.ts';
import { type Benchmark, median, table } from './benchmark.ts';
import { startInProcess } from './in-process.ts';
import { pgbenchRate } from './pgbench.ts';

const clients = 16;
const settings = { ...durable, shared_buffers: '2GB', max_wal_size: '8GB' };

// The service's statement; the service computes the civil day itself.
const script = (readers: number) => `
\\set reader random(1, ${readers})
\\set ago random(0, 120)
select current_streak, max_streak
from credit_reading('leitor' || :reader || '@exemplo.com.br', current_date - :ago::integer, now() - :ago * interval '1 day');
`;

const addReaders = async (db: Db, readers: number): Promise<void> => {
  await sql`
    insert into streaks (email, read_days, last_interaction_at, since)
    select 'leitor' || n || '@exemplo.com.br',
      datemultirange(daterange(current_date - 200, current_date - 150), daterange(current_date - 140, current_date - 120)),
      now() - interval '120 days', now()
    from generate_series(1, ${readers}::integer) n
  `.execute(db);
  await sql`vacuum (analyze) streaks`.execute(db);
};

const serviceRate = async (ctx: Context, readers: number, seconds: number) => {
  const until = performance.now() + seconds * 1_000;
  let credited = 0;
  const client = async () => {
    while (performance.now() < until) {
      const at = new Date(Date.now() - Math.floor(Math.random() * 121) * 86_400_000);
      const email = `leitor${1 + Math.floor(Math.random() * readers)}@exemplo.com.br`;
      await recordReading(ctx, { email, at });
      credited += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return credited / seconds;
};

const importRate = async (ctx: Context, readers: number, batches: number) => {
  const started = performance.now();
  for (let batch = 0; batch < batches; batch += 1) {
    const readings = Array.from({ length: 5_000 }, () => ({
      email: `leitor${1 + Math.floor(Math.random() * readers)}@exemplo.com.br`,
      at: new Date(Date.now() - Math.floor(Math.random() * 121) * 86_400_000),
    }));
    await importReadings(ctx, readings);
  }
  return (batches * 5_000) / ((performance.now() - started) / 1_000);
};

/** Crediting a reading through the service, compared with the same statement run by pgbench. */
export const benchmark: Benchmark = {
  title: 'Crediting readings',
  run: async ({ short, log }) => {
    const bin = findPostgres();
    if (!bin) throw new Error('needs PostgreSQL');
    const readers = short ? 5_000 : 500_000;
    const [rounds, seconds] = short ? [1, 1] : [5, 6];
    const directory = await mkdtemp(join(tmpdir(), 'leitor-bench-'));
    const postgres = await startPostgres(bin, settings);
    const service = await startInProcess(postgres.url, clients);
    try {
      const seeding = await openDatabase({ url: postgres.url, poolSize: 1 }, () => undefined);
      await sql`set statement_timeout = 0`.execute(seeding.db);
      await addReaders(seeding.db, readers);
      await seeding.close();
      const file = join(directory, 'credit.sql');
      await writeFile(file, script(readers));
      const ctx = service.contextFor('bench');
      await serviceRate(ctx, readers, 1);
      const rates: { pgbench: number; service: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const pgbench = await pgbenchRate(bin, postgres.url, { script: file, clients, seconds });
        const direct = await serviceRate(ctx, readers, seconds);
        rates.push({ pgbench, service: direct });
        log(`pgbench ${pgbench.toFixed(0)}/s, service ${direct.toFixed(0)}/s`);
      }
      const bulk = await importRate(ctx, readers, short ? 1 : 40);
      const middle = (of: (rate: { pgbench: number; service: number }) => number) =>
        median(rates.map(of));
      return [
        `${readers.toLocaleString('en')} readers, ${clients} clients, commits on disk, ${rounds} rounds of ${seconds} s that take turns.`,
        table(
          ['', 'readings a second, median'],
          [
            ['pgbench, prepared', middle((rate) => rate.pgbench).toFixed(0)],
            ['the service, one process', middle((rate) => rate.service).toFixed(0)],
            ['the service, batches of 5 000', bulk.toFixed(0)],
          ],
        ),
        `Ratio of the first two: **${middle((rate) => rate.service / rate.pgbench).toFixed(2)}** (median of the rounds).`,
      ].join('\n\n');
    } finally {
      await service.close();
      await postgres.stop();
      await rm(directory, { recursive: true });
    }
  },
};
