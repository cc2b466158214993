import { afterAll, describe, expect, it } from 'vitest';
import { textFile, uploadOne } from '../../attachments/attachment-helpers.ts';
import { startApp } from '../../harness.ts';
import { mergeTwice } from '../merge-twice.ts';

const app = await startApp();
afterAll(() => app.close());
const [bia, carla] = ['bia@leitor.example', 'carla@leitor.example'];
const agent = await app.trpc({ role: 'agent', email: bia });
const other = await app.trpc({ role: 'agent', email: carla });

type Ticket = Partial<Parameters<typeof agent.tickets.create.mutate>[0]>;
const open = async (ticket: Ticket = {}) =>
  (await agent.tickets.create.mutate({ subject: 'Dúvida', body: 'Oi', main: 'Geral', ...ticket }))
    .id;

describe('rows of tickets', () => {
  it('shows neither the addresses of links nor a signature in a row', async () => {
    const id = await open({ body: 'Veja aqui [https://x.com/?a=1] isto.\n-- \nAna Lima' });
    const { items } = await agent.tickets.list.query({ search: `#${id}` });
    expect(items).toMatchObject([{ snippet: 'Veja aqui isto.' }]);
  });

  it('shows the reader’s last message, tags, files and a pending draft in a row', async () => {
    const id = await open({ body: 'Primeira mensagem' });
    const say = (origin: 'requester' | 'agent', body: string) =>
      agent.tickets.addMessage.mutate({ id, author: 'Maria', origin, body });
    await say('agent', '<p>Nossa resposta</p>');
    await say('requester', `Ainda nada\n\n${'muito '.repeat(100)}`);
    for (const name of ['Urgente', 'Ética']) {
      const tag = await agent.tags.create.mutate({ name, color: '#112233' });
      await agent.tickets.addTag.mutate({ id, tagId: tag.id });
    }
    await uploadOne(await app.client({ role: 'agent', email: bia }), id, textFile());
    const row = {
      id,
      snippet: expect.stringMatching(/^Ainda nada (muito ){24}muito$/),
      tags: [{ name: 'Ética' }, { name: 'Urgente', color: '#112233' }],
      attachmentCount: 1,
      hasDraft: false,
    };
    expect((await agent.tickets.list.query({ search: `#${id}` })).items).toMatchObject([row]);
    const { items } = await agent.tickets.queue.query({ limit: 100 });
    expect(items.filter((ticket) => ticket.id === id)).toMatchObject([row]);
  });
});

it('shows what we wrote last in a row if the reader wrote nothing, and counts files that are there', async () => {
  const { db } = app.service.contextFor('test');
  const { id } = await db
    .insertInto('tickets')
    .values({ subject: 'Nossa', main: 'Geral' })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const body of ['<p>Primeira</p>', '<p>Segunda</p>']) {
    await agent.tickets.addMessage.mutate({ id, author: 'Bia', origin: 'agent', body });
  }
  const file = { ticket_id: id, message_id: null, uploader_email: null, name: 'a.txt', size: 1 };
  for (const state of ['ready', 'quarantined', 'pending', 'deleting'] as const) {
    await db
      .insertInto('attachments')
      .values({
        ...file,
        state,
        path: crypto.randomUUID(),
        type: 'text/plain',
        scan_due_at: null,
        sha256: Buffer.alloc(32),
        lease_until: state === 'ready' ? null : new Date(Date.now() + 3_600_000),
      })
      .execute();
  }
  const { items } = await agent.tickets.list.query({ search: `#${id}` });
  expect(items).toMatchObject([{ snippet: 'Segunda', attachmentCount: 2 }]);
});

describe('mentions of a note', () => {
  it('finds a ticket by the people whom its notes mention, also after a merge', async () => {
    const id = await open();
    const many = Array.from({ length: 21 }, () => carla);
    const note = { id, body: 'Carla, veja isto', mentions: [...many.slice(2), 'ana@a.example'] };
    await agent.tickets.addNote.mutate(note);
    await expect(agent.tickets.addNote.mutate({ ...note, mentions: many })).rejects.toMatchObject({
      data: { errorCode: 'invalid-request' },
    });
    const mine = (by: typeof agent) => by.tickets.list.query({ mentions: 'me' });
    expect((await mine(other)).items.map((ticket) => ticket.id)).toEqual([id]);
    expect((await mine(agent)).items).toEqual([]);
    expect(await agent.tickets.counts.query({ views: [{ mentions: carla }] })).toEqual({
      counts: [1],
    });
    const { notes } = await other.tickets.get.query({ id });
    expect(notes).toMatchObject([{ body: 'Carla, veja isto', mentions: ['ana@a.example', carla] }]);

    const into = await open();
    await mergeTwice(agent, { fromId: id, intoId: into });
    expect((await mine(other)).items.map((ticket) => ticket.id)).toEqual([into]);
  });
});

describe('tickets.mergeCandidates', () => {
  it('proposes to merge open tickets of the same reader, and similar ones', async () => {
    const requesterEmail = 'dora@exemplo.com.br';
    const asked = { subject: 'Caneca quebrada na entrega', body: 'A caneca chegou quebrada.' };
    const id = await open({ ...asked, requesterEmail });
    const own = await open({ requesterEmail, subject: 'Outra coisa' });
    const settled = await open({ requesterEmail, subject: 'Resolvida' });
    await agent.tickets.setStatus.mutate({ id: settled, status: 'resolved' });
    const alike = await open({ ...asked, requesterEmail: 'elza@exemplo.com.br' });
    await open({ subject: 'Senha perdida', body: 'Não entro.' });
    const { items, nextCursor } = await agent.tickets.mergeCandidates.query({ id });
    expect(nextCursor).toBeNull();
    expect(items).toMatchObject([
      { id: own, sameRequester: true, subject: 'Outra coisa' },
      { id: alike, sameRequester: false, subject: asked.subject },
    ]);
    await expect(agent.tickets.mergeCandidates.query({ id: 999_999 })).rejects.toMatchObject({
      data: { errorCode: 'ticket-not-found' },
    });
  });

  it('proposes tickets that share most words of the text or the subject, best first', async () => {
    // Words that no other ticket has, of which the longest count.
    const own = crypto
      .randomUUID()
      .slice(0, 6)
      .replaceAll(/[\dae]/g, (sign) => 'bcdfghjklmnpq'[Number(`0x${sign}`) % 13] ?? '');
    const ofSubject = [...'bcdfgh'].map((letter) => `z${own}${letter}`);
    const ofText = [...'bcdfghjk'].map((letter) => `vrmp${own}${letter}`);
    const alike = (inSubject: number, inText: number) =>
      open({
        subject: ofSubject.slice(0, inSubject).join(' ') || 'Outro',
        body: ofText.slice(0, inText).join(' ') || 'Oi',
      });
    const id = await alike(6, 8);
    const said = await alike(0, 5);
    const titled = await alike(5, 0);
    await alike(0, 3);
    await alike(4, 0);
    const { items } = await agent.tickets.mergeCandidates.query({ id });
    expect(items.map((ticket) => ticket.id)).toEqual([titled, said]);
  });
});
