import { afterAll, describe, expect, it } from 'vitest';
import { insertDraft } from '../../db/replies/drafts.ts';
import { recordActs, recordRefusal } from '../../server/audit/service.ts';
import { inTransaction } from '../../server/core/context.ts';
import { insertPendingAttachment } from '../attachments/attachment-helpers.ts';
import { startApp } from '../harness.ts';

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'atendimento@leitor.example' };
const app = await startApp(mail);
afterAll(() => app.close());
const ctx = app.service.contextFor('test');
const { db } = ctx;
const agent = await app.trpc({ role: 'agent' });

const openTicket = () =>
  agent.tickets.create.mutate({
    subject: 'Oi',
    body: 'Oi',
    main: 'Geral',
    requesterEmail: 'ana@exemplo.com.br',
  });
/** What pages are told of once something is done. */
const toldOf = async (work: () => Promise<unknown>) => {
  await db.deleteFrom('hints').execute();
  await work();
  const told = await db.selectFrom('hints').select('target').orderBy('target').execute();
  return told.map(({ target }) => target);
};

describe('pages are told of the ticket and of the row itself', () => {
  it('emits hints when a draft is created, changed and deleted', async () => {
    const { id: ticketId, messageId } = await openTicket();
    const draft = { ticketId, lastMessageId: messageId, html: 'Oi', confidence: 1, sources: [] };
    let id = 0;
    const insert = async () => {
      const createdAt = new Date();
      id = await inTransaction(ctx, (tx) => insertDraft(tx.db, { ...draft, createdAt }));
    };
    const inserted = await toldOf(insert);
    const both = [`draft:${id}`, `ticket:${ticketId}`];
    expect(inserted).toEqual(both);
    const update = db.updateTable('reply_drafts').set({ html: 'Olá' }).where('id', '=', id);
    expect(await toldOf(() => update.execute())).toEqual(both);
    const remove = db.deleteFrom('reply_drafts').where('id', '=', id);
    expect(await toldOf(() => remove.execute())).toEqual(both);
  });

  it('emits hints when a mail is stored, sent and deleted, not when it is rescheduled', async () => {
    const { id: ticketId } = await openTicket();
    let id = 0;
    const send = async () => {
      const reply = { id: ticketId, html: 'Oi', sendEmail: true, undoSeconds: 600 };
      id = (await agent.tickets.reply.mutate(reply)).mailId ?? 0;
    };
    const stored = await toldOf(send);
    const both = [`mail:${id}`, `ticket:${ticketId}`];
    expect([...new Set(stored)]).toEqual(both);
    const changed = (change: { status: 'sent' } | { due_at: Date }) =>
      toldOf(() => db.updateTable('outbox').set(change).where('id', '=', id).execute());
    expect(await changed({ due_at: new Date() })).toEqual([]);
    expect(await changed({ status: 'sent' })).toEqual(both);
    const remove = db.deleteFrom('outbox').where('id', '=', id);
    expect(await toldOf(() => remove.execute())).toEqual(both);
  });
});

it('pages are told of acts on tickets, drafts and quizzes, unless they were refused', async () => {
  const kinds = ['ticket', 'draft', 'quiz', 'mail', 'group', 'account'];
  const acts = kinds.map((kind) => ({ target: `${kind}:7`, changes: [] }));
  const work = async () => {
    await inTransaction(ctx, (tx) => recordActs(tx, 'test', acts));
    await recordRefusal(ctx, { action: 'test', target: 'ticket:8' });
  };
  expect(await toldOf(work)).toEqual(['draft:7', 'quiz:7', 'ticket:7']);
});

it('pages are told of a ticket only when the state of one of its files changes', async () => {
  const { id: ticketId } = await openTicket();
  const pending = { path: crypto.randomUUID(), createdAt: new Date(), leaseMs: 60_000 };
  const id = await insertPendingAttachment(app, { ticketId, ...pending });
  const changed = (change: { state: 'deleting' } | { name: string }) =>
    toldOf(() => db.updateTable('attachments').set(change).where('id', '=', id).execute());
  expect(await changed({ name: 'b.txt' })).toEqual([]);
  expect(await changed({ state: 'deleting' })).toEqual([`ticket:${ticketId}`]);
});
