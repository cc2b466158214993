import { simpleParser } from 'mailparser';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { textFile, uploadOne } from '../../attachments/attachment-helpers.ts';
import { mailEnv } from '../../inbound/mail-people.ts';
import { aMail, aMailWith } from '../../inbound/mails.ts';
import { startReplyFixture } from '../../replies/reply-fixtures.ts';
import { mergeTwice } from '../merge-twice.ts';

let refusals: Record<string, number> = {};
const fixture = await startReplyFixture({
  env: { MAIL_REPLY_TO: mailEnv.MAIL_REPLY_TO },
  mail: {
    onRecipient: (address) => {
      const responseCode = refusals[address];
      if (responseCode) throw Object.assign(new Error('no such user'), { responseCode });
    },
  },
});
afterAll(() => fixture.close());
beforeEach(() => {
  refusals = {};
});
const { app, openTicket } = fixture;
const bia = { role: 'agent', email: 'bia@leitor.com.br', name: 'Bia' } as const;
const agent = await app.trpc(bia);

const files = await app.client(bia);

const anAddress = () => `${crypto.randomUUID().slice(0, 8)}@grafica.example`;
const ticketOf = (id: number) => agent.tickets.get.query({ id });
const lastMail = async () => {
  const received = fixture.smtp.mails.at(-1);
  return { recipients: received?.to, mail: await simpleParser(received?.source ?? '') };
};
const ingest = (raw: Buffer) => agent.inbound.ingest.mutate({ raw: raw.toString('base64') });
const refused = (errorCode: string) => ({ data: { errorCode } });

/** A ticket of Ana with a file in her mail, and its message. */
const aTicket = async () => {
  const email = `${crypto.randomUUID()}@exemplo.com.br`;
  const file = { name: 'recibo.txt', type: 'text/plain', contents: Buffer.from('R$ 20') };
  const { ticketId: id = 0, messageId = 0 } = await ingest(
    aMailWith([file], { From: `Ana Lima <${email}>`, Subject: 'Cobrança <em dobro>' }),
  );
  return { id, messageId, email, reader: await app.client({ email }) };
};

/** A forward that left, with its address for answers and its Message-ID. */
const forwarded = async (to = [anAddress()]) => {
  const ticket = await aTicket();
  const { id, messageId } = ticket;
  const html = '<p>Podem ver?</p>';
  const sent = await agent.tickets.forward.mutate({ id, messageId, to, html, undoSeconds: 0 });
  const { mail } = await lastMail();
  const [to0 = ''] = to;
  const answerTo = mail.replyTo?.value[0]?.address ?? '';
  return { ...ticket, ...sent, to: to0, answerTo, mailId: mail.messageId ?? '' };
};

const answer = (
  { to, answerTo }: { to: string; answerTo: string },
  headers: Record<string, string> = {},
) =>
  ingest(
    aMail(
      { From: `Rui Gráfica <${to}>`, To: answerTo, Subject: 'RES: Enc: Cobrança', ...headers },
      'Foi estornado.\r\n\r\nEm ter., 10 de mar. de 2026 às 11:40, Leitor <suporte@leitor.example> escreveu:\r\n> Podem ver?',
    ),
  );

describe('tickets.forward', () => {
  it('forwards a message with header and files to all recipients', async () => {
    const preferences = { signature: '<p>Bia, da Leitor</p>' };
    await agent.me.preferences.set.mutate(preferences);
    const [one, two] = [anAddress(), anAddress()];
    const { id, messageId, email, noteId } = await forwarded([one, two, one.toUpperCase()]);
    await agent.me.preferences.set.mutate({});
    const { recipients, mail } = await lastMail();
    expect(recipients).toEqual([one, two]);
    expect(mail).toMatchObject({
      subject: 'Enc: Cobrança <em dobro>',
      to: { text: `${one}, ${two}` },
    });
    expect(mail.inReplyTo).toBeUndefined();
    expect(mail.headers.has('auto-submitted')).toBe(false);
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['recibo.txt']);
    const [above, below = ''] = mail.text?.split('---------- ') ?? [];
    expect(above).toBe('Podem ver?\n\n-- \nBia, da Leitor\n\n');
    expect(below).toContain(`De: Ana Lima <${email}>`);
    expect(below).toContain('Segue o anexo.');
    const { notes, messages } = await ticketOf(id);
    expect(messages.map((message) => message.id)).toEqual([messageId]);
    expect(notes).toMatchObject([
      {
        id: noteId,
        author: bia.email,
        mail: 'mailed',
        inPrompt: false,
        body: `Encaminhado a ${one}, ${two}\n\nPodem ver?`,
        forwardedTo: [one, two].sort(),
      },
    ]);
    const { items } = await agent.tickets.history.query({ id });
    expect(items.find(({ action }) => action === 'tickets.forward')?.changes).toEqual([
      { field: 'notes', after: noteId },
      { field: 'to', after: [one, two].sort().join(', ') },
    ]);
  });

  it('forwards chosen files of this ticket only, scanned, at most 20 MB', async () => {
    const { id, messageId, reader } = await aTicket();
    const once = { id, messageId, to: [anAddress()], undoSeconds: 0 };
    const forward = (attachmentIds: number[]) =>
      agent.tickets.forward.mutate({ ...once, attachmentIds });
    const elsewhere = await uploadOne(files, await openTicket(), textFile());
    await expect(forward([elsewhere.id])).rejects.toMatchObject(refused('attachment-not-found'));
    const three = [];
    for (const client of [files, reader, files])
      three.push((await uploadOne(client, id, textFile())).id);
    const { db } = app.service.contextFor('test');
    const sizes = db.updateTable('attachments').where('id', 'in', three);
    await sizes.set({ size: 7_500_000 }).execute();
    await expect(forward(three)).rejects.toMatchObject(refused('attachments-too-large'));
    await sizes.set({ size: 4 }).execute();
    expect((await ticketOf(id)).notes).toEqual([]);
    await forward([...three.slice(1), ...three.slice(1)]);
    expect((await lastMail()).mail.attachments).toHaveLength(2);
    await forward([]);
    expect((await lastMail()).mail.attachments).toEqual([]);
  });

  it('refuses to forward messages of other tickets, and to nobody', async () => {
    const { id, messageId } = await aTicket();
    const other = await aTicket();
    const forward = (messages: number, to: string[]) =>
      agent.tickets.forward.mutate({ id, messageId: messages, to });
    const foreign = forward(other.messageId, [anAddress()]);
    await expect(foreign).rejects.toMatchObject(refused('message-not-found'));
    for (const to of [[], ['ninguém']]) {
      await expect(forward(messageId, to)).rejects.toMatchObject(refused('invalid-request'));
    }
  });

  it('forwards once a key, and deletes the note with an undo', async () => {
    const { id, messageId } = await aTicket();
    const to = [anAddress(), anAddress()];
    const once = { id, messageId, to, html: 'Oi', requestKey: crypto.randomUUID() };
    const { mailId, noteId } = await agent.tickets.forward.mutate(once);
    expect(await agent.tickets.forward.mutate(once)).toMatchObject({ mailId, mail: 'waiting' });
    await expect(agent.tickets.forward.mutate({ ...once, to: to.slice(1) })).rejects.toMatchObject(
      refused('idempotency-key-reused'),
    );
    expect((await ticketOf(id)).notes).toMatchObject([{ id: noteId, mail: 'waiting' }]);
    // It is no reply of later, which the reader's next mail would hold.
    expect((await ticketOf(id)).later).toEqual([]);
    // The same key may stand for a reply.
    const reply = { id, html: 'Oi', requestKey: once.requestKey };
    expect(await agent.tickets.reply.mutate(reply)).toMatchObject({ mail: 'saved' });
    const undone = await agent.outbox.undo.mutate({ id: mailId });
    const attachmentIds = [expect.any(Number)];
    expect(undone).toEqual({ undone: true, html: '<p>Oi</p>', to, attachmentIds });
    expect((await ticketOf(id)).notes).toEqual([]);
    // Its act stays, without the people.
    const { items } = await agent.tickets.history.query({ id });
    const act = items.find(({ action }) => action === 'tickets.forward');
    expect(act?.changes).toEqual([{ field: 'notes', after: noteId }]);
  });

  it('notes recipients that a forward did not reach, and reopens the ticket if it reached none', async () => {
    const { id, messageId } = await aTicket();
    const [good, bad] = [anAddress(), anAddress()];
    refusals = { [bad]: 550 };
    const forward = (to: string[]) =>
      agent.tickets.forward.mutate({ id, messageId, to, undoSeconds: 0 });
    await agent.tickets.setStatus.mutate({ id, status: 'resolved' });
    expect(await forward([bad, good])).toMatchObject({ mail: 'mailed' });
    expect(await ticketOf(id)).toMatchObject({
      status: 'resolved',
      notes: [{ notice: `${bad} não recebeu: este endereço não existe.` }],
    });
    expect(await forward([bad])).toMatchObject({ mail: 'failed' });
    expect(await ticketOf(id)).toMatchObject({
      status: 'open',
      notes: [{}, { mail: 'failed', notice: 'E-mail recusado: este endereço não existe.' }],
    });
  });
});

describe('the answer to a forward', () => {
  it('stores the answer to a forward as a note that mentions its agent', async () => {
    const forward = await forwarded();
    const { id } = forward;
    await agent.tickets.setStatus.mutate({ id, status: 'closed' });
    const mails = fixture.smtp.mails.length;
    expect(await answer(forward)).toEqual({ outcome: 'reply', ticketId: id });
    const { status, messages, notes } = await ticketOf(id);
    expect([status, messages.length, fixture.smtp.mails.length]).toEqual(['closed', 1, mails]);
    expect(notes[1]).toMatchObject({
      author: `Rui Gráfica <${forward.to}>`,
      body: 'Foi estornado.',
      mentions: [bia.email],
      inPrompt: false,
    });
    const told = await agent.tickets.list.query({ mentions: 'me', limit: 100 });
    expect(told.items.map((item) => item.id)).toContain(id);

    const { items: found } = await agent.tickets.list.query({ search: 'estornado' });
    expect(found.map((item) => item.id)).not.toContain(id);
  });

  it('matches an answer to a forward by Message-ID from its recipients only', async () => {
    const forward = await forwarded();
    const reference = { To: 'suporte@leitor.example', 'In-Reply-To': forward.mailId };
    expect(await answer(forward, reference)).toMatchObject({ ticketId: forward.id });
    const stranger = await answer({ ...forward, to: anAddress() }, reference);
    expect(stranger).toMatchObject({ outcome: 'new-ticket' });
    const forged = forward.mailId.replace(/\.[a-z2-7]{16}@/, '.aaaaaaaaaaaaaaaa@');
    const unsigned = await answer(forward, { ...reference, 'In-Reply-To': forged });
    expect(unsigned).toMatchObject({ outcome: 'new-ticket' });
  });

  it('stores the reader’s own answer to a forward as their message', async () => {
    const forward = await forwarded();
    await agent.tickets.setStatus.mutate({ id: forward.id, status: 'resolved' });
    const own = await answer({ ...forward, to: forward.email });
    expect(own).toMatchObject({ outcome: 'reply', ticketId: forward.id });
    const { status, messages, notes } = await ticketOf(forward.id);
    expect([status, messages.length, notes.length]).toEqual(['open', 2, 1]);
  });

  it('stores the answer to a forward on the merge target', async () => {
    const forward = await forwarded();
    const { id: intoId } = await aTicket();
    await mergeTwice(agent, { fromId: forward.id, intoId, differentRequesters: true });
    expect(await answer(forward)).toEqual({ outcome: 'reply', ticketId: intoId });
    expect((await ticketOf(intoId)).notes.map(({ author }) => author)).toEqual([
      bia.email,
      `Rui Gráfica <${forward.to}>`,
    ]);
  });

  it('hides files of an answer to a forward from the reader', async () => {
    const { id, to, answerTo, reader } = await forwarded();
    const file = { name: 'laudo.txt', type: 'text/plain', contents: Buffer.from('interno') };
    await ingest(aMailWith([file], { From: to, To: answerTo }));
    const note = (await ticketOf(id)).notes[1];
    expect(note).toMatchObject({ author: to, attachments: [{ nomeArquivo: 'laudo.txt' }] });
    const fileId = note?.attachments[0]?.id ?? 0;
    const listed = await reader.listTicketAttachments({ params: { id } });
    expect(JSON.stringify(listed.body)).not.toContain('laudo');
    const params = { params: { attachmentId: fileId } };
    expect((await reader.downloadAttachment(params)).status).toBe(404);
    expect((await reader.deleteAttachment(params)).status).toBe(404);
    expect((await files.downloadAttachment(params)).status).toBe(200);
    const forTeam = await agent.attachments.list.query({ ticketId: id });
    expect(forTeam.items.map(({ name }) => name)).toEqual(['recibo.txt', 'laudo.txt']);
    // Unless a reply takes them along.
    await agent.tickets.reply.mutate({ id, html: 'Segue', attachmentIds: [fileId] });
    const { body } = await reader.listTicketAttachments({ params: { id } });
    expect(JSON.stringify(body)).toContain('laudo');
    expect((await reader.downloadAttachment(params)).status).toBe(200);
  });
});
