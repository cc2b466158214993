import { describe, expect } from 'vitest';
import { createLeitor } from '../../packages/sdk/src/index.ts';
import { textFile } from '../attachments/attachment-helpers.ts';
import { serviceTest, type TestPerson } from '../fixture.ts';
import { signedToken } from '../harness.ts';
import { mailEnv } from '../inbound/mail-people.ts';
import { ageMails } from '../support/age.ts';
import { mergeTwice } from '../tickets/merge-twice.ts';
import { aReader, written } from './reader-fixtures.ts';

const test = serviceTest(mailEnv);
const closing = serviceTest({ INBOUND_CLOSED: 'new-ticket' });
const notFound = { status: 404, code: 'ticket-not-found' };
const bodiesOf = ({ messages }: { messages: { body: string }[] }) =>
  messages.map(({ body }) => body);
const reply = (agent: TestPerson, id: number, html: string) =>
  agent.trpc.tickets.reply.mutate({ id, html, sendEmail: false, undoSeconds: 0 });

describe('POST /support/me/tickets', () => {
  test('opens a ticket of the caller, in the category of the site', async ({ app, agent }) => {
    const { leitor, email } = await aReader(app);
    const opened = await leitor.createMyTicket(written);
    expect(opened).toMatchObject({ subject: written.subject, status: 'open' });
    const ticket = await agent.trpc.tickets.get.query({ id: opened.id });
    expect(ticket).toMatchObject({
      requesterEmail: email,
      requesterName: 'Ana Lima',
      main: 'Site',
    });
    expect(ticket.messages).toMatchObject([{ body: written.body, origin: 'requester' }]);
  });

  test('refuses the eleventh of a day', async ({ app, clock }) => {
    const { leitor } = await aReader(app);
    await leitor.createMyTicket(written);
    clock.pass(3_600_000);
    for (let count = 1; count < 10; count += 1) await leitor.createMyTicket(written);
    const refused = { status: 429, code: 'ticket-quota-exceeded', retryAfter: 23 * 3_600 };
    await expect(leitor.createMyTicket(written)).rejects.toMatchObject(refused);
    clock.pass(23 * 3_600_000);
    expect(await leitor.createMyTicket(written)).toBeTruthy();
  });

  test.for([
    { subject: ' ', body: 'Oi' },
    { subject: 'Oi', body: ' \n' },
    { subject: 'Oi', body: 'a'.repeat(100_001) },
  ])('refuses a blank or endless text', async (given, { app }) => {
    const { leitor } = await aReader(app);
    await expect(leitor.createMyTicket(given)).rejects.toMatchObject({ code: 'invalid-request' });
  });

  test('refuses a token without an e-mail', async ({ app }) => {
    const token = await signedToken({ role: 'reader' });
    const nobody = createLeitor({ baseUrl: app.url, token });
    const refused = { status: 401, code: 'invalid-token' };
    await expect(nobody.listMyTickets()).rejects.toMatchObject(refused);
  });
});

describe('GET /support/me/tickets', () => {
  test("lists the caller's tickets by pages, newest first, also those of mails", async ({
    app,
    agent,
  }) => {
    const { leitor, email } = await aReader(app);
    const { id: mailed } = await agent.trpc.tickets.create.mutate({
      ...written,
      main: 'E-mail',
      requesterEmail: email,
    });
    const ids = [mailed];
    for (let count = 0; count < 3; count += 1) ids.push((await leitor.createMyTicket(written)).id);
    await (await aReader(app)).leitor.createMyTicket(written);
    const listed = [];
    for await (const { id } of leitor.pages.listMyTickets({ limit: 2 })) listed.push(id);
    expect(listed).toEqual(ids.reverse());
  });
});

describe('GET /support/me/tickets/{id}', () => {
  test('shows messages and replies as text, and the HTML of replies', async ({ app, agent }) => {
    const { leitor } = await aReader(app);
    const { id } = await leitor.createMyTicket({ ...written, body: 'Assino <b>desde</b> 2020' });
    await reply(agent, id, '<p>Olá,</p><p><b>reenviamos</b>.</p>');
    const { messages } = await leitor.getMyTicket({ id });
    expect(messages).toMatchObject([
      { from: 'reader', body: 'Assino <b>desde</b> 2020' },
      { from: 'team', body: 'Olá,\n\nreenviamos.', html: '<p>Olá,</p><p><b>reenviamos</b>.</p>' },
    ]);
    expect(messages[0]).not.toHaveProperty('html');
  });

  test('shows the newest messages, and older ones by the id of the first', async ({ app }) => {
    const { leitor } = await aReader(app);
    const { id } = await leitor.createMyTicket(written);
    for (const body of ['dois', 'três']) await leitor.addMyTicketMessage({ id, body });
    const newest = await leitor.getMyTicket({ id, limit: 2 });
    expect([bodiesOf(newest), newest.hasOlder]).toEqual([['dois', 'três'], true]);
    const older = await leitor.getMyTicket({ id, before: newest.messages[0]?.id });
    expect([bodiesOf(older), older.hasOlder]).toEqual([[written.body], false]);
  });

  test('hides a reply until it cannot be undone', async ({ app, agent, db }) => {
    const { leitor } = await aReader(app);
    const { id } = await leitor.createMyTicket(written);
    await agent.trpc.tickets.reply.mutate({
      id,
      html: '<p>Já vai</p>',
      sendEmail: true,
      undoSeconds: 60,
    });
    expect(bodiesOf(await leitor.getMyTicket({ id }))).toEqual([written.body]);
    const { messages } = await agent.trpc.tickets.get.query({ id });
    await agent.api.uploadAttachments({
      params: { id },
      body: { arquivo: textFile(), mensagemId: messages[1]?.id },
    });
    expect(await leitor.listTicketAttachments({ id })).toEqual([]);
    await ageMails(db, 5);
    expect(bodiesOf(await leitor.getMyTicket({ id }))).toEqual([written.body, 'Já vai']);
    expect(await leitor.listTicketAttachments({ id })).toHaveLength(1);
  });

  test("names the files of its messages and of the reader, with addresses, but not the team's others", async ({
    app,
    agent,
  }) => {
    const { leitor } = await aReader(app);
    const { id } = await leitor.createMyTicket(written);
    const { messages } = await leitor.getMyTicket({ id });
    const mensagemId = messages[0]?.id;
    await leitor.uploadAttachments({ id, mensagemId, arquivo: textFile('minha.txt') });
    await leitor.uploadAttachments({ id, arquivo: textFile('solta.txt') });
    const upload = (arquivo: File) =>
      agent.api.uploadAttachments({ params: { id }, body: { arquivo } });
    await upload(textFile('rascunho.txt'));
    const picture = await upload(textFile('figura.txt'));
    const figure =
      (picture.status === 201 && 'id' in picture.body.data && picture.body.data.id) || 0;
    const html = `<p>Veja <img src="cid:anexo-${figure}"></p>`;
    await agent.trpc.tickets.reply.mutate({
      id,
      html,
      attachmentIds: [figure],
      sendEmail: false,
      undoSeconds: 0,
    });
    const thread = await leitor.getMyTicket({ id });
    const [own, , shown] = thread.attachments;
    expect(thread.attachments.map(({ nomeArquivo }) => nomeArquivo)).toEqual([
      'minha.txt',
      'solta.txt',
      'figura.txt',
    ]);
    expect(own).toMatchObject({ mensagemId });
    expect(await (await fetch(own?.downloadUrl ?? '')).text()).toBe('Olá');
    expect(thread.messages[1]?.html).toContain(`<img src="${shown?.downloadUrl}"`);
  });

  test("does not find others' tickets, nor erased ones", async ({ app, admin, ticket }) => {
    const [ana, rui] = [await aReader(app), await aReader(app)];
    const { id } = await ana.leitor.createMyTicket(written);
    for (const other of [id, ticket.id, 999_999]) {
      await expect(rui.leitor.getMyTicket({ id: other })).rejects.toMatchObject(notFound);
      await expect(rui.leitor.addMyTicketMessage({ id: other, body: 'Oi' })).rejects.toMatchObject(
        notFound,
      );
    }
    const { email } = ana;
    const { total } = await admin.trpc.people.erase.mutate({ email });
    await admin.trpc.people.erase.mutate({ email, expected: total });
    await expect(ana.leitor.getMyTicket({ id })).rejects.toMatchObject(notFound);
    expect((await ana.leitor.listMyTickets()).items).toEqual([]);
  });
});

describe('POST /support/me/tickets/{id}/messages', () => {
  test('reopens a resolved and a closed ticket', async ({ app, agent }) => {
    const { leitor } = await aReader(app);
    const { id } = await leitor.createMyTicket(written);
    for (const status of ['resolved', 'closed'] as const) {
      await agent.trpc.tickets.setStatus.mutate({ id, status });
      expect((await leitor.addMyTicketMessage({ id, body: status })).ticketId).toBe(id);
      expect(await leitor.getMyTicket({ id })).toMatchObject({ status: 'open' });
    }
  });

  test('refuses the sixty-first of an hour, and opens tickets besides', async ({ app, clock }) => {
    const { leitor } = await aReader(app);
    const { id } = await leitor.createMyTicket(written);
    const body = 'Ainda não';
    for (let count = 0; count < 60; count += 1) await leitor.addMyTicketMessage({ id, body });
    const refused = { status: 429, code: 'message-quota-exceeded' };
    await expect(leitor.addMyTicketMessage({ id, body })).rejects.toMatchObject(refused);
    expect(await leitor.createMyTicket(written)).toBeTruthy();
    clock.pass(3_600_000);
    expect(await leitor.addMyTicketMessage({ id, body })).toMatchObject({ ticketId: id });
  });

  test('pauses a scheduled reply', async ({ app, agent, clock }) => {
    clock.set(new Date());
    const { leitor } = await aReader(app);
    const { id } = await leitor.createMyTicket(written);
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    await agent.trpc.tickets.reply.mutate({ id, html: '<p>Amanhã</p>', sendAt });
    await leitor.addMyTicketMessage({ id, body: 'Já chegou' });
    const { later } = await agent.trpc.tickets.get.query({ id });
    expect(later).toMatchObject([{ heldAt: expect.anything() }]);
    expect(bodiesOf(await leitor.getMyTicket({ id }))).toEqual([written.body, 'Já chegou']);
  });
});

describe('a merged ticket of a reader', () => {
  test('is shown as the one that took it over, and listed once', async ({ app, agent }) => {
    const { leitor } = await aReader(app);
    const [from, into] = [
      await leitor.createMyTicket({ ...written, body: 'um' }),
      await leitor.createMyTicket({ subject: 'Outro', body: 'dois' }),
    ];
    await mergeTwice(agent.trpc, { fromId: from.id, intoId: into.id });
    const shown = await leitor.getMyTicket({ id: from.id });
    expect(shown).toMatchObject({ id: into.id, subject: 'Outro' });
    expect(bodiesOf(shown)).toEqual(['um', 'dois']);
    expect((await leitor.listMyTickets()).items.map(({ id }) => id)).toEqual([into.id]);
    const { ticketId } = await leitor.addMyTicketMessage({ id: from.id, body: 'três' });
    expect(ticketId).toBe(into.id);
  });

  test('of another person shows each their own messages and the replies to them', async ({
    app,
    agent,
  }) => {
    const [ana, rui] = [await aReader(app), await aReader(app)];
    const from = await ana.leitor.createMyTicket({ subject: 'De Ana', body: 'ana' });
    const again = await ana.leitor.createMyTicket({ subject: 'De Ana, mais novo', body: 'ana 2' });
    await reply(agent, from.id, 'para ana');
    await ana.leitor.uploadAttachments({ id: from.id, arquivo: textFile() });
    const into = await rui.leitor.createMyTicket({ subject: 'De Rui', body: 'rui' });
    for (const { id } of [from, again]) {
      await mergeTwice(agent.trpc, { fromId: id, intoId: into.id, differentRequesters: true });
    }
    await reply(agent, into.id, 'para rui');
    const added = await ana.leitor.addMyTicketMessage({ id: from.id, body: 'ana 3' });
    for (const mensagemId of [added.id, undefined]) {
      await ana.leitor.uploadAttachments({ id: into.id, mensagemId, arquivo: textFile() });
    }
    const ofOther = (await rui.leitor.getMyTicket({ id: into.id })).messages[0]?.id;
    const refused = ana.leitor.uploadAttachments({
      id: into.id,
      mensagemId: ofOther,
      arquivo: textFile(),
    });
    await expect(refused).rejects.toMatchObject({ code: 'invalid-request' });
    const ofAna = await ana.leitor.getMyTicket({ id: into.id });
    expect(ofAna).toMatchObject({ id: into.id, subject: 'De Ana, mais novo' });
    expect(bodiesOf(ofAna)).toEqual(['ana', 'ana 2', 'para ana', 'ana 3']);
    const ofRui = await rui.leitor.getMyTicket({ id: into.id });
    expect(ofRui.subject).toBe('De Rui');
    expect(bodiesOf(ofRui)).toEqual(['rui', 'para rui']);
    await expect(rui.leitor.getMyTicket({ id: from.id })).rejects.toMatchObject(notFound);
    const [file] = ofAna.attachments;
    expect(ofAna.attachments).toHaveLength(3);
    expect(await ana.leitor.listTicketAttachments({ id: into.id })).toHaveLength(3);
    expect(await rui.leitor.listTicketAttachments({ id: into.id })).toEqual([]);
    const hidden = rui.leitor.downloadAttachment({ attachmentId: file?.id ?? 0 });
    await expect(hidden).rejects.toMatchObject({ code: 'attachment-not-found' });
    const { items } = await ana.leitor.listMyTickets();
    expect(items).toMatchObject([{ id: into.id, subject: 'De Ana, mais novo' }]);
  });
});

describe('with INBOUND_CLOSED=new-ticket', () => {
  closing(
    'a message to a closed ticket opens the one that continues it',
    async ({ app, agent }) => {
      const { leitor } = await aReader(app);
      const { id } = await leitor.createMyTicket(written);
      await agent.trpc.tickets.setStatus.mutate({ id, status: 'closed' });
      const added = await leitor.addMyTicketMessage({ id, body: 'De novo' });
      expect(added.ticketId).not.toBe(id);
      const next = await agent.trpc.tickets.get.query({ id: added.ticketId });
      expect(next).toMatchObject({ subject: written.subject, main: 'Site', followsId: id });
    },
  );
});
