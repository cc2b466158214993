import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { insertPendingAttachment, textFile, uploadOne } from '../attachments/attachment-helpers.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const adminEmail = 'administradora@leitor.example';
const admin = await app.trpc({ role: 'admin', email: adminEmail });
const ctx = app.service.contextFor('test');
const { db } = ctx;

const anEmail = () => `${crypto.randomUUID()}@exemplo.com.br`;
const erase = async (email: string) => {
  const { total: expected } = await admin.people.erase.mutate({ email });
  return admin.people.erase.mutate({ email, dryRun: false, expected });
};
const openTicket = async (requesterEmail = anEmail()) =>
  (
    await admin.tickets.create.mutate({
      requesterEmail,
      requesterName: 'Marina',
      subject: 'Edição',
      body: 'Não chegou',
      main: 'Entrega',
    })
  ).id;
const pseudonym = expect.stringMatching(/^erased-[\da-f-]{36}$/);

/** An agent who answered, noted, uploaded and was assigned. */
const anAgentOn = async (ticketId: number) => {
  const [email, subject] = [anEmail(), `agente-${crypto.randomUUID()}`];
  const agent = await app.trpc({ role: 'agent', email, subject });
  const say = { author: email, origin: 'agent', body: `De ${email.slice(0, 8)}` } as const;
  await agent.tickets.addMessage.mutate({ id: ticketId, ...say });
  await agent.tickets.addNote.mutate({ id: ticketId, body: 'Liguei' });
  await uploadOne(await app.client({ role: 'agent', email, subject }), ticketId, textFile());
  const assigned = await openTicket();
  await agent.tickets.assign.mutate({ ids: [assigned], agentEmail: email });
  return { email, assigned, body: say.body };
};

describe('an agent who is erased', () => {
  it('keeps a pseudonym on the tickets of others, and other agents keep their names', async () => {
    const requester = anEmail();
    const ticketId = await openTicket(requester);
    const [gone, stays] = [await anAgentOn(ticketId), await anAgentOn(ticketId)];
    const agents = async () => (await admin.reports.filters.query()).agents;
    expect(await agents()).toEqual(expect.arrayContaining([gone.email, stays.email]));
    const { records } = await admin.people.export.mutate({ email: gone.email });
    expect(records).toMatchObject({
      messages: [{ ticketId, author: gone.email, origin: 'agent', body: gone.body }],
      attachments: [{ ticketId, name: 'nota.txt' }],
      tickets: [],
    });
    const [, , , assignment] = records['audit-acts'] ?? [];
    expect(assignment).toMatchObject({ target: `ticket:${gone.assigned}`, changes: null });
    await erase(gone.email);
    expect(await admin.tickets.get.query({ id: ticketId })).toMatchObject({
      requesterEmail: requester,
      messages: [
        { author: 'Marina', body: 'Não chegou' },
        { author: pseudonym, body: gone.body },
        { author: stays.email, body: stays.body },
      ],
      notes: [
        { author: pseudonym, body: 'Liguei' },
        { author: stays.email, body: 'Liguei' },
      ],
    });
    const assignees = [gone, stays].map(({ assigned: id }) => admin.tickets.get.query({ id }));
    expect((await Promise.all(assignees)).map(({ assigneeEmail }) => assigneeEmail)).toEqual([
      null,
      stays.email,
    ]);
    expect((await admin.attachments.list.query({ ticketId })).items).toHaveLength(1);
    expect(await agents()).not.toContain(gone.email);
    expect(await agents()).toContain(stays.email);
  });

  it('has a pseudonym in the audit trail, in their own acts and in those about them', async () => {
    const [email, subject] = [anEmail(), `agente-${crypto.randomUUID()}`];
    const agent = await app.trpc({ role: 'agent', email, subject });
    const { id } = await agent.tags.create.mutate({
      name: `Tag ${email}`.slice(0, 40),
      color: '#000000',
    });
    await admin.accounts.upsert.mutate({ email, name: 'Bia' });
    const acting = crypto.randomUUID();
    await sql`
      insert into audit_log (at, actor, role, acting_for, channel, action, target)
      values (now(), 'robot', 'service', ${email}, 'job', 'tags.create', ${acting})`.execute(db);
    const { records } = await admin.people.find.query({ email });
    expect(records).toContainEqual({ kind: 'audit-acts', count: 3 });
    await erase(email);
    const actOn = async (target: string) => (await admin.audit.list.query({ target })).items;
    const ownActs = await actOn(`tag:${id}`);
    expect(ownActs).toMatchObject([
      { actor: pseudonym, actorEmail: null, role: 'agent', actingFor: null },
    ]);
    expect(await actOn(acting)).toMatchObject([{ actor: 'robot', actingFor: pseudonym }]);
    const items = await actOn(`account:${ownActs[0]?.actor}`);
    expect(items).toMatchObject([{ action: 'accounts.upsert', actorEmail: adminEmail }]);
    expect(items[0]?.actor).not.toMatch(/^erased-/);
  });
});

describe('an erasure', () => {
  it('passes each group on to the earliest other member, and leaves groups of others alone', async () => {
    const [owner, early, late] = [anEmail(), `z-${anEmail()}`, `a-${anEmail()}`];
    const aGroup = async (ownerEmail: string, ...members: string[]) => {
      const { groupId } = await admin.groups.create.mutate({
        name: 'Clube',
        isPublic: true,
        ownerEmail,
      });
      for (const email of members) await admin.groups.addMember.mutate({ groupId, email });
      return groupId;
    };
    const passed = await aGroup(owner, owner, early, late);
    const others = await aGroup(late, early, late, owner);
    const alone = await aGroup(owner, owner);
    await erase(owner);
    const { items } = await admin.groups.list.query({ limit: 100 });
    const owners = new Map(items.map(({ groupId, ownerEmail }) => [groupId, ownerEmail]));
    expect([passed, others, alone].map((groupId) => owners.get(groupId))).toEqual([
      early,
      late,
      undefined,
    ]);
  });

  it('succeeds while the storage fails, and leaves no name on what is still to be removed', async () => {
    const email = anEmail();
    const ticketId = await openTicket();
    await uploadOne(await app.client({ role: 'agent', email }), ticketId, textFile('ana.txt'));
    const remove = vi.spyOn(ctx.storage, 'remove').mockRejectedValue(new Error('away'));
    try {
      await erase(email);
    } finally {
      remove.mockRestore();
    }
    const rows = await db
      .selectFrom('attachments')
      .select(['name', 'uploader_email', 'state'])
      .where('ticket_id', '=', ticketId)
      .execute();
    expect(rows).toEqual([{ name: '[conteúdo apagado]', uploader_email: null, state: 'deleting' }]);
  });

  it('includes uploads that are not complete, which an export leaves out', async () => {
    const email = anEmail();
    const ticketId = await openTicket(email);
    const path = `support/${ticketId}/metade.txt`;
    const createdAt = new Date();
    await insertPendingAttachment(app, { ticketId, path, createdAt, leaseMs: 60_000 });
    const { records } = await admin.people.export.mutate({ email });
    expect(records.attachments).toEqual([]);
    expect((await admin.people.find.query({ email })).records).toContainEqual({
      kind: 'attachments',
      count: 1,
    });
  });
});
