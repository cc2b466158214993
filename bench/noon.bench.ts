import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../db/connection/database.ts';
import { migrate } from '../db/migrate.ts';
import { findHaproxy, startHaproxy } from '../scripts/servers/haproxy.ts';
import { type LocalServer, stopProcess } from '../scripts/servers/local-server.ts';
import { durable, findPostgres, runStatement, startPostgres } from '../scripts/servers/postgres.ts';
import { findRedis, startRedis } from '../scripts/servers/redis.ts';
import { type Benchmark, ignoreIdleErrors, table } from './benchmark.ts';
import { fillQuizzes } from './fill-quizzes.ts';
import { benchSecret, type MeasuredProcess, startService } from './measured-process.ts';
import type { NoonOutcome, NoonTask } from './noon/load.ts';
import { attempt, quizId } from './peers/requests.ts';

const sizes = {
  short: {
    streaks: 20_000,
    days: 2,
    rates: [50, 100],
    seconds: 2,
    services: [{ processes: 1, behind: 'none' }],
  },
  long: {
    streaks: 1_000_000,
    days: 30,
    rates: [200, 400, 600, 1_100],
    seconds: 10,
    services: [
      { processes: 1, behind: 'none' },
      { processes: 2, behind: 'HAProxy' },
    ],
  },
};

const moreReaders = (streaks: number) => `
  insert into streaks (email, read_days, last_interaction_at, since)
  select 'ausente' || n || '@exemplo.com.br', datemultirange(daterange(current_date - 1 - n % 300, current_date)), now(), now()
  from generate_series(20001, ${streaks}) n`;

const attempts = (days: number) => `
  insert into quiz_attempts (quiz_id, email, answers, correct_answers, passed, attempted_at)
  select bench_quiz(170 + d), 'leitora' || n || '@exemplo.com.br', '{}', 7, true, now() - d * interval '1 day'
  from generate_series(1, ${days}) d, generate_series(1, 20000) n`;

/** Makes a quiz that of today; the former one was long ago. */
const makeToday = (quiz: number) => `
  update quizzes set quiz_date = date '1900-01-01' + ${quiz} where quiz_date = (now() at time zone 'America/Sao_Paulo')::date;
  update quizzes set quiz_date = (now() at time zone 'America/Sao_Paulo')::date where id = bench_quiz(${quiz})`;

/** Runs a step in a load generator of its own. */
const measure = async (task: NoonTask): Promise<NoonOutcome> => {
  const child = fork(fileURLToPath(new URL('./noon/load.ts', import.meta.url)));
  try {
    const reply = once(child, 'message');
    child.send(task);
    const [{ outcome, error }] = await reply;
    if (error) throw new Error(error);
    return outcome;
  } finally {
    await stopProcess(child, 'SIGTERM');
  }
};

const rowOf = (
  service: string,
  state: string,
  { rate, ownDay }: NoonTask,
  outcome: NoonOutcome,
) => [
  service,
  ownDay ? 'own day' : 'by id',
  state,
  String(rate),
  outcome.goodput.toFixed(0),
  `${outcome.p50.toFixed(0)} / ${outcome.p99.toFixed(0)}`,
  String(outcome.refused),
  String(outcome.interrupted),
  String(outcome.failed),
];

/**
 * `deploy/haproxy.cfg` before the processes, without its limits of one address, which all readers
 * share here.
 */
const startProxy = (running: readonly MeasuredProcess[]): Promise<LocalServer> => {
  const program = findHaproxy();
  if (!program) throw new Error('needs HAProxy');
  const ports = running.map(({ url }) => Number(new URL(url).port));
  return startHaproxy(program, ports, (cfg) =>
    cfg.replace(/^ {2}tcp-request connection .*\n/gm, ''),
  );
};

/** Noon: readers who arrive at a fixed rate. */
export const benchmark: Benchmark = {
  title: 'Noon: readers at a fixed rate',
  run: async ({ short, log }) => {
    const [bin, redisProgram] = [findPostgres(), findRedis()];
    if (!bin || !redisProgram) throw new Error('needs PostgreSQL and Redis');
    const size = short ? sizes.short : sizes.long;
    const settings = { ...durable, shared_buffers: '1GB', max_wal_size: '4GB' };
    const postgres = await startPostgres(bin, settings);
    const redis = await startRedis(redisProgram);
    const running: MeasuredProcess[] = [];
    const rows: string[][] = [];
    try {
      const { db, close } = await openDatabase(
        { url: postgres.url, poolSize: 1 },
        ignoreIdleErrors,
      );
      await migrate(db);
      await close();
      await fillQuizzes(postgres.url, { short });
      await runStatement(postgres.url, moreReaders(size.streaks));
      await runStatement(postgres.url, attempts(size.days));
      // What a database that has served for days has done: a million readers at once are an import,
      // not a noon.
      await runStatement(postgres.url, 'select fold_streak_counts(0) from generate_series(1, 9)');
      await runStatement(postgres.url, 'vacuum (analyze)');
      let quiz = 0;
      for (const { processes, behind } of size.services) {
        for (let count = 0; count < processes; count += 1) {
          running.push(
            await startService({
              DATABASE_URL: postgres.url,
              REDIS_URL: redis.url,
            }),
          );
        }
        const proxy = behind === 'HAProxy' ? await startProxy(running) : undefined;
        const urls = proxy ? [proxy.url] : running.map(({ url }) => url);
        for (const ownDay of [false, true]) {
          const rates = ownDay ? size.rates : [size.rates[0] ?? 0, ...size.rates];
          for (const [step, rate] of rates.entries()) {
            quiz += 1;
            await runStatement(postgres.url, makeToday(quiz));
            const task: NoonTask = {
              urls,
              ownDay,
              rate,
              seconds: size.seconds,
              secret: benchSecret,
              quizId: quizId(quiz),
              submission: attempt(quiz),
            };
            const state = step === 0 && !ownDay ? 'just started' : 'warm';
            const row = rowOf(
              `${processes}${proxy ? ', HAProxy' : ''}`,
              state,
              task,
              await measure(task),
            );
            log(row.join('  '));
            rows.push(row);
          }
        }
        await proxy?.stop();
        for (const server of running.splice(0)) await server.stop();
      }
      return [
        `Readers arrive at a fixed rate for ${size.seconds} s (open loop), whatever the service does: each fetches the quiz by its id, submits it and looks at the public ranking (by id), or fetches today's quiz, submits it and looks at their own place (own day). Every reader has a connection of their own, to the process or to the HAProxy of \`deploy/\` before it; latencies count from the moment a reader was due. ${size.streaks.toLocaleString('en')} streaks, 600 000 attempts of 30 days, PostgreSQL with fsync; the service, PostgreSQL, Redis and load generator share the machine. Goodput: readers who got everything while others still arrived.`,
        table(
          [
            'processes',
            'requests',
            '',
            'readers/s',
            'goodput/s',
            'p50 / p99 of served requests, ms',
            'refused at first (503)',
            'refused later',
            'failed',
          ],
          rows,
        ),
      ].join('\n\n');
    } finally {
      for (const server of running) await server.stop();
      await redis.stop();
      await postgres.stop();
    }
  },
};
