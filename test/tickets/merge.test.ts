import { afterAll, describe, expect, it } from 'vitest';
import { openTicket, textFile, uploadOne } from '../attachments/attachment-helpers.ts';
import { startApp } from '../harness.ts';
import { mergeTwice } from './merge-twice.ts';

const clock = { now: new Date('2026-03-10T12:00:00Z') };
const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'atendimento@leitor.example' };
const app = await startApp(mail, { now: () => clock.now });
afterAll(() => app.close());
const agent = await app.trpc({ role: 'agent' });

const tick = () => {
  clock.now = new Date(clock.now.getTime() + 60_000);
  return clock.now.toISOString();
};
const aTicket = async (fields: { main?: string; requesterEmail?: string } = {}) => {
  const ticket = { subject: 'Pauta', body: 'Olá', main: 'Entrega', ...fields };
  return (await agent.tickets.create.mutate(ticket)).id;
};
const aTag = (name: string = crypto.randomUUID()) =>
  agent.tags.create.mutate({ name, color: '#000000' });
const get = (id: number) => agent.tickets.get.query({ id });
const say = (id: number, origin: 'requester' | 'agent') =>
  agent.tickets.addMessage.mutate({ id, author: 'Alguém', origin, body: 'Oi' });
const failing = (errorCode: string) => ({ data: { errorCode } });

describe('a merged ticket', () => {
  it('refuses every change', async () => {
    const [id, intoId] = [await aTicket(), await aTicket()];
    const tag = await agent.tags.create.mutate({ name: 'unida', color: '#112233' });
    await mergeTwice(agent, { fromId: id, intoId });
    const changes = [
      () => agent.tickets.edit.mutate({ id, subject: 'Outro' }),
      () => agent.tickets.addNote.mutate({ id, body: 'nota' }),
      () => agent.tickets.addTag.mutate({ id, tagId: tag.id }),
      () => agent.tickets.removeTag.mutate({ id, tagId: tag.id }),
      () => agent.tickets.setStatus.mutate({ id, status: 'open' }),
      () => agent.tickets.addMessage.mutate({ id, author: 'Bia', origin: 'agent', body: 'Olá' }),
      () => agent.tickets.reply.mutate({ id, html: '<p>Olá</p>' }),
      () => agent.tickets.forward.mutate({ id, messageId: 1, to: ['rui@exemplo.com.br'] }),
      () => agent.tickets.merge.mutate({ fromId: id, intoId }),
      () => agent.tickets.merge.mutate({ fromId: intoId, intoId: id }),
      async () => agent.tickets.merge.mutate({ fromId: await aTicket(), intoId: id, dryRun: true }),
    ];
    for (const change of changes) {
      await expect(change()).rejects.toMatchObject(failing('ticket-merged'));
    }
    const client = await app.client();
    const upload = await client.uploadAttachments({
      params: { id },
      body: { arquivo: textFile() },
    });
    expect(upload.headers.get('x-error-code')).toBe('ticket-merged');
    const bulk = {
      setStatus: 'open' as const,
      addTagId: tag.id,
      assignTo: 'ana@leitor.com.br',
    };
    const unmerged = await aTicket();
    expect((await agent.tickets.bulk.mutate({ ids: [id, unmerged], ...bulk })).outcomes).toEqual([
      { id, ok: false, reason: 'ticket-merged' },
      { id: unmerged, ok: true },
    ]);
    expect((await get(unmerged)).assigneeEmail).toBe('ana@leitor.com.br');
    const empty = { notes: [], tags: [], messages: [] };
    const unchanged = { assigneeEmail: null, subject: 'Pauta', status: 'closed' };
    expect(await get(id)).toMatchObject({ ...unchanged, ...empty });
  });
});

describe('tickets.merge', () => {
  it('moves everything of a merged ticket and closes it', async () => {
    const from = await openTicket(app);
    const into = await openTicket(app, from.email);
    const attachment = await uploadOne(from.requester, from.id, textFile());
    const [own, both] = [await aTag('azul'), await aTag('banana')];
    await agent.tickets.addTag.mutate({ id: from.id, tagId: own.id });
    for (const { id } of [from, into]) await agent.tickets.addTag.mutate({ id, tagId: both.id });
    for (const body of ['um', 'dois', 'três', 'quatro']) {
      await agent.tickets.addNote.mutate({ id: from.id, body });
    }
    const replies = [];
    for (const html of ['Primeira', 'Segunda']) {
      const reply = { id: from.id, html, sendEmail: true, undoSeconds: 600 };
      replies.push(await agent.tickets.reply.mutate(reply));
    }
    const movedAt = tick();
    expect(await mergeTwice(agent, { fromId: from.id, intoId: into.id })).toEqual({
      dryRun: false,
      records: [
        { kind: 'messages', count: 3 },
        { kind: 'notes', count: 4 },
        { kind: 'attachments', count: 1 },
        { kind: 'mails', count: 2 },
        { kind: 'tags', count: 2 },
      ],
      total: 12,
    });
    const merged = await get(into.id);
    expect(merged).toMatchObject({ status: 'open', mergedInto: null, updatedAt: movedAt });
    expect(merged.messages.map(({ id }) => id)).toEqual([
      from.messageId,
      into.messageId,
      ...replies.map(({ messageId }) => messageId),
    ]);
    expect(merged.notes.map(({ body }) => body)).toEqual(['um', 'dois', 'três', 'quatro']);
    expect(merged.tags.map(({ name }) => name)).toEqual(['azul', 'banana']);
    const filesOf = async (ticketId: number) =>
      (await agent.attachments.list.query({ ticketId })).items.map(({ id }) => id);
    expect([await filesOf(from.id), await filesOf(into.id)]).toEqual([[], [attachment.id]]);
    const mailsOf = async (ticketId: number) =>
      (await agent.outbox.list.query({ ticketId })).items.map(({ id }) => id);
    const mailIds = replies.map(({ mailId }) => mailId).reverse();
    expect([await mailsOf(from.id), await mailsOf(into.id)]).toEqual([[], mailIds]);
    expect(await get(from.id)).toMatchObject({
      status: 'closed',
      mergedInto: into.id,
      updatedAt: movedAt,
      messages: [],
      notes: [],
      tags: [],
    });
    const search = await agent.tickets.list.query({ search: 'anexos segunda' });
    expect(search.items.map(({ id }) => id)).toEqual([into.id]);
  });

  it('makes the target wait if its newest message is a reader’s', async () => {
    const requesterEmail = `${crypto.randomUUID()}@exemplo.com.br`;
    const intoId = await aTicket({ requesterEmail });
    await say(intoId, 'agent');
    const waitingSince = tick();
    const fromId = await aTicket({ requesterEmail });
    tick();
    await mergeTwice(agent, { fromId, intoId });
    const { items } = await agent.tickets.queue.query({ limit: 100 });
    const own = items.filter((item) => item.requesterEmail === requesterEmail);
    expect(own).toMatchObject([{ id: intoId, waitingSince }]);
  });

  it('redirects tickets that were merged earlier', async () => {
    const [one, two, three] = [await aTicket(), await aTicket(), await aTicket()];
    const bystander = await aTicket();
    await mergeTwice(agent, { fromId: one, intoId: two });
    await mergeTwice(agent, { fromId: two, intoId: three });
    const mergedInto = async (id: number) => (await get(id)).mergedInto;
    expect([await mergedInto(one), await mergedInto(two)]).toEqual([three, three]);
    expect([await mergedInto(three), await mergedInto(bystander)]).toEqual([null, null]);
  });

  it('refuses tickets of two people by default, a missing ticket, and a ticket with itself', async () => {
    const [one, other, nobody] = [await openTicket(app), await openTicket(app), await aTicket()];
    const merge = agent.tickets.merge;
    for (const [fromId, intoId] of [
      [one.id, other.id],
      [one.id, nobody],
      [nobody, one.id],
    ] as const) {
      const call = merge.mutate({ fromId, intoId, dryRun: true });
      await expect(call).rejects.toMatchObject(failing('requesters-differ'));
    }
    const ids = { fromId: one.id, intoId: other.id };
    await mergeTwice(agent, { ...ids, differentRequesters: true });
    expect((await get(other.id)).messages).toHaveLength(2);
    const missing = 999_999;
    for (const [fromId, intoId, code] of [
      [other.id, other.id, 'invalid-request'],
      [other.id, missing, 'ticket-not-found'],
      [missing, other.id, 'ticket-not-found'],
    ] as const) {
      await expect(merge.mutate({ fromId, intoId })).rejects.toMatchObject(failing(code));
    }
  });

  it('refuses another total than that of what would move', async () => {
    const [fromId, intoId] = [await aTicket(), await aTicket()];
    const { total } = await agent.tickets.merge.mutate({ fromId, intoId, dryRun: true });
    await say(fromId, 'requester');
    for (const expected of [0, total, 3]) {
      const merge = agent.tickets.merge.mutate({ fromId, intoId, expected });
      await expect(merge).rejects.toMatchObject(failing('merge-outdated'));
    }
    expect(await get(fromId)).toMatchObject({ status: 'open', mergedInto: null });
  });
});
