import { simpleParser } from 'mailparser';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { aBounce } from '../../inbound/mails.ts';
import { startReplyFixture } from '../../replies/reply-fixtures.ts';
import { mergeTwice } from '../merge-twice.ts';

/** The code with which the mail server refuses recipients. */
let refusal: number | undefined;
const fixture = await startReplyFixture({
  mail: {
    onRecipient: () => {
      if (refusal !== undefined)
        throw Object.assign(new Error('refused'), { responseCode: refusal });
    },
  },
});
afterAll(() => fixture.close());
beforeEach(() => {
  refusal = undefined;
});
const agent = await fixture.app.trpc({ role: 'agent', email: 'ana@leitor.com.br' });
const admin = await fixture.app.trpc();

const reply = (id: number, mail: { sendEmail?: boolean; undoSeconds?: number } = {}) =>
  agent.tickets.reply.mutate({ id, html: '<p>Olá!</p>', ...mail });
const atOnce = { sendEmail: true, undoSeconds: 0 };
const mailMessage = (messageId: number) => agent.tickets.mailMessage.mutate({ messageId });
const threadOf = async (id: number) =>
  (await agent.tickets.get.query({ id })).messages.map(({ mail }) => mail);
const queued = async () => (await agent.tickets.queue.query()).items.map(({ id }) => id);
const waitingSince = async (id: number) =>
  (await agent.tickets.queue.query()).items.find((ticket) => ticket.id === id)?.waitingSince;
const failing = (code: string, errorCode: string) => ({ data: { code, errorCode } });

describe('what became of a mail', () => {
  it('shows the state of a mail in the reply, the thread and the list', async () => {
    const id = await fixture.openTicket();
    expect(await threadOf(id)).toEqual([null]);
    expect(await reply(id)).toEqual({ messageId: expect.any(Number), mail: 'saved' });
    expect(await reply(id, { sendEmail: true })).toMatchObject({ mail: 'waiting' });
    expect(await reply(id, atOnce)).toMatchObject({ mail: 'mailed' });
    refusal = 550;
    expect(await reply(id, atOnce)).toMatchObject({ mail: 'failed' });
    expect(await threadOf(id)).toEqual([null, 'saved', 'waiting', 'mailed', 'failed']);
    const { items } = await agent.tickets.list.query({ limit: 1 });
    expect(items).toMatchObject([{ id, mail: 'failed' }]);
  });
});

describe('a mail that is refused for good', () => {
  it('queues a ticket again if its mail is refused', async () => {
    const id = await fixture.openTicket();
    refusal = 550;
    await reply(id, atOnce);
    await agent.tickets.setStatus.mutate({ id, status: 'resolved' });
    expect(await queued()).not.toContain(id);
    const { messageId } = await reply(id, atOnce);
    const ticket = await agent.tickets.get.query({ id });
    expect(ticket.status).toBe('open');
    expect(ticket.messages.find((message) => message.id === messageId)).toMatchObject({
      mail: 'failed',
      notice: 'E-mail recusado: este endereço não existe.',
    });
    expect(await queued()).toContain(id);
    const { items } = await agent.outbox.list.query({ ticketId: id });
    expect(items.map(({ status }) => status)).toEqual(['failed', 'failed']);
  });

  it('keeps a ticket with a refused mail in the queue', async () => {
    const fromId = await fixture.openTicket();
    const id = await fixture.openTicket();
    await reply(id, atOnce);
    refusal = 550;
    await reply(id, atOnce);
    const [failed] = (await agent.outbox.list.query({ ticketId: id })).items;
    expect(await waitingSince(id)).toBe(failed?.lastAttemptAt);
    await agent.tickets.setStatus.mutate({ id, status: 'in_progress' });
    expect(await waitingSince(id)).toBe(failed?.lastAttemptAt);
    const { mailId = 0 } = await reply(id, { sendEmail: true, undoSeconds: 600 });
    expect(await waitingSince(id)).toBeUndefined();
    await agent.outbox.undo.mutate({ id: mailId });
    expect(await waitingSince(id)).toBe(failed?.lastAttemptAt);
    await mergeTwice(agent, { fromId, intoId: id, differentRequesters: true });
    expect(await waitingSince(id)).toBe(failed?.lastAttemptAt);
    const intoId = await fixture.openTicket();
    await reply(intoId);
    await mergeTwice(agent, { fromId: id, intoId, differentRequesters: true });
    expect(await waitingSince(intoId)).toBeUndefined();
  });
});

describe('tickets.mailMessage', () => {
  it('mails a message that was added as safe HTML', async () => {
    const id = await fixture.openTicket();
    const body = '<p>Olá</p><script>x()</script><img src="https://x.example/">';
    const message = { id, author: 'Ana', origin: 'agent', body } as const;
    const { id: messageId } = await agent.tickets.addMessage.mutate(message);
    expect(await mailMessage(messageId)).toMatchObject({ mail: 'mailed' });
    const mail = await simpleParser(fixture.smtp.mails.at(-1)?.source ?? '');
    // An agent sent it: no program may take it for an automatic reply.
    expect(mail.headers.has('auto-submitted')).toBe(false);
    expect(mail.html).toMatch(/<body>\n<p>Olá<\/p>\n<\/body>/);
  });

  it('mails a saved message at most once', async () => {
    const id = await fixture.openTicket();
    const { messageId } = await reply(id);
    const count = fixture.smtp.mails.length;
    const outcomes = await Promise.allSettled([mailMessage(messageId), mailMessage(messageId)]);
    expect(fixture.smtp.mails).toHaveLength(count + 1);
    expect(outcomes.map(({ status }) => status)).toContain('fulfilled');
    await expect(mailMessage(messageId)).rejects.toMatchObject(
      failing('CONFLICT', 'mail-already-sent'),
    );
    expect(await threadOf(id)).toEqual([null, 'mailed']);
    const { items } = await admin.audit.list.query({ action: 'tickets.mailMessage', limit: 1 });
    expect(items).toMatchObject([{ target: `ticket:${id}` }]);
  });

  it('sends a refused, bounced or dropped mail again, not one that can be undone', async () => {
    const id = await fixture.openTicket();
    refusal = 550;
    const failed = await reply(id, atOnce);
    refusal = undefined;
    const mailed = { mailId: failed.mailId, mail: 'mailed' };
    expect(await mailMessage(failed.messageId)).toEqual(mailed);
    const [sent] = (await admin.outbox.list.query({ limit: 1 })).items;
    await admin.inbound.ingest.mutate({ raw: aBounce(sent?.mailId ?? '').toString('base64') });
    expect(await threadOf(id)).toEqual([null, 'returned']);
    expect(await queued()).toContain(id);
    expect(await mailMessage(failed.messageId)).toEqual(mailed);
    expect(await queued()).not.toContain(id);
    refusal = 550;
    const dropped = await reply(id, atOnce);
    refusal = undefined;
    await admin.outbox.drop.mutate({ id: dropped.mailId ?? 0 });
    expect(await mailMessage(dropped.messageId)).toMatchObject({ mail: 'mailed' });
    const { mailId = 0, messageId } = await reply(id, { sendEmail: true, undoSeconds: 600 });
    expect(await mailMessage(messageId)).toEqual({ mailId, mail: 'waiting' });
    await agent.outbox.undo.mutate({ id: mailId });
  });

  it('sends a mail again to the present requester', async () => {
    const id = await fixture.openTicket({ email: 'ana@exmplo.com.br', subject: 'Atrazo' });
    refusal = 550;
    const { messageId } = await reply(id, atOnce);
    refusal = undefined;
    await agent.tickets.edit.mutate({ id, requesterEmail: null });
    await expect(mailMessage(messageId)).rejects.toMatchObject({
      data: { errorCode: 'requester-without-email' },
    });
    const requester = { requesterEmail: 'ana@exemplo.com.br', requesterName: 'Ana Lima' };
    await agent.tickets.edit.mutate({ id, subject: 'Atraso', ...requester });
    expect(await mailMessage(messageId)).toMatchObject({ mail: 'mailed' });
    const { to, source } = fixture.smtp.mails.at(-1) ?? {};
    expect(to).toEqual(['ana@exemplo.com.br']);
    expect(await simpleParser(source ?? '')).toMatchObject({
      subject: 'Re: Atraso',
      to: { value: [{ address: 'ana@exemplo.com.br', name: 'Ana Lima' }] },
    });
  });

  it('refuses a message of the reader, and an unknown one', async () => {
    const id = await fixture.openTicket();
    const [first] = (await agent.tickets.get.query({ id })).messages;
    for (const messageId of [first?.id ?? 0, 999_999]) {
      await expect(mailMessage(messageId)).rejects.toMatchObject(
        failing('NOT_FOUND', 'message-not-found'),
      );
    }
  });
});
