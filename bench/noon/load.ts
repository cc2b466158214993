import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { percentile } from '../benchmark.ts';

// The readers of noon, by open loop: they arrive at a fixed rate whatever the service does, fetch
// the quiz, submit it and look at the ranking, or at today's quiz and at their own place in it.
// Each has a connection of their own: a pool of sockets would queue for the service. A reader's
// first latency counts from the moment they were due, so a generator that falls behind cannot hide
// it.

/** A step of the benchmark. */
export interface NoonTask {
  urls: string[];
  secret: string;
  quizId: string;
  /**
   * Whether readers ask for today's quiz and their own place, instead of a quiz by its id and the
   * public ranking.
   */
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
  /** Readers refused with 503 and `Retry-After` at their first request, and at a later one. */
  refused: number;
  interrupted: number;
  /** Requests that failed otherwise. */
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
  const latencies: number[] = [];
  let [complete, refused, interrupted, failed] = [0, 0, 0, 0];

  const visit = async (reader: number, due: number): Promise<void> => {
    const client = new Client(task.urls[reader % task.urls.length] ?? '');
    const authorization = `Bearer ${tokenOf(task.secret, reader)}`;
    const requests = [
      { path: task.ownDay ? '/quiz/today' : `/quiz/${task.quizId}` },
      { path: '/quiz/submit', body: task.submission },
      { path: task.ownDay ? '/streaks/me/ranking' : '/streaks/ranking/global' },
    ];
    let since = due;
    try {
      for (const [step, { path, body }] of requests.entries()) {
        const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
        const response = await client.request({
          path,
          method: body ? 'POST' : 'GET',
          headers,
          body,
        });
        await response.body.dump();
        if (response.statusCode === 503 && response.headers['retry-after']) {
          if (step === 0) refused += 1;
          else interrupted += 1;
          return;
        }
        if (response.statusCode >= 300) throw new Error(`status ${response.statusCode}`);
        latencies.push(performance.now() - since);
        since = performance.now();
      }
      complete += 1;
    } catch {
      failed += 1;
    } finally {
      client.destroy();
    }
  };

  const started = performance.now();
  const running: Promise<void>[] = [];
  while (running.length < task.rate * task.seconds) {
    const due = ((performance.now() - started) / 1_000) * task.rate;
    while (running.length < Math.min(due, task.rate * task.seconds)) {
      running.push(visit(running.length + 1, started + (running.length / task.rate) * 1_000));
    }
    await pause(1);
  }
  const arrived = (performance.now() - started) / 1_000;
  const within = complete / arrived;
  await Promise.race([Promise.all(running), pause(20_000)]);
  const at = (share: number) => (latencies.length > 0 ? percentile(latencies, share) : Number.NaN);
  return { goodput: within, p50: at(0.5), p99: at(0.99), refused, interrupted, failed };
};

process.on('message', (task: NoonTask) => {
  run(task).then(
    (outcome) => process.send?.({ outcome }),
    (error) => process.send?.({ error: String(error) }),
  );
});
