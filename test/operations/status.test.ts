import { sql } from 'kysely';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { getStatus } from '../../server/operations/service.ts';
import { startApp } from '../harness.ts';
import { aMail } from '../inbound/mails.ts';

const app = await startApp();
afterAll(() => app.close());
const admin = await app.trpc();
const ctx = app.service.contextFor('test');
const { db, storage } = ctx;

const addMail = async (ticketId: number, status: string) => {
  const message = { author: 'Bia', origin: 'agent', body: 'Olá' } as const;
  const { id } = await admin.tickets.addMessage.mutate({ id: ticketId, ...message });
  await sql`insert into outbox (ticket_id, message_id, mail_id, recipient, subject, status, due_at)
    values (${ticketId}, ${id}, ${`<${id}@exemplo>`}, 'a@exemplo.com', 'Re', ${status}::mail_status, now())`.execute(
    db,
  );
};
const addFile = (ticketId: number, state: string, size: number, scanDue = false) =>
  sql`insert into attachments (ticket_id, name, path, type, state, size, sha256, lease_until, scan_due_at)
    values (${ticketId}, 'a.txt', gen_random_uuid()::text, 'text/plain', ${state}::attachment_state, ${size}, '\\x00',
      case when ${state} <> 'ready' then now() end, case when ${scanDue} then now() end)`.execute(
    db,
  );
const addWebhook = (failures: number, disabledAt: Date | null = null) =>
  sql`insert into webhooks (url, events, secret, created_at, failures, disabled_at)
    values ('https://exemplo.com.br/', '{}', 'x', now(), ${failures}, ${disabledAt})`.execute(db);

it('operations.status counts mails, webhooks, jobs and files, each by its state', async () => {
  const { id } = await admin.tickets.create.mutate({ subject: 'Oi', body: 'Olá', main: 'Conta' });
  const mails = ['pending', 'sending', 'unknown', 'failed', 'sent', 'dropped', 'bounced'];
  for (const [index, status] of mails.entries())
    for (let n = 0; n <= index; n += 1) await addMail(id, status);
  for (const failures of [0, 0, 0, 1, 9]) await addWebhook(failures);
  // A disabled webhook fails until somebody enables it.
  await addWebhook(7, new Date());
  for (const size of [5, 7]) await addFile(id, 'ready', size);
  for (const state of ['pending', 'deleting']) await addFile(id, state, 100);
  // The second one was scanned and is held.
  await addFile(id, 'quarantined', 100, true);
  await addFile(id, 'quarantined', 100);
  await sql`insert into model_tokens (day, tokens)
    select (now() at time zone 'America/Sao_Paulo')::date - n, 10 + n from generate_series(0, 1) n`.execute(
    db,
  );
  for (const From of ['ninguém', 'alguém'])
    await admin.inbound.ingest.mutate({ raw: aMail({ From }).toString('base64') });
  const automatic = aMail({ 'Auto-Submitted': 'auto-replied' });
  await admin.inbound.ingest.mutate({ raw: automatic.toString('base64') });
  const { items } = await admin.inbound.list.query({ outcome: 'quarantined', limit: 1 });
  await admin.inbound.dismiss.mutate({ ids: [items[0]?.id ?? 0] });
  // No newsletter is configured.
  for (const name of ['daily-quiz', 'idempotency-cleanup']) await admin.jobs.run.mutate({ name });
  expect(await admin.operations.status.query()).toMatchObject({
    mails: { pending: 1, sending: 2, unknown: 3, failed: 4 },
    quarantinedMails: 2,
    unseenMails: [
      { reason: expect.stringMatching(/^auto/), count: 1 },
      { reason: 'no-sender', count: 1 },
    ],
    webhooks: { failing: 3 },
    failedJobs: 1,
    model: { tokensToday: 10, tokensPerDay: null },
    storage: { usable: true, files: 2, bytes: 12, quarantined: 1 },
    redis: null,
  });
});

it('operations.status says whether the storage and Redis respond', async () => {
  const check = vi.spyOn(storage, 'check');
  onTestFinished(() => check.mockRestore());
  const status = (guard: <T>(call: () => Promise<T>) => Promise<T | undefined>) =>
    getStatus(ctx, app.service.jobs, { guard, send: async () => 'PONG' });
  const up = await status((call) => call());
  expect(up).toMatchObject({ storage: { usable: true }, redis: { usable: true } });
  check.mockRejectedValueOnce(new Error('away'));
  const down = await status(async () => undefined);
  expect(down).toMatchObject({ storage: { usable: false }, redis: { usable: false } });
});
