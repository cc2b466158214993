import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { insertInbound } from '../../db/inbound/inbound.ts';
import { dayMs, hourMs, minuteMs } from '../../server/core/civil-time.ts';
import type { TxContext } from '../../server/core/context.ts';
import { setTeamRole } from '../../server/team/service.ts';
import { createWebhook } from '../../server/webhooks/service.ts';
import { agents } from './demo-tickets.ts';

/** The outcomes of the latest mails; the others were sent. */
const mailTroubles = [
  { status: 'failed', error: '550 5.1.1 Esta caixa de correio não existe' },
  { status: 'unknown', error: 'connection lost after DATA' },
  { status: 'bounced', error: '552 5.2.2 Caixa de correio cheia' },
  { status: 'dropped', error: null },
] as const;

const quarantined = `From: Promoções <ofertas@exemplo.net>
To: Leitor <leitor@exemplo.com.br>
Subject: =?UTF-8?Q?Voc=C3=AA_ganhou!?=
Message-ID: <oferta@exemplo.net>
Content-Type: text/html; charset=utf-8

<p>Clique <a href="https://exemplo.net/premio">aqui</a> e retire o seu <b>prêmio</b>.</p>
<img src="https://exemplo.net/rastro.gif"><script>alert('oi')</script>
`;

const userAgents = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
];

/**
 * Stores what operators look at: mails and acts of tickets, a mail in quarantine, a webhook that
 * stopped, the team.
 */
export const seedOperations = async (tx: TxContext, ids: readonly number[]): Promise<void> => {
  const { db } = tx;
  const ago = (ms: number) => new Date(tx.now().getTime() - ms);
  await sql`
    insert into outbox (ticket_id, message_id, mail_id, recipient, recipient_name, subject, status, attempts, due_at, last_attempt_at, created_at, sent_at)
    select t.id, m.id, format('<demo.%s@exemplo.com.br>', m.id), t.requester_email, t.requester_name, 'Re: ' || t.subject, 'sent', 1,
      m.created_at, m.created_at, m.created_at, m.created_at + interval '2 s'
    from ticket_messages m join tickets t on t.id = m.ticket_id where m.origin = 'agent' and t.id = any (${ids}::integer[]) order by m.id
  `.execute(db);
  for (const [index, { status, error }] of mailTroubles.entries()) {
    await sql`
      update outbox set status = ${status}::mail_status, error = ${error}, attempts = 3, sent_at = null
      where id = (select max(id) from outbox) - ${index * 3}::integer
    `.execute(db);
  }
  await sql`
    insert into audit_log (at, actor, actor_email, role, channel, action, target, changes)
    select at, who, who, 'agent', 'trpc', action, 'ticket:' || id, changes from (
      select created_at + interval '3 min' as at, assignee_email as who, 'tickets.assign' as action, id, '[{"field": "assignee"}]'::jsonb as changes
      from tickets where assignee_email is not null
      union all select created_at, author, 'tickets.reply', ticket_id, '[]' from ticket_messages
      where origin = 'agent' and ticket_id = any (${ids}::integer[])
      union all select updated_at, assignee_email, 'tickets.setStatus', id,
        jsonb_build_array(jsonb_build_object('field', 'status', 'before', 'in_progress', 'after', status))
      from tickets where status in ('resolved', 'closed') and assignee_email is not null
    ) acts where at < ${tx.now()} order by at
  `.execute(db);
  const raw = Buffer.from(quarantined.replaceAll('\n', '\r\n'));
  await insertInbound(db, {
    dedupeKey: 'demo',
    mailId: null,
    contentHash: null,
    originalId: null,
    raw,
    sender: 'ofertas@exemplo.net',
    subject: 'Você ganhou!',
    verified: false,
    source: 'imap',
    outcome: 'quarantined',
    reason: 'too-many',
    receivedAt: tx.now(),
  });
  for (const { email } of agents.slice(1)) await setTeamRole(tx, email, 'agent');
  for (const [index, { email, name }] of agents.entries()) {
    const issued_at = ago((index + 1) * hourMs);
    await db
      .insertInto('sessions')
      .values({
        token_hash: randomBytes(32),
        email,
        name,
        subject: email,
        role: 'agent',
        issued_at,
        created_at: issued_at,
        last_seen_at: ago((index + 1) * 7 * minuteMs),
        user_agent: userAgents[index] ?? null,
      })
      .execute();
  }
  // This address does not exist: the webhook is disabled, so that nothing is sent to it.
  const url = 'https://crm.example/leitor';
  const { id } = await createWebhook(tx, { url, events: ['ticket.created', 'quiz.published'] });
  await db
    .updateTable('webhooks')
    .set({ failures: 12, failing_since: ago(3 * dayMs), disabled_at: ago(2 * hourMs) })
    .where('id', '=', id)
    .execute();
  await sql`
    insert into webhook_deliveries (webhook_id, event_id, type, data, occurred_at, attempts, first_attempt_at, last_attempt_at, status,
      response_status, error, delivered_at)
    select ${id}::integer, gen_random_uuid(), 'ticket.created', jsonb_build_object('ticketId', t.id, 'main', t.main), at,
      case when ok then 1 else 12 end, at, at, case when ok then 'delivered' when place <= 4 then 'pending' else 'failed' end,
      case when ok then 200 else 503 end, case when not ok then 'HTTP 503' end, case when ok then at end
    from (
      select id, main, created_at as at, row_number() over (order by id desc) as place, created_at < ${ago(3 * dayMs)}::timestamptz as ok
      from tickets where id = any (${ids.slice(-30)}::integer[])
    ) t order by t.id
  `.execute(db);
  await db
    .insertInto('ticket_views')
    .values({
      owner_email: 'admin@exemplo.com',
      name: 'Cobranças que esperam',
      shared: true,
      filter: JSON.stringify({ waiting: true, main: 'Financeiro' }),
      sort: 'waiting',
      updated_at: tx.now(),
    })
    .execute();
};
