import { Pool } from 'undici';
import { type Outcome, scenarios, type Task } from './requests.ts';
import { send } from './send.ts';

// The load generator's process: sends the requests of each task and reports what it measured.

const run = async ({
  url,
  scenario,
  fixture,
  from,
  seconds,
  connections,
}: Task): Promise<Outcome> => {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const { request, status } = scenarios[scenario];
  const latencies: number[] = [];
  let n = from;
  const cpu = process.cpuUsage();
  const started = performance.now();
  const end = started + seconds * 1_000;
  const connection = async () => {
    // At least one request: it may take longer than the sample.
    do {
      const sent = performance.now();
      await send(pool, request(fixture, n++), status);
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
      responses: latencies.length,
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
