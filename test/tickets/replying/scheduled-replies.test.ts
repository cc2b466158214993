import { simpleParser } from 'mailparser';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { lockDueReply } from '../../../db/outbox/scheduled-replies.ts';
import { inTransaction } from '../../../server/core/context.ts';
import { saveReplies } from '../../../server/replies/service.ts';
import { replyToTicket } from '../../../server/tickets/replying/reply.ts';
import { textFile, uploadOne } from '../../attachments/attachment-helpers.ts';
import { startApp } from '../../harness.ts';
import { startReplyFixture } from '../../replies/reply-fixtures.ts';
import { ageMails } from '../../support/age.ts';

const fixture = await startReplyFixture();
afterAll(() => fixture.close());
const { app, openTicket } = fixture;
const { db } = app.service.contextFor('test');
const ana = { role: 'agent', email: 'ana@leitor.com.br', name: 'Ana' } as const;
const agent = await app.trpc(ana);
const admin = await app.trpc();
const files = await app.client(ana);

const actorOf = ({ email }: typeof ana) =>
  ({ kind: 'person', subject: email, email, role: 'agent' }) as const;
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
const refused = (errorCode: string) => ({ data: { errorCode } });
const ticketOf = (id: number) => agent.tickets.get.query({ id });
const lastMail = () => simpleParser(fixture.smtp.mails.at(-1)?.source ?? '');
/** So many days pass, and the job that sends mails runs. */
const pass = async (count: number) => {
  await ageMails(db, count * 24 * 60);
  await admin.jobs.run.mutate({ name: 'send-mails' });
};

/** A reply of tomorrow with a file that resolves. */
const later = async (more: { sendEmail?: boolean } = {}) => {
  const id = await openTicket();
  const file = await uploadOne(files, id, textFile('um.txt', 'Primeiro'));
  await agent.tickets.composing.save.mutate({ id, html: '<p>Até amanhã</p>', revision: 0 });
  const reply = {
    id,
    html: '<p>Até amanhã</p>',
    attachmentIds: [file.id],
    resolve: true,
    sendEmail: true,
    sendAt: days(1),
    cc: Array(2).fill('bia@exemplo.com.br'),
  };
  const sent = await agent.tickets.reply.mutate({ ...reply, ...more });
  return { id, fileId: file.id, sent, mailId: sent.mailId ?? 0 };
};

describe('a reply of later', () => {
  it('saves and sends a scheduled reply when it is due', async () => {
    const { id, fileId, sent, mailId } = await later();
    expect(sent).toMatchObject({ messageId: 0, mail: 'waiting', sendsAt: expect.any(String) });
    expect(await agent.tickets.composing.get.query({ id })).toMatchObject({ html: null });
    const left = fixture.smtp.mails.length;
    await admin.jobs.run.mutate({ name: 'send-mails' });
    await expect(agent.outbox.list.query({ ticketId: id })).resolves.toMatchObject({
      items: [{ id: mailId, messageId: null, status: 'pending', waitingFor: 'undo' }],
    });
    const before = await ticketOf(id);
    expect(before).toMatchObject({ status: 'open', messages: [{}], later: [{ mailId }] });
    expect((await agent.tickets.queue.query({ limit: 100 })).items.map((one) => one.id)).toContain(
      id,
    );
    expect(fixture.smtp.mails).toHaveLength(left);
    await agent.tickets.edit.mutate({ id, requesterEmail: 'outra@exemplo.com.br' });
    await pass(2);
    const after = await ticketOf(id);
    expect(after).toMatchObject({ status: 'resolved', later: [] });
    expect(after.messages.at(-1)).toMatchObject({
      author: ana.email,
      body: '<p>Até amanhã</p>',
      mail: 'mailed',
      cc: [{ email: 'bia@exemplo.com.br' }],
      attachments: [{ id: fileId }],
    });
    const mail = await lastMail();
    expect(mail.attachments.map(({ content }) => content.toString())).toEqual(['Primeiro']);
    // Who was to get it when it was written, still does.
    expect(mail.to).toMatchObject({ value: [{ address: before.requesterEmail }] });
    expect(mail.messageId).toMatch(/^<ticket-\d+\.message-\d+\./);
    expect(fixture.smtp.mails).toHaveLength(left + 1);
    // Its text is that of the message alone.
    const stored = db.selectFrom('outbox').select('content').where('id', '=', mailId);
    expect(await stored.execute()).toEqual([{ content: null }]);
  });

  it('skips and logs a scheduled reply that cannot be read', async () => {
    const [{ mailId: broken }, { id }] = [await later(), await later()];
    await db
      .updateTable('outbox')
      .set({ content: '{"body":"Oi"}' })
      .where('id', '=', broken)
      .execute();
    await pass(2);
    expect(await ticketOf(id)).toMatchObject({ status: 'resolved', later: [] });
    const logged = app.logs.filter(({ msg }) => msg === 'saving a reply of later failed');
    expect(logged).toMatchObject([{ level: 50, mail: broken }]);
    await db.deleteFrom('outbox').where('id', '=', broken).execute();
  });

  it('returns text, files and copies of an undone scheduled reply', async () => {
    const { id, fileId, mailId } = await later();
    expect(await agent.outbox.undo.mutate({ id: mailId })).toEqual({
      undone: true,
      html: '<p>Até amanhã</p>',
      attachmentIds: [fileId],
      cc: ['bia@exemplo.com.br'],
    });
    await pass(2);
    expect(await ticketOf(id)).toMatchObject({ status: 'open', messages: [{}], later: [] });
    const { items } = await agent.attachments.list.query({ ticketId: id });
    expect(items).toMatchObject([{ id: fileId, messageId: null }]);
  });

  it('pauses a scheduled reply if the reader writes, and notifies its author', async () => {
    const { id, mailId } = await later();
    const left = fixture.smtp.mails.length;
    const message = { id, author: 'Rui', origin: 'requester', body: 'Já chegou' } as const;
    // It is held, and told of, once.
    for (const _ of 'ab') await agent.tickets.addMessage.mutate(message);
    await pass(2);
    expect(await ticketOf(id)).toMatchObject({
      status: 'open',
      notes: [
        {
          author: 'leitor',
          mentions: [ana.email],
          inPrompt: false,
          body: 'A resposta agendada não vai sair: o leitor escreveu antes. Desfaça para mudar o texto.',
        },
      ],
      later: [{ mailId, heldAt: expect.any(String) }],
    });
    const { items: held } = await agent.outbox.list.query({ ticketId: id });
    expect(held).toMatchObject([{ id: mailId, waitingFor: 'held', heldAt: expect.any(String) }]);
    // Also if the job found it before it was held.
    const ctx = app.service.contextFor('test');
    expect(await inTransaction(ctx, ({ db }) => lockDueReply(db, mailId))).toBeUndefined();
    const mine = await agent.tickets.list.query({ mentions: 'me', limit: 100 });
    expect(mine.items.map((ticket) => ticket.id)).toContain(id);
    expect(fixture.smtp.mails).toHaveLength(left);
    expect(await agent.outbox.undo.mutate({ id: mailId })).toMatchObject({
      html: '<p>Até amanhã</p>',
    });
    const other = await openTicket();
    const messageId = (await ticketOf(other)).messages[0]?.id ?? 0;
    const forward = { id: other, messageId, to: ['rui@exemplo.com.br'] };
    await agent.tickets.forward.mutate({ ...forward, undoSeconds: 600 });
    await agent.tickets.addMessage.mutate({ ...message, id: other });
    // A forward is no reply of later.
    const { items } = await agent.outbox.list.query({ ticketId: other });
    expect(items).toMatchObject([{ waitingFor: 'undo' }]);
    const alone = { sendEmail: false, undoSeconds: 0, sendAt: new Date(days(1)) };
    await replyToTicket(ctx, other, { html: 'Oi' }, alone);
    await agent.tickets.addMessage.mutate({ ...message, id: other });
    // Nobody is told who has no address.
    expect((await ticketOf(other)).notes.at(-1)).toMatchObject({ author: 'leitor', mentions: [] });
    // It would leave when a test after this one lets days pass.
    await agent.outbox.undo.mutate({ id: items[0]?.id ?? 0 });
  });

  it('pauses only the scheduled reply whose file was deleted', async () => {
    const { id, fileId } = await later();
    const other = { id, html: 'Depois', sendEmail: true, sendAt: days(9) };
    const { mailId: otherId = 0 } = await agent.tickets.reply.mutate(other);
    await agent.attachments.delete.mutate({ id: fileId });
    await pass(2);
    const held = [{ heldAt: expect.any(String) }, { mailId: otherId, heldAt: null }];
    expect(await ticketOf(id)).toMatchObject({
      status: 'open',
      messages: [{}],
      later: held,
      notes: [{ body: expect.stringContaining('não vai sair: o chamado ou um arquivo mudou.') }],
    });
    await agent.outbox.undo.mutate({ id: otherId });
  });

  it('saves a scheduled reply without a mail', async () => {
    const { id } = await later({ sendEmail: false });
    const left = fixture.smtp.mails.length;
    await pass(2);
    const { status, messages } = await ticketOf(id);
    expect([status, messages.at(-1)?.mail]).toEqual(['resolved', 'saved']);
    expect(fixture.smtp.mails).toHaveLength(left);
  });

  it('reopens a scheduled draft if it is undone', async () => {
    const id = await openTicket();
    const { outcomes } = await agent.replies.drafts.create.mutate({ ticketIds: [id] });
    const [draft] = outcomes;
    if (!draft?.ok) throw new Error('no draft');
    const approval = { id: draft.draftId, sendEmail: true, sendAt: days(1) };
    const { mailId = 0 } = await agent.replies.drafts.approve.mutate(approval);
    const stateOf = async () =>
      (await agent.replies.drafts.get.query({ id: draft.draftId })).status;
    expect(await stateOf()).toBe('approved');
    expect(await agent.outbox.undo.mutate({ id: mailId })).toMatchObject({ html: null });
    expect(await stateOf()).toBe('pending');
    const rowOf = () => agent.tickets.list.query({ search: `#${id}` });
    expect((await rowOf()).items).toMatchObject([{ hasDraft: true }]);
    // A draft that answers an older message is no longer shown.
    const message = { id, author: 'Rui', origin: 'requester', body: 'Chegou' } as const;
    await agent.tickets.addMessage.mutate(message);
    expect((await rowOf()).items).toMatchObject([{ hasDraft: false }]);
  });

  it('schedules replies within 30 days', async () => {
    const now = Date.now();
    const own = await startApp({}, { now: () => new Date(now) });
    onTestFinished(() => own.close());
    const { tickets } = await own.trpc({ role: 'agent' });
    const { id } = await tickets.create.mutate({ subject: 'Oi', body: 'Oi', main: 'Geral' });
    const reply = (ms: number) =>
      tickets.reply.mutate({ id, html: 'Oi', sendAt: new Date(now + ms).toISOString() });
    const most = 30 * 86_400_000;
    for (const ms of [0, most + 1]) {
      await expect(reply(ms)).rejects.toMatchObject(refused('invalid-request'));
    }
    for (const ms of [1, most]) expect(await reply(ms)).toMatchObject({ mail: 'waiting' });
  });
});

describe('the signature of an agent', () => {
  it('adds the sanitised signature to an agent’s mails, not to the message', async () => {
    const signature = '<p>Ana · <b>Leitor</b></p><script>x()</script>';
    await agent.me.preferences.set.mutate({ afterSending: 'next', signature });
    expect(await agent.me.preferences.get.query()).toEqual({
      afterSending: 'next',
      signature: '<p>Ana · <b>Leitor</b></p>',
    });
    const id = await openTicket();
    const now = { sendEmail: true, undoSeconds: 0 };
    await agent.tickets.reply.mutate({ id, html: '<p>Oi</p>', ...now });
    const mail = await lastMail();
    expect(mail.html).toContain('<p>Oi</p>\n<div>-- <br><p>Ana · <b>Leitor</b></p></div>');
    expect(mail.text).toMatch(/^Oi\n\n-- \nAna · Leitor/);
    expect((await ticketOf(id)).messages.at(-1)?.body).toBe('<p>Oi</p>');
    await admin.tickets.reply.mutate({ id, html: '<p>Oi</p>', ...now });
    expect((await lastMail()).html).not.toContain('Ana');
    // Nor has what a model wrote, whoever asked for it.
    const automatic = await openTicket();
    const ctx = { ...app.service.contextFor('test'), actor: actorOf(ana) };
    await saveReplies(ctx, [automatic], { author: 'IA', sendEmail: true, batch: undefined });
    expect(await lastMail()).toMatchObject({ html: expect.not.stringContaining('Ana ·') });
    for (const wrong of [5, 'a'.repeat(5_001)]) {
      await expect(agent.me.preferences.set.mutate({ signature: wrong })).rejects.toMatchObject(
        refused('invalid-request'),
      );
    }
  });
});
