import { sql } from 'kysely';
import { simpleParser } from 'mailparser';
import { afterAll, describe, expect, it } from 'vitest';
import { fixture as aFile, textFile, uploadOne } from '../attachments/attachment-helpers.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { mergeTwice } from '../tickets/merge-twice.ts';

let whileSending: (() => Promise<void>) | undefined;
const fixture = await startReplyFixture({ mail: { onMail: () => whileSending?.() } });
afterAll(() => fixture.close());
const { app, openTicket } = fixture;
const { db } = app.service.contextFor('test');
const ana = { role: 'agent', email: 'ana@leitor.com.br', name: 'Ana' } as const;
const agent = await app.trpc(ana);
const admin = await app.trpc();
const files = await app.client(ana);

const upload = async (ticketId: number, file: File = textFile()) =>
  (await uploadOne(files, ticketId, file)).id;
const messagesOf = async (id: number) => (await agent.tickets.get.query({ id })).messages;
const lastMessage = async (id: number) => (await messagesOf(id)).at(-1);
const lastMail = () => simpleParser(fixture.smtp.mails.at(-1)?.source ?? '');
const refused = (errorCode: string) => ({ data: { errorCode } });
const now = { sendEmail: true, undoSeconds: 0 };

describe('files of a reply', () => {
  it('mails files of a reply byte for byte', async () => {
    const id = await openTicket();
    const sent = [
      await aFile('foto.png', 'image/png'),
      await aFile('planilha.pdf', 'application/pdf'),
      textFile('relatório.exe.txt', 'a'.repeat(300_000)),
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
    const email = 'leitora@exemplo.com.br';
    const id = await openTicket({ email });
    const reply = (attachmentIds: number[]) =>
      agent.tickets.reply.mutate({ id, html: 'Oi', attachmentIds });
    const readers = await uploadOne(await app.client({ email }), id, textFile());
    const elsewhere = await upload(await openTicket());
    for (const other of [readers.id, elsewhere, 2_000_000_000]) {
      await expect(reply([other])).rejects.toMatchObject(refused('attachment-not-found'));
    }
    const three = [await upload(id), await upload(id), await upload(id)];
    await sql`update attachments set size = 7500000 where ticket_id = ${id}`.execute(db);
    await expect(reply(three)).rejects.toMatchObject(refused('attachments-too-large'));
    expect(await messagesOf(id)).toHaveLength(1);
    expect(await reply([...three.slice(1), ...three.slice(1)])).toMatchObject({ mail: 'saved' });
    // One that is sent again stays on the message that it was first sent with.
    await reply(three.slice(0, 2));
    const [, ...replies] = await messagesOf(id);
    const filesOf = replies.map((message) => message.attachments.map((file) => file.id));
    expect(filesOf).toEqual([three.slice(1), three.slice(0, 1)]);
    // Of a former reader, too, whose ticket was merged into this one.
    const other = 'outra@exemplo.com.br';
    const former = await openTicket({ email: other });
    const theirs = await app.client({ email: other });
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
    const later = { sendEmail: true, undoSeconds: 600 };
    const reply = { id, html: 'Oi', attachmentIds, ...later };
    const { mailId = 0 } = await agent.tickets.reply.mutate(reply);
    await agent.attachments.delete.mutate({ id: attachmentIds[0] ?? 0 });
    const count = fixture.smtp.mails.length;
    expect(await admin.outbox.retry.mutate({ id: mailId })).toMatchObject({ status: 'failed' });
    expect(fixture.smtp.mails).toHaveLength(count);
    expect((await lastMessage(id))?.notice).toMatch(/excluído/);
    for (const state of ['deleting', 'quarantined']) {
      const file = await upload(id);
      const waiting = { ...reply, attachmentIds: [file] };
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
