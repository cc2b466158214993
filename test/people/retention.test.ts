import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { aMail } from '../inbound/mails.ts';

const start = new Date('2026-03-10T15:00:00Z');
let now = start;
const app = await startApp(
  { RETENTION_TICKETS_DAYS: '30', RETENTION_AUDIT_DAYS: '60', RETENTION_INBOUND_DAYS: '10' },
  { now: () => now },
);
afterAll(() => app.close());
const soon = new Date(Date.now() + 86_400_000 * 3_650);
const admin = await app.trpc({ role: 'admin', expiresAt: soon });
const { db } = app.service.contextFor('test');
const days = (count: number) => new Date(start.getTime() + count * 86_400_000);
const enforce = async (at: Date) => {
  now = at;
  expect(await admin.jobs.run.mutate({ name: 'retention' })).toMatchObject({
    outcome: 'succeeded',
  });
};

describe('the retention job', () => {
  it('erases what was written on an erased ticket after it was reopened', async () => {
    now = start;
    const { id } = await admin.tickets.create.mutate({
      requesterEmail: 'volta@exemplo.com.br',
      subject: 'Assinatura',
      body: 'Meu endereço é…',
      main: 'Assinatura',
    });
    await admin.tickets.setStatus.mutate({ id, status: 'closed' });
    await enforce(days(72));
    await admin.tickets.setStatus.mutate({ id, status: 'open' });
    await admin.tickets.reply.mutate({ id, html: '<p>Mudou para a rua de…</p>' });
    const bodies = async () =>
      (await admin.tickets.get.query({ id })).messages.map(({ body }) => body);
    await enforce(days(140));
    expect((await bodies())[1]).toContain('rua');
    await admin.tickets.setStatus.mutate({ id, status: 'closed' });
    await enforce(days(169));
    expect((await bodies())[1]).toContain('rua');
    await enforce(days(171));
    expect(await bodies()).toEqual(['[conteúdo apagado]', '[conteúdo apagado]']);
  });

  it('removes mails from readers and old acts, each after its own time', async () => {
    now = start;
    const raw = aMail({ From: 'leitora@exemplo.com.br' }).toString('base64');
    const { ticketId = 0 } = await admin.inbound.ingest.mutate({ raw });
    const agentEmail = 'bia@leitor.example';
    await admin.tickets.assign.mutate({ ids: [ticketId], agentEmail });
    await admin.tickets.assign.mutate({ ids: [ticketId], agentEmail: null });
    await sql`update ticket_assignments set at = ${start} where email = ${agentEmail}`.execute(db);
    const assigned = async () =>
      (await admin.people.export.mutate({ email: agentEmail })).records['former-assignments'];
    const left = async () => ({
      mails: (await admin.inbound.list.query({})).items.length,
      acts: (await admin.audit.list.query({ to: days(1).toISOString() })).items.length,
    });
    const before = await left();
    await enforce(days(11));
    expect(await left()).toEqual({ mails: 0, acts: before.acts });
    await enforce(days(59));
    expect(await assigned()).toHaveLength(1);
    await enforce(days(62));
    expect((await left()).acts).toBe(0);
    expect(await assigned()).toEqual([]);
    // A later one of the same ticket stays.
    const later = sql`select email from ticket_assignments where ticket_id = ${ticketId}`;
    expect((await later.execute(db)).rows).toEqual([{ email: null }]);
    const { rows } = await sql`select from audit_log`.execute(db);
    expect(rows.length).toBeGreaterThan(0);
  });
});
