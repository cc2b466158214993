import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
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
  await pause(4_000);
  const idle = await residentBytes(pid);

  const { promise: release, resolve } = Promise.withResolvers<void>();
  let peak = 0;
  let sampling = true;
  const sampler = (async () => {
    for (; sampling; await pause(20)) peak = Math.max(peak, await residentBytes(pid));
  })();
  const all = (async () => {
    const halfway = await Promise.all(Array.from({ length: uploads }, () => upload(release)));
    // Half of each of the fifty has arrived; send the rest.
    resolve();
    return Promise.all(halfway.map(({ answered }) => answered));
  })();
  let served = 0;
  for (let busy = true; busy; served += 1) {
    expect((await client.listTags()).status).toBe(200);
    busy = await Promise.race([all.then(() => false), pause(5, true)]);
  }
  const statuses = await all;
  sampling = false;
  await sampler;

  const growth = peak - idle;
  process.stdout.write(`resident ${idle} bytes idle, ${growth} more at most, ${served} requests\n`);
  expect(statuses).toEqual(Array(uploads).fill(201));
  expect(growth).toBeLessThan(maxGrowthBytes);
  expect(served).toBeGreaterThan(10);
  await running.end('SIGTERM');
  await office.close();
  await database.drop();
});
