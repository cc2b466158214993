import { sql } from 'kysely';
import { simpleParser } from 'mailparser';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { listDueMails } from '../../db/outbox/attempts.ts';
import { countUnsentMails } from '../../db/outbox/outbox.ts';
import { listThreadMailIds } from '../../db/outbox/threads.ts';
import { sendDueMails, sendMail } from '../../server/outbox/send.ts';
import { mailIdOf, replyAddressOf } from '../../server/outbox/signed-ids.ts';
import { startReplyFixture } from '../replies/reply-fixtures.ts';
import { ageMails } from '../support/age.ts';

/** What the mail server does: refuses recipients with a code, or dies after the text. */
let mood: number | 'dies' | undefined;
const fixture = await startReplyFixture({
  env: { MAIL_REPLY_TO: 'respostas@exemplo.com.br' },
  mail: {
    onRecipient: () => {
      if (typeof mood === 'number')
        throw Object.assign(new Error('refused'), { responseCode: mood });
    },
    onMail: (_mail, drop) => {
      if (mood !== 'dies') return;
      drop();
      throw new Error('died');
    },
  },
});
const ctx = fixture.app.service.contextFor('test');
const admin = await fixture.app.trpc();
const { outbox } = admin;
const agent = await fixture.app.trpc({ role: 'agent' });
afterAll(() => fixture.close());
beforeEach(async () => {
  mood = undefined;
  await ctx.db.deleteFrom('outbox').execute();
});

const sendDue = () => admin.jobs.run.mutate({ name: 'send-mails' });
/** An agent's mail on a ticket; it is sent at once unless it can be undone. */
const mail = async (ticketId: number, undoSeconds = 0) => {
  const sent = { id: ticketId, html: '<p>Olá!</p>', sendEmail: true, undoSeconds };
  const { mailId = 0, messageId } = await agent.tickets.reply.mutate(sent);
  return {
    id: mailId,
    messageId,
    header: await mailIdOf(ctx, { ticketId, messageId, domain: 'exemplo.com.br' }),
  };
};
const list = async () => (await outbox.list.query({})).items;

describe('outbox.list', () => {
  it('lists the outcome of each mail, newest first, by status and ticket, in pages', async () => {
    const email = 'ana@exemplo.com.br';
    const one = await fixture.openTicket({ email, name: 'Ana Lima', subject: 'Atraso' });
    const other = await fixture.openTicket();
    const mails = [await mail(one), await mail(other), await mail(one), await mail(other)];
    mood = 550;
    mails.push(await mail(one));
    const items = await list();
    expect(items.map(({ id }) => id)).toEqual(mails.map(({ id }) => id).toReversed());
    const [first, , third, , fifth] = mails;
    const common = { ticketId: one, recipient: email, recipientName: 'Ana Lima', attempts: 1 };
    const failed = { mailId: fifth?.header, status: 'failed', error: expect.stringMatching(/550/) };
    expect(items[0]).toMatchObject({ ...common, ...failed, sentAt: null });
    const sent = { mailId: first?.header, status: 'sent', error: null };
    expect(items[4]).toMatchObject({ ...common, ...sent, subject: 'Re: Atraso' });
    const page = { ticketId: one, status: 'sent', limit: 1 } as const;
    const cursor = String(third?.id);
    expect(await outbox.list.query(page)).toEqual({ items: [items[2]], nextCursor: cursor });
    const last = { items: [items[4]], nextCursor: null };
    expect(await outbox.list.query({ ...page, cursor })).toEqual(last);
    // Agents see the mails of a ticket.
    const ofOther = await agent.outbox.list.query({ ticketId: other });
    expect(ofOther.items).toEqual([items[1], items[3]]);
  });
});

describe('a mail', () => {
  it('references earlier mails of the ticket, and sets the signed reply address', async () => {
    const [ticket, other] = [await fixture.openTicket(), await fixture.openTicket()];
    mood = 550;
    const failed = await mail(ticket);
    mood = undefined;
    const sent = await mail(ticket);
    await mail(other);
    mood = 'dies';
    const unknown = await mail(ticket);
    mood = undefined;
    const newest = await mail(ticket);
    const last = async () => simpleParser(fixture.smtp.mails.at(-1)?.source ?? '');
    expect(await last()).toMatchObject({
      references: [sent.header, unknown.header],
      inReplyTo: unknown.header,
      replyTo: { value: [{ address: await replyAddressOf(ctx, ticket) }] },
    });
    // Of many, the first and the latest.
    const upTo = { ticketId: ticket, messageId: newest.messageId + 1 };
    expect(await listThreadMailIds(ctx.db, upTo, 2)).toEqual([sent.header, newest.header]);
    await outbox.retry.mutate({ id: failed.id });
    const first = await last();
    expect(first).toMatchObject({ messageId: failed.header });
    expect([first.references, first.inReplyTo]).toEqual([undefined, undefined]);
  });

  it('retries a mail after 1, 5, 15 and 60 minutes, then hourly, and fails after a day', async () => {
    mood = 451;
    await mail(await fixture.openTicket());
    const pauses: number[] = [];
    for (let hours = 0; hours < 30; hours += 1) {
      const [waiting] = await list();
      if (waiting?.status !== 'pending') break;
      expect(waiting).toMatchObject({ waitingFor: 'retry', error: expect.stringMatching(/451/) });
      const pauseMs = Date.parse(waiting.dueAt) - Date.parse(waiting.lastAttemptAt ?? '');
      pauses.push(Math.floor(pauseMs / 60_000));
      await ageMails(ctx.db, 61);
      await sendDue();
    }
    expect(pauses).toEqual([1, 5, 15, ...Array(23).fill(60)]);
    const [failed] = await list();
    expect(failed).toMatchObject({ status: 'failed', attempts: 27, sentAt: null });
    const again = await outbox.retry.mutate({ id: failed?.id ?? 0 });
    expect(again).toMatchObject({ status: 'pending', attempts: 28 });
    expect(Date.parse(again.dueAt) - Date.parse(again.lastAttemptAt ?? '')).toBeLessThan(61_000);
  });

  it('sends all due mails, four at a time, until the run is stopped', async () => {
    const id = await fixture.openTicket();
    const dueMails = (count: number) =>
      sql`with written as (
          insert into ticket_messages (ticket_id, author, origin, body, created_at)
          select ${id}, 'Ana', 'agent', 'Oi', now() from generate_series(1, ${count}::integer) returning id
        ) insert into outbox (ticket_id, message_id, mail_id, recipient, subject, due_at)
        select ${id}, id, id, 'ana@exemplo.com.br', 'Oi', now() from written`.execute(ctx.db);
    const stop = new AbortController();
    const held: (() => void)[] = [];
    let isHolding = true;
    const send = async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.push(resolve);
      if (isHolding) await promise;
      return { outcome: 'sent' } as const;
    };
    const sending = ctx.mail && { ...ctx, mail: { ...ctx.mail, send, perHour: 100 } };
    if (!sending) throw new Error('no mail');
    await dueMails(51);
    const sent = sendDueMails(sending, stop.signal);
    await expect.poll(() => held.length).toBe(4);
    expect((await countUnsentMails(ctx.db)).counts).toMatchObject({ pending: 47, sending: 4 });
    isHolding = false;
    for (const release of held) release();
    await sent;
    expect(held).toHaveLength(51);
    await dueMails(6);
    isHolding = true;
    const stopped = sendDueMails(sending, stop.signal);
    await expect.poll(() => held.length).toBe(55);
    stop.abort();
    for (const release of held) release();
    await stopped;
    expect((await countUnsentMails(ctx.db)).counts.pending).toBe(2);
  });

  it('sends mails in the order of their due times, and measures the oldest', async () => {
    const later = await mail(await fixture.openTicket(), 300);
    const sooner = await mail(await fixture.openTicket(), 60);
    mood = 550;
    await mail(await fixture.openTicket());
    expect(await listDueMails(ctx.db, 5)).toEqual([]);
    expect(await sendMail(ctx, sooner.id)).toBe('waiting');
    await ageMails(ctx.db, 1);
    expect(await listDueMails(ctx.db, 5)).toEqual([sooner.id]);
    await ageMails(ctx.db, 4);
    expect(await listDueMails(ctx.db, 5)).toEqual([sooner.id, later.id]);
    expect(await listDueMails(ctx.db, 1)).toEqual([sooner.id]);
    // It has not left, yet its time is over.
    await expect(agent.outbox.undo.mutate({ id: sooner.id })).rejects.toMatchObject({
      data: { errorCode: 'mail-not-undoable' },
    });
    await ctx.db
      .updateTable('outbox')
      .set({ created_at: new Date(0) })
      .where('status', '=', 'failed')
      .execute();
    const counted = await countUnsentMails(ctx.db);
    expect(counted.counts).toEqual({ pending: 2, sending: 0, unknown: 0, failed: 1 });
    expect(counted.oldestPendingSeconds).toBeGreaterThanOrEqual(300);
    expect(counted.oldestPendingSeconds).toBeLessThan(600);
  });
});
