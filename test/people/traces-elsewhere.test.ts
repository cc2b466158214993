import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { mergeTwice } from '../tickets/merge-twice.ts';

const fixture = await startReplyFixture();
afterAll(() => fixture.close());
const { app, openTicket } = fixture;
const admin = await app.trpc();
const { db } = app.service.contextFor('test');
const unique = () => crypto.randomUUID().slice(0, 8);
const anEmail = () => `${unique()}@exemplo.com.br`;
const agentEmail = anEmail();

const countsOf = async (email: string) => {
  const { records } = await admin.people.find.query({ email });
  return Object.fromEntries(records.map(({ kind, count }) => [kind, count]));
};
const erase = async (email: string) => {
  const { total: expected } = await admin.people.erase.mutate({ email });
  return admin.people.erase.mutate({ email, dryRun: false, expected });
};
const reply = (id: number) =>
  admin.tickets.reply.mutate({ id, html: 'Reenviada', sendEmail: true, undoSeconds: 600 });

describe('a person', () => {
  it('is erased from stored responses, however the path was written', async () => {
    const mark = unique();
    const email = anEmail();
    const id = await openTicket({ email, name: 'Ana' });
    const authorization = `Bearer ${await app.token({ role: 'agent', email: agentEmail })}`;
    const ofConsole = `${app.internalUrl}/console/attachments/tickets/${id}`;
    for (const url of [`${app.url}/SUPPORT/0${id}/Anexos/`, ofConsole]) {
      const body = new FormData();
      body.set('arquivo', new File(['texto'], 'ana.txt', { type: 'text/plain' }));
      const headers = { authorization, 'idempotency-key': `${mark}${crypto.randomUUID()}` };
      expect((await fetch(url, { method: 'POST', headers, body })).ok).toBe(true);
    }
    const batch = await fetch(`${app.url}/support/Fast-response/lote/`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': mark },
      body: JSON.stringify({ support_ids: [id] }),
    });
    expect(batch.ok).toBe(true);
    const stored = async () =>
      (await sql`select from idempotency_keys where key like ${`${mark}%`}`.execute(db)).rows
        .length;
    expect(await stored()).toBe(3);
    await erase(email);
    expect(await stored()).toBe(0);
  });

  it('is found and erased in mails that are on tickets of others', async () => {
    const [before, now] = [anEmail(), anEmail()];
    const [leaving, coming] = [
      await openTicket({ email: before }),
      await openTicket({ email: now }),
    ];
    for (const id of [leaving, coming]) await reply(id);
    await admin.tickets.edit.mutate({ id: leaving, requesterEmail: anEmail() });
    await admin.tickets.edit.mutate({ id: coming, requesterEmail: before });
    expect(await countsOf(before)).toMatchObject({ tickets: 1, mails: 2 });
    await erase(before);
    const left = async (ticketId: number) => (await admin.outbox.list.query({ ticketId })).items;
    expect([await left(leaving), await left(coming)]).toEqual([[], []]);
  });

  it('is found in what they wrote on tickets without a requester', async () => {
    const email = anEmail();
    const [intoId, fromId] = [await openTicket({ email }), await openTicket({ email })];
    expect(await countsOf(email)).toMatchObject({ tickets: 2, messages: 2 });
    await admin.tickets.edit.mutate({ id: intoId, requesterEmail: null });
    expect(await countsOf(email)).toMatchObject({ tickets: 1, messages: 2 });
    await mergeTwice(admin, { fromId, intoId, differentRequesters: true });
    expect(await countsOf(email)).toMatchObject({ tickets: 1, messages: 2 });
  });

  it('is erased from the statistics of words, but for common ones', async () => {
    const [email, mark] = [anEmail(), unique()];
    await openTicket({ email, name: `Requerente${mark} Comum${mark}` });
    await admin.accounts.upsert.mutate({ email, name: `Conta${mark}` });
    const words = [`requerente${mark}`, `comum${mark}`, `conta${mark}`, email, `outra${mark}`];
    const stems = sql`select unnest(tsvector_to_array(to_tsvector('portuguese', ${words.join(' ')})))`;
    await sql`insert into lexeme_df
      select stem, case when stem like 'comum%' then 1001 else 1000 end from (${stems}) stems (stem)`.execute(
      db,
    );
    await erase(email);
    const { rows } = await sql`
      select lexeme from lexeme_df where lexeme in (${stems}) order by 1`.execute(db);
    expect(rows).toEqual([
      { lexeme: expect.stringMatching(/^comum/) },
      { lexeme: expect.stringMatching(/^outr/) },
    ]);
  });
});
