import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { percentile } from '../../bench/benchmark.ts';
import { maxAttachmentBytes } from '../../contract/index.ts';
import { freePort } from '../../scripts/servers/local-server.ts';
import { clonePostgres } from '../database.ts';
import { signedToken, startApp, testSecret } from '../harness.ts';
import { residentBytes, startProcess } from '../process.ts';
import { createClient } from '../public-client.ts';
import { openTicket } from './attachment-helpers.ts';
import { uploadWithPause } from './paused-upload.ts';

const uploads = 50;
const maxGrowthBytes = 150_000_000;

it('50 uploads of 10 MB at once: memory grows by less than 150 MB, other requests are served', async () => {
  const database = await clonePostgres();
  const office = await startApp({ DATABASE_URL: database.url }, { database: database.location });
  const ticket = await openTicket(office);
  const port = await freePort();
  const running = startProcess('server/main.ts', {
    NODE_ENV: 'test',
    PORT: String(port),
    INTERNAL_PORT: '0',
    DATA_DIR: office.directory,
    DATABASE_URL: database.url,
    AUTH_JWT_SECRET: testSecret,
    RATE_LIMIT: 'off',
  });
  await running.line(/"msg":"ready"/);
  const token = await signedToken({ role: 'admin' });
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = createClient({ baseUrl, token });
  const upload = (release: Promise<void>) =>
    uploadWithPause(
      `${baseUrl}/support/${ticket.id}/anexos`,
      token,
      { name: 'a.txt', bytes: maxAttachmentBytes },
      release,
    );
  const { pid = 0 } = running.child;

  // Warm-up: compiles the code, opens the pool and lets the allocator grow.
  const few = await Promise.all(Array.from({ length: 15 }, () => upload(Promise.resolve())));
  await Promise.all(few.map(({ answered }) => answered));
  const idleTimes = await timeRequests(client, pause(4_000));
  const idle = await residentBytes(pid);

  const { promise: release, resolve } = Promise.withResolvers<void>();
  let peak = 0;
  let sampling = true;
  const sampler = (async () => {
    for (; sampling; await pause(20)) peak = Math.max(peak, await residentBytes(pid));
  })();
  const began = performance.now();
  const all = (async () => {
    const halfway = await Promise.all(Array.from({ length: uploads }, () => upload(release)));
    // Half of each of the fifty has arrived; send the rest.
    resolve();
    return Promise.all(halfway.map(({ answered }) => answered));
  })();
  const busyTimes = await timeRequests(client, all);
  const statuses = await all;
  const seconds = (performance.now() - began) / 1_000;
  sampling = false;
  await sampler;

  const [idleP99, busyP99] = [percentile(idleTimes, 0.99), percentile(busyTimes, 0.99)];
  process.stdout.write(
    `${uploads} × 10 MiB in ${seconds.toFixed(1)} s: resident ${mb(idle)} MB idle, ${mb(peak)} MB at most (+${mb(peak - idle)} MB); ` +
      `GET /support/tags p99 ${idleP99.toFixed(1)} ms idle (${idleTimes.length} requests), ${busyP99.toFixed(1)} ms meanwhile (${busyTimes.length}), ratio ${(busyP99 / idleP99).toFixed(1)}\n`,
  );
  expect(statuses).toEqual(Array(uploads).fill(201));
  expect(peak - idle).toBeLessThan(maxGrowthBytes);
  expect(busyTimes.length).toBeGreaterThan(10);
  await running.end('SIGTERM');
  await office.close();
  await database.drop();
});

/** Sends requests in turn until `until` settles; returns their durations in ms. */
const timeRequests = async (
  client: ReturnType<typeof createClient>,
  until: Promise<unknown>,
): Promise<number[]> => {
  const times: number[] = [];
  let over = false;
  const end = until.then(
    () => {
      over = true;
    },
    () => {
      over = true;
    },
  );
  while (!over) {
    const began = performance.now();
    const { status } = await client.listTags();
    if (status !== 200) throw new Error(`listing tags answered ${status}`);
    times.push(performance.now() - began);
  }
  await end;
  return times;
};

const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);
