import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const admin = await app.trpc();
const { db } = app.service.contextFor('test');

/** How many connections of this database wait for a lock of another one. */
const blocked = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db);
  return rows[0]?.count ?? 0;
};

describe('an erasure', () => {
  it('waits for a message that is being written, and does not report it as erased', async () => {
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    const opening = { subject: 'Pauta', body: 'Olá', main: 'Entrega', requesterEmail: email };
    const { id } = await admin.tickets.create.mutate(opening);
    const { total } = await admin.people.erase.mutate({ email });
    const erased = await db.transaction().execute(async (tx) => {
      await sql`select from tickets where id = ${id} for update`.execute(tx);
      await sql`
        insert into ticket_messages (ticket_id, author, origin, body)
        values (${id}, 'Ana', 'requester', 'Moro na rua…')`.execute(tx);
      const erasing = admin.people.erase
        .mutate({ email, dryRun: false, expected: total })
        .catch((error) => error.data.errorCode);
      await expect.poll(blocked).toBe(1);
      return { erasing };
    });
    expect(await erased.erasing).toBe('erasure-outdated');

    const again = await admin.people.erase.mutate({ email });
    expect(again.total).toBe(total + 1);
    await admin.people.erase.mutate({ email, dryRun: false, expected: again.total });
    const { messages, status } = await admin.tickets.get.query({ id });
    expect(messages.map(({ body }) => body)).toEqual(['[conteúdo apagado]', '[conteúdo apagado]']);
    expect(status).toBe('closed');
    expect((await admin.tickets.queue.query({})).items.map((ticket) => ticket.id)).not.toContain(
      id,
    );
  });
});
