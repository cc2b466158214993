import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { mergeTwice } from '../tickets/merge-twice.ts';
import { goodReply, startReplyFixture } from './reply-fixtures.ts';

let now = new Date('2026-03-10T12:00:00Z');
const fixture = await startReplyFixture({ now: () => now });
afterAll(() => fixture.close());
const email = 'ana@exemplo.com.br';
const agent = await fixture.app.trpc({ role: 'agent', email });
const { drafts } = agent.replies;

beforeEach(() => fixture.onModelCall(() => goodReply));

const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};
const open = async (main: string) => {
  const { id } = await agent.tickets.create.mutate({
    subject: 'Brinde',
    body: 'Cadê o brinde?',
    main,
    requesterEmail: 'rui@exemplo.com.br',
  });
  return id;
};
const create = async (ticket: number) => {
  const { outcomes } = await drafts.create.mutate({ ticketIds: [ticket] });
  const [outcome] = outcomes;
  if (!outcome?.ok) throw new Error(JSON.stringify(outcome));
  return outcome.draftId;
};
const write = (id: number, origin: 'requester' | 'agent' = 'requester') =>
  agent.tickets.addMessage.mutate({ id, author: 'Rui', origin, body: 'Chegou!' });
const approve = (id: number) => drafts.approve.mutate({ id, sendEmail: false });

describe('a draft', () => {
  it('stores the generated and edited text of a draft, and its decision', async () => {
    const ticket = await open('Registro');
    const created = now.toISOString();
    const id = await create(ticket);
    const row = await drafts.get.query({ id });
    expect(row).toMatchObject({
      ticketId: ticket,
      question: 'Cadê o brinde?',
      html: '<p>Olá! Já reenviamos a edição.</p>',
      confidence: 0.81,
      status: 'pending',
      edited: false,
      createdAt: created,
      decidedAt: null,
    });
    later(60_000);
    const edited = { ...row, html: '<p>Outro</p>', edited: true };
    expect(await drafts.edit.mutate({ id, html: '<p>Outro</p>' })).toEqual(edited);
    const { messageId } = await approve(id);
    const decidedAt = now.toISOString();
    const approved = { ...edited, status: 'approved', messageId, decidedAt };
    expect(await drafts.get.query({ id })).toEqual(approved);
    await write(ticket);
    expect(await drafts.get.query({ id })).toEqual(approved);
    const second = await create(ticket);
    await drafts.discard.mutate({ id: second });
    expect(await drafts.get.query({ id: second })).toEqual({
      ...row,
      id: second,
      question: 'Chegou!',
      status: 'discarded',
      createdAt: decidedAt,
      decidedAt,
    });
    const { items } = await (await fixture.app.trpc()).audit.list.query({ actor: email });
    expect(JSON.stringify(items)).not.toContain('Outro');
  });

  it('counts a draft as unedited once its text is restored', async () => {
    const ticket = await open('Volta');
    const id = await create(ticket);
    await drafts.edit.mutate({ id, html: '<p>Outro</p>' });
    const { generatedHtml } = await drafts.get.query({ id });
    expect(await drafts.edit.mutate({ id, html: generatedHtml })).toMatchObject({ edited: false });
    await approve(id);
    expect((await fixture.messagesOf(ticket)).at(-1)).toMatchObject({
      author: 'IA Assistant',
      origin: 'ai',
    });
  });

  it('stores no draft if the ticket got a message or was closed meanwhile', async () => {
    const [written, answered, closed] = [await open('a'), await open('b'), await open('c')];
    for (const [ticketId, meanwhile, reason] of [
      [written, () => write(written), 'newer-message'],
      [answered, () => write(answered, 'agent'), 'newer-message'],
      [
        closed,
        () => agent.tickets.setStatus.mutate({ id: closed, status: 'closed' }),
        'ticket-closed',
      ],
    ] as const) {
      fixture.onModelCall(async () => {
        await meanwhile();
        return goodReply;
      });
      const { outcomes } = await drafts.create.mutate({ ticketIds: [ticketId] });
      expect(outcomes).toEqual([{ ticketId, ok: false, reason }]);
      expect((await drafts.list.query({ ticketId })).items).toEqual([]);
    }
  });

  it('lets a stale draft be discarded, not edited', async () => {
    const [ticket, closed] = [await open('Velho'), await open('Fechado')];
    const [stale, id] = [await create(ticket), await create(closed)];
    await write(ticket, 'agent');
    await expect(drafts.edit.mutate({ id: stale, html: '<p>Oi</p>' })).rejects.toMatchObject({
      data: { errorCode: 'draft-not-pending', state: 'stale' },
    });
    await agent.tickets.setStatus.mutate({ id: closed, status: 'closed' });
    for (const one of [stale, id]) {
      await drafts.discard.mutate({ id: one, reason: 'tarde' });
      expect(await drafts.get.query({ id: one })).toMatchObject({
        status: 'discarded',
        discardReason: 'tarde',
      });
    }
  });

  it('discards the drafts of a merged ticket, also after an undo', async () => {
    const [fromId, intoId] = [await open('Unido'), await open('Fica')];
    const replied = await create(fromId);
    const sending = { sendEmail: true, undoSeconds: 600 };
    const { mailId = 0 } = await drafts.approve.mutate({ id: replied, ...sending });
    await write(fromId);
    const stale = await create(fromId);
    await write(fromId);
    const pending = await create(fromId);
    const kept = await create(intoId);
    await mergeTwice(agent, { fromId, intoId });
    await agent.outbox.undo.mutate({ id: mailId });
    for (const id of [replied, stale, pending]) {
      expect(await drafts.get.query({ id })).toMatchObject({ status: 'discarded' });
    }
    expect(await drafts.get.query({ id: kept })).not.toMatchObject({ status: 'discarded' });
    await expect(approve(pending)).rejects.toMatchObject({
      data: { errorCode: 'draft-not-pending', state: 'discarded' },
    });
    const admin = await fixture.app.trpc();
    const { items } = await admin.audit.list.query({ action: 'replies.drafts.discard' });
    const targets = items.map(({ target }) => target);
    expect(targets).toEqual(expect.arrayContaining([`draft:${stale}`, `draft:${pending}`]));
  });
});

describe('the list of drafts', () => {
  it('lists drafts by state or ticket, newest first, in pages', async () => {
    const [busy, other] = [await open('Lista'), await open('Lista')];
    const [pending, discarded] = [await create(other), await create(busy)];
    await drafts.discard.mutate({ id: discarded });
    const newest = await create(busy);
    type Filter = { status?: 'pending' | 'discarded'; ticketId?: number };
    const idsOf = async (filter: Filter) => {
      const first = await drafts.list.query({ ...filter, limit: 1 });
      const rest = first.nextCursor
        ? await drafts.list.query({ ...filter, cursor: first.nextCursor })
        : { items: [] };
      return [...first.items, ...rest.items].map(({ id }) => id).filter((id) => id >= pending);
    };
    expect(await idsOf({ ticketId: busy })).toEqual([newest, discarded]);
    expect(await idsOf({ ticketId: busy, status: 'discarded' })).toEqual([discarded]);
    expect(await idsOf({ status: 'pending' })).toEqual([newest, pending]);
  });
});

describe('the counts of drafts', () => {
  it('counts drafts by category; only approved ones count as edited', async () => {
    later(3_600_000);
    const from = now.toISOString();
    const kept = await create(await open('Abelha'));
    await create(await open('Zebra'));
    const [edited, discarded, pending] = [
      await create(await open('Abelha')),
      await create(await open('Abelha')),
      await create(await open('Abelha')),
    ];
    for (const id of [edited, discarded, pending]) {
      await drafts.edit.mutate({ id, html: '<p>Nada disso mesmo</p>' });
    }
    await drafts.discard.mutate({ id: discarded });
    await approve(edited);
    await approve(kept);
    const to = new Date(now.getTime() + 1).toISOString();
    expect(await drafts.counts.query({ from, to })).toEqual({
      categories: [
        { main: 'Abelha', created: 4, approved: 2, edited: 1, discarded: 1, changedShare: 0.5 },
        { main: 'Zebra', created: 1, approved: 0, edited: 0, discarded: 0, changedShare: null },
      ],
    });
  });
});
