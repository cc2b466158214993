import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { freePort } from '../../../scripts/servers/local-server.ts';
import { reconcileAttachments } from '../../../server/attachments/janitor.ts';
import { listAttachments } from '../../../server/attachments/service.ts';
import { clonePostgres } from '../../database.ts';
import { signedToken, startApp, testSecret } from '../../harness.ts';
import { startProcess, type TestProcess } from '../../process.ts';
import { type Client, createClient } from '../../public-client.ts';
import { ageAttachments } from '../../support/age.ts';
import { storedFiles } from '../attachment-helpers.ts';

const uploads = 500;
const kills = 10;
const atOnce = 12;

it('500 uploads with kill -9 ten times in between: no acknowledged upload is lost or stored twice, nothing is left behind', async () => {
  const database = await clonePostgres();
  const directory = await mkdtemp(join(tmpdir(), 'leitor-crash-'));
  const [port, internalPort] = [await freePort(), await freePort()];
  const env = {
    NODE_ENV: 'test',
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    AUTH_JWT_SECRET: testSecret,
    RATE_LIMIT: 'off',
    ATTACHMENTS_PER_TICKET: '1000000',
    LOG_LEVEL: 'info',
  };
  const start = async (): Promise<TestProcess> => {
    const started = startProcess('server/main.ts', env);
    await started.line(/"msg":"ready"/);
    return started;
  };
  const token = await signedToken({ role: 'admin', email: 'admin@exemplo.com.br' });
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, token });

  let running = await start();
  const office = await startApp(
    { DATABASE_URL: database.url, DATA_DIR: directory },
    { database: database.location },
  );
  const ctx = office.service.contextFor('test');
  const { id: ticketId } = await (await office.trpc()).tickets.create.mutate({
    subject: 'a',
    body: 'b',
    main: 'c',
  });

  const acknowledged = new Map<number, string>();
  let retries = 0;
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < uploads; i = next++) {
      const contents = `${i} `.repeat(1 + ((i * 7_919) % 60_000));
      retries += await uploadUntilAnswered(client, ticketId, i, contents, acknowledged);
    }
  };
  let done = false;
  const working = Promise.all(Array.from({ length: atOnce }, worker)).finally(() => {
    done = true;
  });
  let killed = 0;
  for (; killed < kills; killed += 1) {
    // Spread over the whole run, so that some kills hit uploads.
    const due = ((killed + 1) * uploads) / (kills + 1);
    while (acknowledged.size < due && !done) await pause(5);
    await running.end('SIGKILL');
    running = await start();
  }
  await working;
  await running.end('SIGTERM');

  // The leases of the dead processes have expired an hour later, and the janitor deletes what they
  // left.
  await ageAttachments(ctx.db, 3_600_000);
  const later = { ...ctx, now: () => new Date(Date.now() + 3_600_000) };
  const { removed, failed } = await reconcileAttachments(later, { dryRun: false });
  process.stdout.write(
    `${acknowledged.size} acknowledged, ${killed} kills, ${retries} retries, ${removed.length} abandoned files removed\n`,
  );
  expect(killed).toBe(kills);
  expect(failed).toEqual([]);
  const rows = await listAttachments(ctx, ticketId);
  expect(new Set(rows.map((row) => row.id))).toEqual(new Set(acknowledged.keys()));
  expect(acknowledged.size).toBe(uploads);
  expect(await storedFiles(directory)).toEqual(rows.map((row) => row.path).sort());
  for (const row of rows) {
    const file = join(directory, 'files', row.path);
    expect((await stat(file)).size).toBe(row.size);
    const hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    expect(hash).toBe(acknowledged.get(row.id));
  }
  const pending = await ctx.db
    .selectFrom('attachments')
    .select('id')
    .where('state', '<>', 'ready')
    .execute();
  expect(pending).toEqual([]);
  await office.close();
  await rm(directory, { recursive: true, force: true });
  await database.drop();
});

/**
 * Sends an upload until it gets a response; returns the number of retries. Retries use the same
 * key, so that an upload whose response was lost is replayed. A key held by a dead process (409)
 * has no effect, and another is taken.
 */
const uploadUntilAnswered = async (
  client: Client,
  ticketId: number,
  i: number,
  contents: string,
  acknowledged: Map<number, string>,
): Promise<number> => {
  let key = crypto.randomUUID();
  for (let attempt = 0; ; attempt += 1) {
    const response = await client
      .uploadAttachments({
        params: { id: ticketId },
        headers: { 'idempotency-key': key },
        body: { arquivo: new File([contents], `${i}.txt`, { type: 'text/plain' }) },
      })
      .catch(() => undefined);
    if (response?.status === 201 && !Array.isArray(response.body.data)) {
      acknowledged.set(response.body.data.id, createHash('sha256').update(contents).digest('hex'));
      return attempt;
    }
    if (response?.status === 409) key = crypto.randomUUID();
    else if (response && response.status !== 503) throw new Error(JSON.stringify(response));
    await pause(50);
  }
};
