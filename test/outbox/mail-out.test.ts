import { sql } from 'kysely';
import { simpleParser } from 'mailparser';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { textFile, uploadOne } from '../attachments/attachment-helpers.ts';
import { mailEnv } from '../inbound/mail-people.ts';
import { aMail } from '../inbound/mails.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';

/** The codes with which the mail server refuses recipients. */
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
const { db } = app.service.contextFor('test');
const ana = { role: 'agent', email: 'ana@leitor.com.br', name: 'Ana' } as const;
const agent = await app.trpc(ana);
const admin = await app.trpc();
const files = await app.client(ana);

const anAddress = () => `${crypto.randomUUID().slice(0, 8)}@exemplo.com.br`;
const ticketOf = (id: number) => agent.tickets.get.query({ id });
const lastMessage = async (id: number) => (await ticketOf(id)).messages.at(-1);
const lastMail = () => simpleParser(fixture.smtp.mails.at(-1)?.source ?? '');
const now = { sendEmail: true, undoSeconds: 0 };

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
    const notice = (await lastMessage(id))?.notice;
    expect(notice).toMatch(new RegExp(`${one} .*não existe.*${two} .*grande`));
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
        values (${email}::bytea, ${email}, ${email}, ${role}, now(), now(), now())`.execute(db);
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
    const attachmentIds = [(await uploadOne(files, id, textFile())).id];
    const reply = { id, html: 'Pronto', attachmentIds, resolve: true, sendEmail: true };
    const { mailId = 0 } = await agent.tickets.reply.mutate({ ...reply, undoSeconds: 600 });
    expect(await ticketOf(id)).toMatchObject({ status: 'resolved' });
    await agent.outbox.undo.mutate({ id: mailId });
    const { status, messages } = await ticketOf(id);
    expect([status, messages.length]).toEqual(['in_progress', 1]);
    const { items } = await agent.attachments.list.query({ ticketId: id });
    expect(items).toMatchObject([{ id: attachmentIds[0], messageId: null }]);
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
