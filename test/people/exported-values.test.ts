import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const admin = await app.trpc();
const { db } = app.service.contextFor('test');

it('an export has each moment and text under its own name', async () => {
  const email = 'ana@exemplo.com.br';
  const statements = [
    sql`insert into accounts (email, name, subscription_status, created_at, updated_at)
      values (${email}, 'Ana', 'active', '2026-01-01', '2026-01-02')`,
    sql`insert into sessions (token_hash, email, subject, name, role, issued_at, created_at, last_seen_at, ended_at, user_agent)
      values ('x', ${email}, 'assunto', 'Nome', 'agent', '2026-01-03', '2026-01-04', '2026-01-05', '2026-01-06', 'Navegador')`,
    sql`insert into tickets (subject, main, issue, newsletter, requester_name, requester_email, created_at, updated_at)
      values ('Oi', 'Conta', 'Senha', 'Manhã', 'Ana Lima', ${email}, '2026-01-07', '2026-01-08')`,
    sql`insert into ticket_messages (ticket_id, author, origin, body, folded, notice)
      select id, 'Autora', 'requester', 'Corpo', 'Dobra', 'Aviso' from tickets`,
    sql`insert into webhooks (url, events, secret, created_at) values ('https://x.com', '{}', 'x', now())`,
    sql`insert into webhook_deliveries (webhook_id, event_id, type, email, data, status, occurred_at, delivered_at)
      select id, gen_random_uuid(), 'streak.extended', ${email}, '{}', 'delivered', '2026-01-09', '2026-01-10' from webhooks`,
    sql`insert into outbox (ticket_id, message_id, mail_id, recipient, subject, status, due_at, created_at, sent_at)
      select ticket_id, id, 'm', ${email}, 'Re: Oi', 'sent', '2026-01-11', '2026-01-12', '2026-01-13' from ticket_messages`,
  ];
  for (const statement of statements) await statement.execute(db);
  const { records } = await admin.people.export.mutate({ email });
  const on = (day: number) =>
    expect.stringContaining(`2026-01-${String(day).padStart(2, '0')}T00:00:00`);
  expect(records).toMatchObject({
    account: [{ name: 'Ana', subscriptionStatus: 'active', createdAt: on(1), updatedAt: on(2) }],
    sessions: [
      {
        subject: 'assunto',
        name: 'Nome',
        role: 'agent',
        userAgent: 'Navegador',
        createdAt: on(4),
        lastSeenAt: on(5),
        endedAt: on(6),
      },
    ],
    tickets: [
      {
        subject: 'Oi',
        main: 'Conta',
        issue: 'Senha',
        newsletter: 'Manhã',
        requesterName: 'Ana Lima',
        createdAt: on(7),
        updatedAt: on(8),
      },
    ],
    messages: [{ author: 'Autora', body: 'Corpo', folded: 'Dobra', notice: 'Aviso' }],
    'webhook-deliveries': [{ occurredAt: on(9), deliveredAt: on(10) }],
    mails: [{ recipient: email, subject: 'Re: Oi', createdAt: on(12), sentAt: on(13) }],
  });
});
