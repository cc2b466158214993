import { sql } from 'kysely';
import { expect } from 'vitest';
import { ageMails } from '../support/age.ts';
import type { KillBench } from './kill-during.ts';

/** A pending draft on a ticket of its own requester. */
export interface Draft {
  ticketId: number;
  draftId: number;
  email: string;
}

/** Opens a ticket and drafts its reply. */
export const aDraft = async ({ admin }: KillBench): Promise<Draft> => {
  const email = `${crypto.randomUUID()}@exemplo.com.br`;
  const { id: ticketId } = await admin.tickets.create.mutate({
    requesterEmail: email,
    subject: 'Edição não chegou',
    body: 'Não recebi a edição de hoje.',
    main: 'Entrega',
  });
  const { outcomes } = await admin.replies.drafts.create.mutate({ ticketIds: [ticketId] });
  const [made] = outcomes;
  if (!made?.ok) throw new Error(`no draft: ${made?.reason}`);
  return { ticketId, draftId: made.draftId, email };
};

/** As {@link aDraft}, several. */
export const aDraftEach = (bench: KillBench, count: number): Promise<Draft[]> =>
  Promise.all(Array.from({ length: count }, () => aDraft(bench)));

/**
 * Lets hours pass for the outbox: what can be sent is sent, what was being sent by a dead process is
 * in doubt.
 */
export const settleMails = async ({ db, admin }: KillBench): Promise<void> => {
  await ageMails(db, 120);
  await expect
    .poll(
      async () => {
        await admin.jobs.run.mutate({ name: 'send-mails' }).catch(() => undefined);
        const { rows } = await sql`
          select from outbox where status in ('pending', 'sending')`.execute(db);
        return rows.length;
      },
      { timeout: 30_000, interval: 100 },
    )
    .toBe(0);
};

/** What became of a draft: its replies on the ticket, its mail and how often the reader received it. */
export const stateOf = async (
  { db, environment }: KillBench,
  { draftId, ticketId, email }: Draft,
) => {
  const { rows } = await sql<{ status: string; messages: number; mails: string[] }>`
    select d.status,
      (select count(*)::integer from ticket_messages m where m.ticket_id = ${ticketId} and m.origin <> 'requester') as messages,
      array(select status::text from outbox o where o.ticket_id = ${ticketId}) as mails
    from reply_drafts d where d.id = ${draftId}`.execute(db);
  const [row] = rows;
  expect(row?.mails.length).toBeLessThanOrEqual(1);
  return {
    status: row?.status,
    messages: row?.messages,
    mail: row?.mails[0],
    received: environment.mail.received.get(email) ?? 0,
  };
};
