import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { percentile } from '../benchmark.ts';

// The readers of noon, by open loop: they arrive at a fixed rate whatever the service does, fetch the quiz, submit it and look at the
// ranking, or at today's quiz and at their own place in it. A latency counts from the moment the request was due, so a service that falls behind cannot hide it.

/** A step of the benchmark. */
export interface NoonTask {
  urls: string[];
  secret: string;
  quizId: string;
  /** Whether readers ask for today's quiz and their own place, instead of a quiz by its id and the public ranking. */
  ownDay: boolean;
  submission: string;
  /** Readers a second. */
  rate: number;
  seconds: number;
}

/** What the readers saw. */
export interface NoonOutcome {
  /** Readers a second who got everything. */
  goodput: number;
  /** Milliseconds of the requests that were served. */
  p50: number;
  p99: number;
  /** Requests refused with 503 or 429, and requests that failed otherwise. */
  refused: number;
  failed: number;
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const tokenOf = (secret: string, reader: number): string => {
  const email = `leitora${reader}@exemplo.com.br`;
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  const text = `${base64({ alg: 'HS256' })}.${base64({ sub: email, email, exp })}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};

const run = async (task: NoonTask): Promise<NoonOutcome> => {
  const pools = task.urls.map((url) => new Pool(url, { connections: 512, pipelining: 1 }));
  const latencies: number[] = [];
  let [complete, refused, failed] = [0, 0, 0];

  const send = async (pool: Pool, path: string, token: string, body?: string): Promise<boolean> => {
    const due = performance.now();
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    };
    try {
      const response = await pool.request({ path, method: body ? 'POST' : 'GET', headers, body });
      await response.body.dump();
      if (response.statusCode < 300) latencies.push(performance.now() - due);
      else if (response.statusCode === 503 || response.statusCode === 429) refused += 1;
      else failed += 1;
      return response.statusCode < 300;
    } catch {
      failed += 1;
      return false;
    }
  };
  const visit = async (reader: number): Promise<void> => {
    const pool = pools[reader % pools.length];
    if (!pool) throw new Error('no service');
    const token = tokenOf(task.secret, reader);
    const quiz = task.ownDay ? '/quiz/today' : `/quiz/${task.quizId}`;
    const ranking = task.ownDay ? '/streaks/me/ranking' : '/streaks/ranking/global';
    if (!(await send(pool, quiz, token))) return;
    if (!(await send(pool, '/quiz/submit', token, task.submission))) return;
    if (await send(pool, ranking, token)) complete += 1;
  };

  const started = performance.now();
  const running: Promise<void>[] = [];
  while (running.length < task.rate * task.seconds) {
    const due = ((performance.now() - started) / 1_000) * task.rate;
    while (running.length < Math.min(due, task.rate * task.seconds)) {
      running.push(visit(running.length + 1));
    }
    await pause(1);
  }
  const arrived = (performance.now() - started) / 1_000;
  const within = complete / arrived;
  await Promise.race([Promise.all(running), pause(20_000)]);
  await Promise.all(pools.map((pool) => pool.destroy()));
  const at = (share: number) => (latencies.length > 0 ? percentile(latencies, share) : Number.NaN);
  return { goodput: within, p50: at(0.5), p99: at(0.99), refused, failed };
};

process.on('message', (task: NoonTask) => {
  run(task).then(
    (outcome) => process.send?.({ outcome }),
    (error) => process.send?.({ error: String(error) }),
  );
});
