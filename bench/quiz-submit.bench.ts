import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { durable, findPostgres, runStatement, startPostgres } from '../scripts/servers/postgres.ts';
import { signToken } from '../server/auth/tokens.ts';
import type { Context } from '../server/context.ts';
import { submitQuiz } from '../server/quiz/service.ts';
import { getQuizStatistics } from '../server/quiz/statistics.ts';
import { type Benchmark, median, percentile, table } from './benchmark.ts';
import { settingsFor, startInProcess } from './in-process.ts';
import { benchSecret } from './measured-process.ts';
import { pgbenchRate } from './pgbench.ts';
import { fillQuizzes } from './quiz-submit/fill.ts';
import { emailOf, rateOf, type Submission, submissions } from './quiz-submit/submissions.ts';

const folder = fileURLToPath(new URL('./quiz-submit/', import.meta.url));
const clients = 16;
// Readers whose tokens the service has verified before, as when they fetched the quiz.
const known = { from: 1, count: 1_000 };
const direct = { from: 1_001, count: 1_000 };

const settings = {
  ...durable,
  shared_buffers: '2GB',
  max_wal_size: '4GB',
};

/** Starts the service and returns a function that submits over HTTP. */
const startOverHttp = async (url: string) => {
  const child = spawn(process.execPath, ['server/main.js'], {
    env: { PATH: process.env.PATH, ...settingsFor(url, clients), LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let baseUrl = '';
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const { msg, public: publicUrl } = JSON.parse(line);
    if (msg !== 'ready') continue;
    baseUrl = publicUrl;
    break;
  }
  child.stdout.resume();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const tokens = new Map<number, string>();
  for (let reader = known.from; reader < known.from + known.count; reader += 1) {
    tokens.set(
      reader,
      await signToken(benchSecret, { role: 'reader', email: emailOf(reader) }, { expiresAt }),
    );
  }
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const send = (path: string, reader: number, body: string | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${baseUrl}${path}`,
        {
          agent,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            authorization: `Bearer ${tokens.get(reader)}`,
            ...(body !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
            }),
          },
        },
        (res) => {
          res.resume();
          res.once('end', () => {
            if (res.statusCode === 200) resolve();
            else reject(new Error(`${path} answered ${res.statusCode}`));
          });
        },
      );
      sent.once('error', reject);
      sent.end(body);
    });
  for (const [reader] of tokens)
    await send('/quiz/00000000-0000-4000-8000-000000000200', reader, undefined);
  return {
    submit: ({ reader, body }: Submission) => send('/quiz/submit', reader, JSON.stringify(body)),
    stop: async () => {
      agent.destroy();
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
};

/** Milliseconds of the statistics of a quiz with so many attempts: counted, and from the cache. */
const measureStatistics = async (base: Context, url: string, attempts: number) => {
  await runStatement(
    url,
    `insert into quiz_attempts
    select bench_quiz(150), 'leitor' || n || '@exemplo.com.br', bench_answers(150), 10, true, now()
    from generate_series(1, ${attempts}) n;
    analyze quiz_attempts`,
  );
  const times: number[] = [];
  for (let run = 0; run <= 100; run += 1) {
    const started = performance.now();
    await getQuizStatistics(
      { ...base, actor: { kind: 'service', name: 'bench' } },
      '00000000-0000-4000-8000-000000000150',
    );
    times.push(performance.now() - started);
  }
  const [counted = 0, ...cached] = times;
  return `\`quiz.statistics\` of ${attempts} attempts: counted in ${counted.toFixed(0)} ms, from the cache p95 ${percentile(cached, 0.95).toFixed(1)} ms.`;
};

/** Submissions per second of the service, compared with pgbench running the same statements. */
export const benchmark: Benchmark = {
  title: 'Submitting the daily quiz',
  run: async ({ short, log }) => {
    const bin = findPostgres();
    if (!bin) throw new Error('needs PostgreSQL');
    const postgres = await startPostgres(bin, settings);
    const service = await startInProcess(postgres.url, clients);
    await fillQuizzes(postgres.url, { short });
    const overHttp = await startOverHttp(postgres.url);
    try {
      const seconds = short ? 1 : 10;
      const script = join(folder, 'by-hand.sql');
      const base = service.contextFor('bench');
      const fromFunction = submissions(direct);
      const fromHttp = submissions(known);
      const rates: { hand: number[]; direct: number[]; http: number[] } = {
        hand: [],
        direct: [],
        http: [],
      };
      for (let round = 1; round <= (short ? 1 : 3); round += 1) {
        rates.hand.push(await pgbenchRate(bin, postgres.url, { script, clients, seconds }));
        rates.direct.push(
          await rateOf(fromFunction, { clients, seconds }, async ({ reader, body }) => {
            const email = emailOf(reader);
            const actor = { kind: 'person', role: 'reader', subject: email, email } as const;
            await submitQuiz({ ...base, actor }, body);
          }),
        );
        rates.http.push(await rateOf(fromHttp, { clients, seconds }, overHttp.submit));
        log(
          `round ${round}: ${[rates.hand, rates.direct, rates.http].map((all) => Math.round(all.at(-1) ?? 0)).join(' · ')}`,
        );
      }
      const statistics = await measureStatistics(base, postgres.url, short ? 5_000 : 200_000);
      const hand = median(rates.hand);
      const row = (name: string, all: number[]) => [
        name,
        String(Math.round(median(all))),
        `${Math.round(Math.min(...all))}–${Math.round(Math.max(...all))}`,
        (median(all) / hand).toFixed(2),
      ];
      return [
        `${clients} clients, PostgreSQL with fsync and synchronous commits, 20 000 readers with 200 credited days each, ten answers a submission,`,
        'every submission passes and credits a day; submissions a second, medians of the rounds. By hand the quiz is read with each',
        'submission; the service reads the answers of a quiz once a process.',
        '',
        table(
          ['', 'per second', 'range', 'of by hand'],
          [
            row('pgbench, the same statements by hand', rates.hand),
            row('`submitQuiz` in one process', rates.direct),
            row('`POST /quiz/submit` to one process', rates.http),
          ],
        ),
        '',
        statistics,
      ].join('\n');
    } finally {
      await overHttp.stop();
      await service.close();
      await postgres.stop();
    }
  },
};
