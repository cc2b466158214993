import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { aMail } from '../inbound/mails.ts';
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
const agent = await app.client({ role: 'agent', email: agentEmail });

const countsOf = async (email: string) => {
  const { records } = await admin.people.find.query({ email });
  return Object.fromEntries(records.map(({ kind, count }) => [kind, count]));
};
const exportOf = async (email: string) =>
  JSON.parse(
    JSON.stringify((await admin.people.export.mutate({ email })).records, (key, value) =>
      key === 'downloadUrl' ? undefined : value,
    ),
  );
const erase = async (email: string) => {
  const { total: expected } = await admin.people.erase.mutate({ email });
  return admin.people.erase.mutate({ email, dryRun: false, expected });
};
const reply = (id: number) =>
  admin.tickets.reply.mutate({ id, html: 'Reenviada', sendEmail: true, undoSeconds: 600 });

/** Answers a batch of one ticket as the agent, whose stored response names it. */
const batch = (ticketId: number, salvar: boolean) =>
  agent.createBatchReplies({
    body: { support_ids: [ticketId], salvar },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });

/** A reader with records of most kinds, on a ticket that agents worked on. */
const aReader = async () => {
  const mark = unique();
  const email = `leitora-${mark}@exemplo.com.br`;
  const ticketId = await openTicket({ email, name: `Requerente${mark}` });
  await admin.accounts.upsert.mutate({ email, name: `Conta${mark}` });
  const reader = await app.client({ email });
  await reader.recordMyReading({ body: {} });
  await reader.updateMyStreakProfile({
    body: { displayName: `Apelido${mark}`, rankingVisibility: 'anonymous' },
  });
  await batch(ticketId, false);
  await admin.replies.drafts.create.mutate({ ticketIds: [ticketId] });
  await batch(ticketId, true);
  await reply(ticketId);
  await admin.tickets.addNote.mutate({ id: ticketId, body: `Nota sobre ${mark}` });
  await agent.uploadAttachments({
    params: { id: ticketId },
    body: { arquivo: new File(['texto'], `${mark}.txt`, { type: 'text/plain' }) },
  });
  await admin.inbound.ingest.mutate({ raw: aMail({ From: email }, mark).toString('base64') });
  const { groupId } = await admin.groups.create.mutate({
    name: 'Clube',
    isPublic: false,
    ownerEmail: email,
  });
  await admin.groups.addMember.mutate({ groupId, email });
  return { mark, email, ticketId, groupId };
};

const other = await aReader();

describe('a person with records of most kinds', () => {
  it('is counted and exported with each of them', async () => {
    const { mark, email, ticketId, groupId } = other;
    expect(await countsOf(email)).toMatchObject({
      mails: 1,
      'reply-drafts': 1,
      // A preview and a saving batch, both sent by an agent.
      'idempotency-records': 2,
      'inbound-mails': 1,
      tickets: 2,
      messages: 4,
      attachments: 1,
      'owned-groups': 1,
      'group-memberships': 1,
    });
    const records = await exportOf(email);
    expect(records).toMatchObject({
      mails: [{ ticketId, recipient: email, status: 'pending', sentAt: null }],
      'reply-drafts': [{ ticketId, html: '<p>Olá! Já reenviamos a edição.</p>' }],
      'reader-profile': [{ displayName: `Apelido${mark}`, rankingVisibility: 'anonymous' }],
      streak: [{ days: [expect.stringMatching(/^\d{4}-\d\d-\d\d$/)] }],
      'owned-groups': [{ groupId }],
      'group-memberships': [{ groupId }],
      attachments: [{ ticketId, name: `${mark}.txt`, size: 5 }],
    });
    expect(records.messages.map(({ origin }: { origin: string }) => origin)).toEqual([
      'requester',
      'ai',
      'agent',
      'requester',
    ]);
  });

  it('is erased from all of them, and another one keeps theirs', async () => {
    const one = await aReader();
    await reply(one.ticketId);
    const [kept, keptOfAgent] = [await exportOf(other.email), await countsOf(agentEmail)];
    const counts = await countsOf(other.email);
    await erase(one.email);
    expect(Object.values(await countsOf(one.email)).filter((count) => count > 0)).toEqual([]);
    expect(await countsOf(other.email)).toEqual(counts);
    const earlierExport = expect.objectContaining({ action: 'people.export' });
    expect(await exportOf(other.email)).toEqual({
      ...kept,
      'audit-acts': [...kept['audit-acts'], earlierExport],
    });
    // The batches and the attachment of the erased one.
    expect(await countsOf(agentEmail)).toEqual({
      ...keptOfAgent,
      'idempotency-records': (keptOfAgent['idempotency-records'] ?? 0) - 2,
      attachments: (keptOfAgent.attachments ?? 0) - 1,
    });
    const { messages } = await admin.tickets.get.query({ id: one.ticketId });
    const authors = messages.map(({ author }) => author.startsWith('erased-'));
    expect(authors).toEqual(messages.map((_, index) => index === 0));
  });

  it('is erased from stored responses, however the path was written', async () => {
    const mark = unique();
    const email = anEmail();
    const id = await openTicket({ email, name: 'Ana' });
    const headers = {
      authorization: `Bearer ${await app.token({ role: 'agent', email: agentEmail })}`,
    };
    const send = async (url: string, body: FormData | string) => {
      const type: Record<string, string> =
        typeof body === 'string' ? { 'content-type': 'application/json' } : {};
      const keyed = { ...headers, ...type, 'idempotency-key': `${mark}${crypto.randomUUID()}` };
      expect((await fetch(url, { method: 'POST', headers: keyed, body })).ok).toBe(true);
    };
    const paths = [`/SUPPORT/${id}/Anexos`, `/support/${id}/anexos/`, `/support/0${id}/anexos`];
    const ofConsole = `${app.internalUrl}/console/attachments/tickets/${id}`;
    for (const url of [...paths.map((path) => app.url + path), ofConsole]) {
      const form = new FormData();
      form.set('arquivo', new File(['texto'], 'ana.txt', { type: 'text/plain' }));
      await send(url, form);
    }
    for (const path of ['/support/Fast-response/lote', '/support/fast-response/lote/']) {
      await send(app.url + path, JSON.stringify({ support_ids: [id] }));
    }
    const stored = async () =>
      (await sql`select from idempotency_keys where key like ${`${mark}%`}`.execute(db)).rows
        .length;
    expect(await stored()).toBe(6);
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
