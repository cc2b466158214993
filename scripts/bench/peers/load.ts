import { Pool } from 'undici';
import { type Call, lines, type Outcome, type Task } from './requests.ts';

// The load generator, a process of its own: sends what it is told to, and answers what it measured.

const send = (pool: Pool, call: Call, expected: number): Promise<void> =>
  new Promise((resolve, reject) => {
    let status = 0;
    let text = '';
    pool.dispatch(
      {
        method: call.method,
        path: call.path,
        headers: {
          ...(call.token && { authorization: `Bearer ${call.token}` }),
          ...(call.type && { 'content-type': call.type }),
        },
        body: call.body ?? null,
      },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, statusCode) => {
          status = statusCode;
        },
        onResponseData: (_controller, chunk) => {
          if (status !== expected) text += chunk.toString();
        },
        onResponseEnd: () => {
          if (status === expected) resolve();
          else reject(new Error(`${call.method} ${call.path} answered ${status}: ${text}`));
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });

const run = async ({ url, line, world, from, seconds, connections }: Task): Promise<Outcome> => {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const { call, status } = lines[line];
  const latencies: number[] = [];
  let n = from;
  const cpu = process.cpuUsage();
  const started = performance.now();
  const end = started + seconds * 1_000;
  const connection = async () => {
    // One request at least: a slow server's first may take longer than the turn.
    do {
      const sent = performance.now();
      await send(pool, call(world, n++), status);
      latencies.push(performance.now() - sent);
    } while (performance.now() < end);
  };
  try {
    await Promise.all(Array.from({ length: connections }, connection));
    const elapsed = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    latencies.sort((a, b) => a - b);
    const at = (share: number) => latencies[Math.ceil(share * latencies.length) - 1] ?? Number.NaN;
    return {
      answered: latencies.length,
      seconds: elapsed / 1_000,
      p50: at(0.5),
      p99: at(0.99),
      busy: (user + system) / 1_000 / elapsed,
    };
  } finally {
    await pool.destroy();
  }
};

process.on('message', (task: Task) => {
  run(task).then(
    (outcome) => process.send?.({ outcome }),
    (error) => process.send?.({ error: String(error) }),
  );
});
