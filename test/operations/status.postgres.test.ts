import { sql } from 'kysely';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { listApplications } from '../../db/connection/applications.ts';
import { openDatabase } from '../../db/connection/database.ts';
import { openConfiguredDatabase } from '../../server/process/open-resources.ts';
import { applicationName, build } from '../../server/telemetry/build-info.ts';
import { clonePostgres } from '../database.ts';
import { startApp } from '../harness.ts';
import { aMail } from '../inbound/mails.ts';

const database = await clonePostgres();
const app = await startApp(
  { MODEL_TOKENS_PER_DAY: '5000', REDIS_URL: 'redis://127.0.0.1:1' },
  { database: { url: database.url, poolSize: 5 } },
);
afterAll(async () => {
  await app.close();
  await database.drop();
});
const admin = await app.trpc();

it('operations.status says what waits, what was used and what cannot be reached', async () => {
  const { db } = app.service.contextFor('test');
  await sql`insert into model_tokens (day, tokens)
    values ((now() at time zone 'America/Sao_Paulo')::date, 1234)`.execute(db);
  const { quarantinedMails } = await admin.operations.status.query();
  const raw = aMail({ From: 'ninguém' }).toString('base64');
  await admin.inbound.ingest.mutate({ raw });
  expect(await admin.operations.status.query()).toEqual({
    mails: { pending: 0, sending: 0, unknown: 0, failed: 0 },
    quarantinedMails: quarantinedMails + 1,
    unseenMails: [{ reason: 'no-sender', count: 1 }],
    webhooks: { failing: 0 },
    failedJobs: 0,
    failingRules: 0,
    remindersInDoubt: 0,
    model: { tokensToday: 1_234, tokensPerDay: 5_000 },
    storage: { usable: true, files: 0, bytes: 0, quarantined: 0 },
    redis: { usable: false },
    replicas: [],
    versions: [`${build.version} ${build.commit.slice(0, 12)}`],
  });
});

it('operations.status names the versions of all processes that use the database', async () => {
  const other = await openDatabase(
    { url: database.url, poolSize: 1, application: 'leitor 0.9.0 abc' },
    () => undefined,
  );
  onTestFinished(other.close);
  await other.ping();
  const configured = await openConfiguredDatabase(
    { database: { url: database.url, poolSize: 1, readUrls: [] }, dataDirectory: '/nowhere' },
    () => undefined,
  );
  onTestFinished(configured.close);
  await configured.ping();
  expect(await listApplications(configured.db)).toContain(applicationName);
  expect((await admin.operations.status.query()).versions).toEqual(
    ['0.9.0 abc', `${build.version} ${build.commit.slice(0, 12)}`].toSorted(),
  );
});

it('a server is not backed up by the service', async () => {
  const headers = { authorization: `Bearer ${await app.token({ role: 'admin' })}` };
  const response = await fetch(`${app.internalUrl}/backup`, { method: 'POST', headers });
  expect([response.status, response.headers.get('x-error-code')]).toEqual([404, 'not-found']);
});

it('inbound.get shows a quarantined mail as text, and no other', async () => {
  const html = '<p>Olá,</p><p>quero cancelar.</p><script>alert(1)</script>';
  const mail = aMail({ From: 'ninguém', Subject: 'Cancelar', 'Content-Type': 'text/html' }, html);
  await admin.inbound.ingest.mutate({ raw: mail.toString('base64') });
  const { items } = await admin.inbound.list.query({ outcome: 'quarantined', limit: 1 });
  const id = items[0]?.id ?? 0;
  const shown = await admin.inbound.get.query({ id });
  expect(shown.mail).toMatchObject({ subject: 'Cancelar', attachments: [] });
  expect(shown.mail?.text).toMatch(/^Olá,\s+quero cancelar\.$/);
  expect(shown.source).toContain(html);
  // Reading it again is what took the thread away before: only its source is shown.
  await sql`update inbound_mails set reason = 'unreadable' where id = ${id}`.execute(
    app.service.contextFor('test').db,
  );
  expect((await admin.inbound.get.query({ id })).mail).toBeNull();
  await expect(admin.inbound.get.query({ id: id + 1 })).rejects.toMatchObject({
    data: { errorCode: 'mail-not-found' },
  });
});
