import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { durable, findPostgres, startPostgres } from '../scripts/servers/postgres.ts';
import { signToken } from '../server/auth/tokens.ts';
import { type Benchmark, median, table } from './benchmark.ts';
import { benchSecret, startService } from './measured-process.ts';
import { send } from './peers/send.ts';
import { pgbenchRate } from './pgbench.ts';
import { fillQuizzes } from './quiz-submit/fill.ts';
import { emailOf, rateOf, submissions } from './quiz-submit/submissions.ts';

const script = fileURLToPath(new URL('./quiz-submit/by-hand.sql', import.meta.url));
const clients = 16;
const readers = { from: 1, count: 1_000 };
const settings = { ...durable, shared_buffers: '2GB', max_wal_size: '4GB' };

const signTokens = async (): Promise<Map<number, string>> => {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const tokens = new Map<number, string>();
  for (let reader = readers.from; reader < readers.from + readers.count; reader += 1) {
    const person = { role: 'reader', email: emailOf(reader) } as const;
    tokens.set(reader, await signToken(benchSecret, person, { expiresAt }));
  }
  return tokens;
};

/** Submissions per second of the service, compared with pgbench running the same statements. */
export const benchmark: Benchmark = {
  title: 'Submitting the daily quiz',
  run: async ({ short, log }) => {
    const bin = findPostgres();
    if (!bin) throw new Error('needs PostgreSQL');
    const postgres = await startPostgres(bin, settings);
    const service = await startService({
      DATABASE_URL: postgres.url,
      DATABASE_POOL: String(clients),
    });
    const pool = new Pool(service.url, { connections: clients, pipelining: 1 });
    try {
      await fillQuizzes(postgres.url, { short });
      const tokens = await signTokens();
      // The service has verified the readers' tokens before, as when they fetched the quiz.
      for (const token of tokens.values()) {
        const path = '/quiz/00000000-0000-4000-8000-000000000200';
        await send(pool, { method: 'GET', path, token }, 200);
      }
      const seconds = short ? 1 : 10;
      const work = submissions(readers);
      const rates: { hand: number[]; http: number[] } = { hand: [], http: [] };
      for (let round = 1; round <= (short ? 1 : 3); round += 1) {
        rates.hand.push(await pgbenchRate(bin, postgres.url, { script, clients, seconds }));
        rates.http.push(
          await rateOf(work, { clients, seconds }, ({ reader, body }) => {
            const token = tokens.get(reader);
            const json = { type: 'application/json', body };
            return send(pool, { method: 'POST', path: '/quiz/submit', token, ...json }, 200);
          }),
        );
        log(`round ${round}: ${rates.hand.at(-1)?.toFixed(0)} · ${rates.http.at(-1)?.toFixed(0)}`);
      }
      const hand = median(rates.hand);
      const row = (name: string, all: number[]) => [
        name,
        median(all).toFixed(0),
        `${Math.min(...all).toFixed(0)}–${Math.max(...all).toFixed(0)}`,
        (median(all) / hand).toFixed(2),
      ];
      return [
        `${clients} clients, PostgreSQL with fsync and synchronous commits, 20 000 readers with 200 credited days each, ten answers a submission; every submission passes and credits a day. Medians of the rounds. By hand the quiz is read with each submission; the service reads the answers of a quiz once a process.`,
        table(
          ['', 'per second', 'range', 'of by hand'],
          [
            row('pgbench, the same statements by hand', rates.hand),
            row('`POST /quiz/submit` to one process', rates.http),
          ],
        ),
      ].join('\n\n');
    } finally {
      await pool.destroy();
      await service.stop();
      await postgres.stop();
    }
  },
};
