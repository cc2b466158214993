import { sql } from 'kysely';
import { simpleParser } from 'mailparser';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { fixture as aFile, textFile, uploadOne } from '../attachments/attachment-helpers.ts';
import { mailEnv } from '../inbound/mail-people.ts';
import { aMail } from '../inbound/mails.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { mergeTwice } from '../tickets/merge-twice.ts';

/** The codes with which the mail server refuses recipients, and how it breaks off. */
let refusals: Record<string, number> = {};
let isDying = false;
let whileSending: (() => Promise<void>) | undefined;
const fixture = await startReplyFixture({
  env: { MAIL_REPLY_TO: mailEnv.MAIL_REPLY_TO },
  mail: {
    onRecipient: (address) => {
      const responseCode = refusals[address];
      if (responseCode) throw Object.assign(new Error('no such user'), { responseCode });
    },
    onMail: (_mail, drop) => {
      if (isDying) drop();
      return isDying ? new Promise(() => undefined) : whileSending?.();
    },
  },
});
afterAll(() => fixture.close());
beforeEach(() => {
  refusals = {};
  isDying = false;
  whileSending = undefined;
});
const { app, openTicket } = fixture;
const { db } = app.service.contextFor('test');
const ana = { role: 'agent', email: 'ana@leitor.com.br', name: 'Ana' } as const;
const agent = await app.trpc(ana);
const admin = await app.trpc();
const files = await app.client(ana);

const anAddress = () => `${crypto.randomUUID().slice(0, 8)}@exemplo.com.br`;
const upload = async (ticketId: number, file: File = textFile()) =>
  (await uploadOne(files, ticketId, file)).id;
const ticketOf = (id: number) => agent.tickets.get.query({ id });
const lastMessage = async (id: number) => (await ticketOf(id)).messages.at(-1);
const lastMail = () => simpleParser(fixture.smtp.mails.at(-1)?.source ?? '');
const refused = (errorCode: string) => ({ data: { errorCode } });
const now = { sendEmail: true, undoSeconds: 0 };

describe('files of a reply', () => {
  it('mails files of a reply byte for byte', async () => {
    const id = await openTicket();
    const sent = [
      await aFile('foto.png', 'image/png'),
      await aFile('planilha.pdf', 'application/pdf'),
      new File([new Uint8Array(9_000_000).fill(65)], 'relatório.exe.txt', { type: 'text/plain' }),
    ];
    const attachmentIds: number[] = [];
    for (const file of sent.toReversed()) attachmentIds.unshift(await upload(id, file));
    await agent.tickets.reply.mutate({ id, html: '<p>Segue</p>', attachmentIds, ...now });
    const { attachments } = await lastMail();
    // In the order that was asked for, and under names that no system runs.
    expect(attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual(
      sent.map(({ name, type }) => [name.replace('.exe.', '_exe.'), type]),
    );
    for (const [at, file] of sent.entries()) {
      expect(attachments[at]?.content.equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
    }
    const shown = (await lastMessage(id))?.attachments.map(({ id: fileId }) => fileId);
    expect(shown).toEqual(attachmentIds.toReversed());
  });

  it('shows attached pictures inline, and no others', async () => {
    const id = await openTicket();
    const picture = await upload(id, await aFile('foto.png', 'image/png'));
    const html = `<p>Veja: <img src="cid:anexo-${picture}" alt="foto"><img src="cid:anexo-${picture + 1}"><img src="https://x.example/"></p>`;
    await agent.tickets.reply.mutate({ id, html, attachmentIds: [picture], ...now });
    const message = await lastMessage(id);
    expect(message?.body).toBe(`<p>Veja: <img src="cid:anexo-${picture}" alt="foto" /></p>`);
    expect(message?.attachments).toMatchObject([{ id: picture, inline: true }]);
    const source = fixture.smtp.mails.at(-1)?.source.toString() ?? '';
    expect(source).toContain('multipart/related');
    const { attachments, html: mailed } = await lastMail();
    expect(attachments).toMatchObject([{ related: true, filename: 'foto.png' }]);
    // The parser puts in place what the Content-ID names.
    expect(mailed).toContain('<img src="data:image/png;base64,');
  });

  it('accepts the team’s scanned files of this ticket, at most 20 MB', async () => {
    const email = anAddress();
    const id = await openTicket({ email });
    const reply = (attachmentIds: number[]) =>
      agent.tickets.reply.mutate({ id, html: 'Oi', attachmentIds, ...now });
    const readers = await uploadOne(await app.client({ email }), id, textFile());
    const elsewhere = await upload(await openTicket());
    for (const other of [readers.id, elsewhere, 2_000_000_000]) {
      await expect(reply([other])).rejects.toMatchObject(refused('attachment-not-found'));
    }
    const big = () =>
      new File([new Uint8Array(7_500_000).fill(65)], 'a.txt', { type: 'text/plain' });
    const three = [await upload(id, big()), await upload(id, big()), await upload(id, big())];
    await expect(reply(three)).rejects.toMatchObject(refused('attachments-too-large'));
    expect((await ticketOf(id)).messages).toHaveLength(1);
    expect(await reply([...three.slice(1), ...three.slice(1)])).toMatchObject({ mail: 'mailed' });
    const sized = async (size: number) => {
      await sql`update attachments set size = ${size} where id = ${three[0]}`.execute(db);
      return agent.tickets.reply.mutate({ id, html: 'Oi', attachmentIds: three.slice(0, 2) });
    };
    const most = 20 * 1_048_576 - 7_500_000;
    expect(await sized(most)).toMatchObject({ mail: 'saved' });
    await expect(sized(most + 1)).rejects.toMatchObject(refused('attachments-too-large'));
    // One that is sent again stays on the message that it was first sent with.
    const [, ...replies] = (await ticketOf(id)).messages;
    const filesOf = replies.map((message) => message.attachments.map((file) => file.id));
    expect(filesOf).toEqual([three.slice(1), three.slice(0, 1)]);
    // Of a former reader, too, whose ticket was merged into this one.
    const former = await openTicket({ email: anAddress() });
    const { requesterEmail } = await ticketOf(former);
    const theirs = await app.client({ email: requesterEmail ?? '' });
    const { id: fileId } = await uploadOne(theirs, former, textFile());
    await mergeTwice(agent, { fromId: former, intoId: id, differentRequesters: true });
    await expect(reply([fileId])).rejects.toMatchObject(refused('attachment-not-found'));
  });

  it('leases a mail with files for five minutes, without for two', async () => {
    const id = await openTicket();
    const minutes: number[] = [];
    whileSending = async () => {
      const { rows } = await sql<{ left: number }>`
        select round(extract(epoch from lease_until - clock_timestamp()) / 60)::integer as left
        from outbox where ticket_id = ${id} and status = 'sending'`.execute(db);
      minutes.push(...rows.map(({ left }) => left));
    };
    const attachmentIds = [await upload(id)];
    await agent.tickets.reply.mutate({ id, html: 'Oi', attachmentIds, ...now });
    await agent.tickets.reply.mutate({ id, html: 'Oi', ...now });
    expect(minutes).toEqual([5, 2]);
  });

  it('fails a mail whose file was deleted', async () => {
    const id = await openTicket();
    const attachmentIds = [await upload(id), await upload(id)];
    const { mailId = 0 } = await agent.tickets.reply.mutate({
      id,
      html: 'Oi',
      attachmentIds,
      sendEmail: true,
      undoSeconds: 600,
    });
    await agent.attachments.delete.mutate({ id: attachmentIds[0] ?? 0 });
    const count = fixture.smtp.mails.length;
    expect(await admin.outbox.retry.mutate({ id: mailId })).toMatchObject({ status: 'failed' });
    expect(fixture.smtp.mails).toHaveLength(count);
    expect((await lastMessage(id))?.notice).toBe(
      'E-mail recusado: um dos seus arquivos foi excluído.',
    );
    for (const state of ['deleting', 'quarantined']) {
      const file = await upload(id);
      const later = { sendEmail: true, undoSeconds: 600 };
      const waiting = { id, html: 'Oi', attachmentIds: [file], ...later };
      const { mailId: mail = 0 } = await agent.tickets.reply.mutate(waiting);
      await sql`update attachments set state = ${state}::attachment_state, lease_until = now()
        where id = ${file}`.execute(db);
      expect(await admin.outbox.retry.mutate({ id: mail })).toMatchObject({ status: 'failed' });
    }
    // One that is not in the storage, or not whole, stays, and its mail waits.
    for (const change of [sql`size = size + 1`, sql`path = 'support/0/nada'`]) {
      const cut = await upload(id);
      await sql`update attachments set ${change} where id = ${cut}`.execute(db);
      await agent.tickets.reply.mutate({ id, html: 'Oi', attachmentIds: [cut], ...now });
      const { items } = await agent.outbox.list.query({ ticketId: id, limit: 1 });
      const waiting = { waitingFor: 'retry', status: 'pending', error: 'a file is unreadable' };
      expect(items).toMatchObject([waiting]);
    }
    expect(fixture.smtp.mails).toHaveLength(count);
  });
});

describe('copies of a reply', () => {
  it('mails each copy once and accepts its recipients’ replies', async () => {
    const id = await openTicket();
    const cc = ['bia@exemplo.com.br', 'caio@exemplo.com.br'];
    await agent.tickets.reply.mutate({ id, html: 'Oi', cc: [...cc, 'BIA@exemplo.com.br'], ...now });
    expect(fixture.smtp.mails.at(-1)?.to).toEqual(expect.arrayContaining(cc));
    expect((await lastMessage(id))?.cc).toEqual(cc.map((email) => ({ email, name: null })));
    const { replyTo } = await lastMail();
    const [address = ''] = replyTo?.value.map((to) => to.address ?? '') ?? [];
    const raw = aMail({ From: 'bia@exemplo.com.br', To: address }, 'Eu também');
    await agent.inbound.ingest.mutate({ raw: raw.toString('base64') });
    expect(await lastMessage(id)).toMatchObject({ body: 'Eu também', origin: 'requester' });
  });

  it('notes a refused copy without failing the mail', async () => {
    const email = anAddress();
    const [one, two] = [anAddress(), anAddress()];
    refusals = { [one]: 550, [two]: 552 };
    const id = await openTicket({ email });
    expect(
      await agent.tickets.reply.mutate({ id, html: 'Oi', cc: [one, two], ...now }),
    ).toMatchObject({ mail: 'mailed' });
    expect((await lastMessage(id))?.notice).toBe(
      `Cópia para ${one} recusada: este endereço não existe. Cópia para ${two} recusada: o e-mail é grande demais.`,
    );
    refusals = { [email]: 550 };
    expect(
      await agent.tickets.reply.mutate({ id, html: 'Oi', cc: [anAddress()], ...now }),
    ).toMatchObject({ mail: 'failed' });
  });
});

describe('a reply to all', () => {
  const arrive = async (sender: string, to: readonly string[], headers = {}) => {
    const raw = aMail({ From: sender, To: to.join(', '), ...headers }).toString('base64');
    const { ticketId = 0 } = await agent.inbound.ingest.mutate({ raw });
    return ticketId;
  };
  const allOf = async (id: number) => (await ticketOf(id)).replyAll;
  const desk = mailEnv.MAIL_REPLY_TO;

  it('replies to all people of the last mail', async () => {
    const [reader, bia, caio] = [anAddress(), anAddress(), anAddress()];
    const id = await arrive(reader, [desk, bia], { Cc: `${caio}, ${reader}, ${bia}` });
    expect(await allOf(id)).toEqual([bia, caio]);
    const reply = async () => {
      await agent.tickets.reply.mutate({ id, html: 'Oi', cc: await allOf(id), ...now });
      return (await lastMail()).replyTo?.text ?? '';
    };
    const ticket = await reply();
    expect(await arrive(caio, [ticket, reader])).toBe(id);
    expect(await allOf(id)).toEqual([caio]);
    await arrive(bia, [ticket], { Cc: `Caio <${caio.toUpperCase()}>, ${reader}` });
    const messageId = (await lastMessage(id))?.id ?? 0;
    await reply();
    expect(fixture.smtp.mails.at(-1)?.to).toEqual([reader, bia, caio]);
    const { to, cc } = await lastMail();
    expect([to, cc]).toMatchObject([{ text: reader }, { text: `${bia}, ${caio}` }]);
    // Notes and answers to forwards are not mails from readers.
    const outside = anAddress();
    await agent.tickets.addNote.mutate({ id, body: 'Nota' });
    await agent.tickets.forward.mutate({ id, messageId, to: [outside], undoSeconds: 0 });
    await arrive(outside, [(await lastMail()).replyTo?.text ?? '', bia]);
    expect((await ticketOf(id)).notes).toHaveLength(3);
    expect(await allOf(id)).toEqual([bia, caio]);
    // Also once nothing is known of their mails.
    const { db } = app.service.contextFor('test');
    await sql`delete from inbound_mails where ticket_id = ${id}`.execute(db);
    expect(await allOf(id)).toEqual([bia, caio]);
  });

  it('leaves the team out of a reply to all', async () => {
    const [reader, boss, member] = [anAddress(), anAddress(), anAddress()];
    const id = await arrive(reader, [desk]);
    expect(await allOf(id)).toEqual([]);
    await agent.tickets.edit.mutate({ id, requesterEmail: boss });
    expect(await allOf(id)).toEqual([reader]);
    await admin.team.set.mutate({ email: member, role: 'agent' });
    await agent.tickets.reply.mutate({ id, html: 'Oi', ...now });
    const ticket = (await lastMail()).replyTo?.text ?? '';
    expect(await arrive(member, [ticket, reader], { Cc: boss })).toBe(id);
    expect(await allOf(id)).toEqual([reader]);
    // Whose role comes from the provider is known by a session.
    const [colleague, friend] = [anAddress(), anAddress()];
    for (const [email, role] of [
      [colleague, 'editor'],
      [friend, 'reader'],
    ]) {
      await sql`insert into sessions (token_hash, email, subject, role, issued_at, created_at, last_seen_at)
        values (${email}::bytea, ${email}, ${email}, ${role}, now(), now(), now())`.execute(
        app.service.contextFor('test').db,
      );
    }
    await arrive(reader, [ticket, member, colleague, friend]);
    expect(await allOf(id)).toEqual([reader, friend]);
    const mistyped = await openTicket();
    await agent.tickets.edit.mutate({ id: mistyped, requesterEmail: boss });
    expect(await allOf(mistyped)).toEqual([]);
  });
});

describe('a reply that resolves', () => {
  it('restores status and files when a resolving reply is undone', async () => {
    const id = await openTicket();
    await agent.tickets.setStatus.mutate({ id, status: 'in_progress' });
    const attachmentIds = [await upload(id)];
    const reply = { id, html: 'Pronto', attachmentIds, resolve: true, sendEmail: true };
    const { mailId = 0 } = await agent.tickets.reply.mutate({ ...reply, undoSeconds: 600 });
    expect(await ticketOf(id)).toMatchObject({ status: 'resolved' });
    await agent.outbox.undo.mutate({ id: mailId });
    const { status, messages } = await ticketOf(id);
    expect([status, messages.length]).toEqual(['in_progress', 1]);
    const { items } = await agent.attachments.list.query({ ticketId: id });
    expect(items).toMatchObject([{ id: attachmentIds[0], messageId: null }]);
    expect((await agent.tickets.queue.query({ limit: 100 })).items.map((one) => one.id)).toContain(
      id,
    );
    await agent.tickets.reply.mutate({ ...reply, undoSeconds: 0 });
    expect(await ticketOf(id)).toMatchObject({ status: 'resolved' });
  });

  it('keeps a status that was set after the reply that is undone', async () => {
    const id = await openTicket();
    const reply = { id, html: 'Pronto', resolve: true, sendEmail: true, undoSeconds: 600 };
    const { mailId = 0 } = await agent.tickets.reply.mutate(reply);
    await agent.tickets.setStatus.mutate({ id, status: 'closed' });
    await agent.outbox.undo.mutate({ id: mailId });
    expect(await ticketOf(id)).toMatchObject({ status: 'closed' });
  });
});
