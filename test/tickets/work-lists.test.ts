import { afterAll, describe, expect, it } from 'vitest';
import { openTicket, textFile, uploadOne } from '../attachments/attachment-helpers.ts';
import { startApp } from '../harness.ts';
import { mergeTwice } from './merge-twice.ts';

const clock = { now: new Date('2026-03-10T12:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const expiresAt = new Date('2027-01-01T00:00:00Z');
const ana = 'ana@leitor.com.br';
const internal = await app.trpc({ role: 'agent', email: ana, name: 'Ana', expiresAt });
const admin = await app.trpc({ role: 'admin', expiresAt });

const tick = (minutes = 1) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
  return clock.now.toISOString();
};
const aTicket = (fields: Partial<Parameters<typeof internal.tickets.create.mutate>[0]> = {}) =>
  internal.tickets.create.mutate({ subject: 'Dúvida', body: 'Oi', main: 'Geral', ...fields });
const say = (id: number, origin: 'requester' | 'agent' | 'ai', body = 'Oi') =>
  internal.tickets.addMessage.mutate({ id, author: 'Alguém', origin, body });
const failing = (errorCode: string) => ({ data: { errorCode } });

describe('tickets.queue', () => {
  it('holds open tickets whose last message is the customer’s, the longest waiting first', async () => {
    const since = tick();
    const first = await aTicket();
    tick();
    const second = await aTicket();
    const waiting = async () => {
      const { items } = await internal.tickets.queue.query({ limit: 100 });
      const own = items.filter(({ id }) => id === first.id || id === second.id);
      return new Map(own.map((item) => [item.id, item]));
    };
    tick(10);
    await say(first.id, 'requester');
    const queue = await waiting();
    expect([...queue.keys()]).toEqual([first.id, second.id]);
    expect(queue.get(first.id)).toMatchObject({ waitingSince: since, waitingSeconds: 660 });
    await say(first.id, 'agent');
    expect([...(await waiting()).keys()]).toEqual([second.id]);
    const again = tick();
    await say(first.id, 'requester');
    expect((await waiting()).get(first.id)).toMatchObject({ waitingSince: again });
    await say(second.id, 'ai');
    await internal.tickets.setStatus.mutate({ id: first.id, status: 'closed' });
    expect((await waiting()).size).toBe(0);
    await internal.tickets.setStatus.mutate({ id: first.id, status: 'in_progress' });
    expect((await waiting()).get(first.id)).toMatchObject({ waitingSince: again });
    await internal.tickets.setStatus.mutate({ id: first.id, status: 'resolved' });
    const reopened = tick();
    await say(first.id, 'requester');
    expect((await waiting()).get(first.id)).toMatchObject({ waitingSince: again });
    expect(reopened > again).toBe(true);
    await say(first.id, 'agent');
  });

  it('is listed by assignee, and in pages without gaps or repeats', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 5; i += 1) ids.push((await aTicket()).id);
    const agent = `${crypto.randomUUID()}@leitor.com.br`;
    await internal.tickets.assign.mutate({ ids: ids.slice(0, 3), agentEmail: agent.toUpperCase() });
    const pages = async (assignee?: string | null) => {
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await internal.tickets.queue.query({ assignee, cursor, limit: 2 });
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return seen;
    };
    const own = (seen: number[]) => seen.filter((id) => ids.includes(id));
    expect(await pages(agent)).toEqual(ids.slice(0, 3));
    expect(own(await pages(null))).toEqual(ids.slice(3));
    expect(own(await pages())).toEqual(ids);
    await internal.tickets.assign.mutate({ ids, agentEmail: null });
    expect(await pages(agent)).toEqual([]);
    await expect(internal.tickets.queue.query({ cursor: 'x' })).rejects.toMatchObject(
      failing('invalid-request'),
    );
  });
});

describe('tickets.list search', () => {
  it('finds words of subjects and of messages, in Portuguese, across both', async () => {
    const word = `zw${crypto.randomUUID().slice(0, 6)}`;
    const inSubject = await aTicket({ subject: `Assunto ${word}` });
    const inMessage = await aTicket({ body: 'Nada' });
    await say(inMessage.id, 'agent', `<p>Sobre o ${word}: edições atrasadas</p>`);
    const find = async (search: string) =>
      (await internal.tickets.list.query({ search })).items.map(({ id }) => id);
    expect(await find(word)).toEqual([inMessage.id, inSubject.id]);
    expect(await find(`${word} edições atrasada`)).toEqual([inMessage.id]);
    expect(await find(`${word} dúvida`)).toEqual([inMessage.id]);
    await internal.tickets.edit.mutate({ id: inSubject.id, subject: 'Outro' });
    expect(await find(word)).toEqual([inMessage.id]);
  });
});

describe('tickets.addNote', () => {
  it('adds a note that is not a message', async () => {
    const { id } = await aTicket();
    const note = await internal.tickets.addNote.mutate({ id, body: 'Cliente antigo' });
    const ticket = await internal.tickets.get.query({ id });
    expect(ticket.messages).toHaveLength(1);
    expect(ticket.notes).toEqual([
      {
        id: note.id,
        author: ana,
        body: 'Cliente antigo',
        inPrompt: false,
        createdAt: clock.now.toISOString(),
      },
    ]);
    await expect(internal.tickets.addNote.mutate({ id: 999_999, body: 'x' })).rejects.toMatchObject(
      failing('ticket-not-found'),
    );
  });
});

describe('tickets.edit', () => {
  it('changes the given fields, and the audit trail keeps no personal values', async () => {
    const { id } = await aTicket({ issue: 'Boleto', requesterName: 'Maria' });
    const edited = await internal.tickets.edit.mutate({
      id,
      main: 'Financeiro',
      issue: null,
      requesterEmail: 'Maria@exemplo.com.br',
    });
    expect(edited).toMatchObject({
      main: 'Financeiro',
      issue: null,
      requesterName: 'Maria',
      requesterEmail: 'maria@exemplo.com.br',
    });
    const { items } = await admin.audit.list.query({
      target: `ticket:${id}`,
      action: 'tickets.edit',
    });
    expect(items.map(({ changes }) => changes)).toEqual([
      [
        { field: 'main', before: 'Geral', after: 'Financeiro' },
        { field: 'issue', before: 'Boleto', after: null },
        { field: 'requesterEmail' },
      ],
    ]);
  });
});

describe('tickets.merge', () => {
  it('moves messages, notes, attachments and tags, and closes what is left', async () => {
    const into = await openTicket(app);
    const from = await openTicket(app, into.email);
    const attachment = await uploadOne(from.requester, from.id, textFile());
    const tag = await internal.tags.create.mutate({ name: crypto.randomUUID(), color: '#000000' });
    await internal.tickets.addTag.mutate({ id: from.id, tagId: tag.id });
    await internal.tickets.addNote.mutate({ id: from.id, body: 'nota' });
    await mergeTwice(internal, { fromId: from.id, intoId: into.id });
    const merged = await internal.tickets.get.query({ id: into.id });
    expect(merged.messages.map(({ id }) => id)).toEqual([into.messageId, from.messageId]);
    expect([merged.notes.length, merged.tags.length]).toEqual([1, 1]);
    const files = await internal.attachments.list.query({ ticketId: into.id });
    expect(files.map(({ id }) => id)).toEqual([attachment.id]);
    expect(await internal.tickets.get.query({ id: from.id })).toMatchObject({
      status: 'closed',
      mergedInto: into.id,
      messages: [],
      tags: [],
    });
    await expect(say(from.id, 'agent')).rejects.toMatchObject(failing('ticket-merged'));
    await expect(
      internal.tickets.merge.mutate({ fromId: from.id, intoId: into.id }),
    ).rejects.toMatchObject(failing('ticket-merged'));
    const search = await internal.tickets.list.query({ search: `anexos ${into.email}` });
    expect(search.items.map(({ id }) => id)).not.toContain(from.id);
  });

  it('refuses tickets of two people unless it is told to, and a ticket with itself', async () => {
    const [one, other] = [await openTicket(app), await openTicket(app)];
    const ids = { fromId: one.id, intoId: other.id };
    await expect(internal.tickets.merge.mutate(ids)).rejects.toMatchObject(
      failing('requesters-differ'),
    );
    await mergeTwice(internal, { ...ids, differentRequesters: true });
    await expect(
      internal.tickets.merge.mutate({ fromId: other.id, intoId: other.id }),
    ).rejects.toMatchObject(failing('invalid-request'));
  });

  it('has a dry run that says what would move, and refuses another total', async () => {
    const ids = { fromId: (await aTicket()).id, intoId: (await aTicket()).id };
    await internal.tickets.addNote.mutate({ id: ids.fromId, body: 'nota' });
    const counted = await internal.tickets.merge.mutate({ ...ids, dryRun: true });
    expect(counted).toEqual({
      dryRun: true,
      records: [
        { kind: 'messages', count: 1 },
        { kind: 'notes', count: 1 },
        { kind: 'attachments', count: 0 },
        { kind: 'mails', count: 0 },
        { kind: 'tags', count: 0 },
      ],
      total: 2,
    });
    const merge = (expected: number) => internal.tickets.merge.mutate({ ...ids, expected });
    await say(ids.fromId, 'requester');
    await expect(merge(counted.total)).rejects.toMatchObject(failing('merge-outdated'));
    expect(await internal.tickets.get.query({ id: ids.fromId })).toMatchObject({
      status: 'open',
      mergedInto: null,
    });
    expect(await merge(3)).toEqual({
      ...counted,
      dryRun: false,
      records: expect.anything(),
      total: 3,
    });
  });

  it('keeps the counts of reports right', async () => {
    const main = crypto.randomUUID();
    const fromId = (await aTicket({ main })).id;
    const intoId = (await aTicket({ main })).id;
    await internal.tickets.merge.mutate({ fromId, intoId });
    const day = clock.now.toISOString().slice(0, 10);
    const report = await internal.reports.timeSeries.query({ from: day, to: day, main });
    expect(JSON.stringify(report)).toContain('"total":2');
    expect(JSON.stringify(report)).toContain('"closed":1');
  });
});
