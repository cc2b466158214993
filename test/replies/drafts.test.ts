import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changedShare } from '../../server/replies/changed-share.ts';
import { goodReply, type ReplyFixture, startReplyFixture } from './reply-fixtures.ts';

let fixture: ReplyFixture;
let trpc: Awaited<ReturnType<ReplyFixture['app']['trpc']>>;

beforeAll(async () => {
  fixture = await startReplyFixture({ env: { LOW_CONFIDENCE_DRAFTS: 'on' } });
  trpc = await fixture.app.trpc({ role: 'agent', email: 'ana@exemplo.com.br' });
});

afterAll(() => fixture.close());

beforeEach(() => fixture.onModelCall(() => goodReply));

const createDraft = async (ticket: number): Promise<number> => {
  const { outcomes } = await trpc.replies.drafts.create.mutate({ ticketIds: [ticket] });
  const [outcome] = outcomes;
  if (!outcome?.ok) throw new Error(JSON.stringify(outcome));
  return outcome.draftId;
};

const writeAsRequester = (id: number) =>
  trpc.tickets.addMessage.mutate({ id, author: 'Rui', origin: 'requester', body: 'Chegou!' });

const conflict = (state: string) => ({
  data: { code: 'CONFLICT', errorCode: 'draft-not-pending', state },
});

describe('replies.drafts', () => {
  it('creates one draft a ticket with its confidence and sources, and saves no message', async () => {
    const texts = { subject: 'Guarda-chuva', body: 'O guarda-chuva brinde não abriu.' };
    const settled = await fixture.openTicket(texts);
    await trpc.tickets.addMessage.mutate({
      id: settled,
      author: 'Ana',
      origin: 'agent',
      body: 'Trocamos o brinde.',
    });
    await trpc.tickets.setStatus.mutate({ id: settled, status: 'resolved' });
    const ticket = await fixture.openTicket(texts);
    const { outcomes } = await trpc.replies.drafts.create.mutate({
      ticketIds: [ticket, ticket, 2_000_000_000],
    });
    const sources = [{ ticketId: settled, score: 1, by: ['words'] }];
    expect(outcomes).toMatchObject([
      { ticketId: ticket, ok: true, confidence: 0.9, sources },
      { ticketId: 2_000_000_000, ok: false, reason: 'ticket-not-found' },
    ]);
    expect(await fixture.messagesOf(ticket)).toHaveLength(1);
    const again = await trpc.replies.drafts.create.mutate({ ticketIds: [ticket] });
    expect(again.outcomes).toMatchObject([{ reason: 'draft-exists' }]);
  });

  it('saves an edited draft, sanitised, as a message of the agent', async () => {
    const ticket = await fixture.openTicket();
    const id = await createDraft(ticket);
    expect(
      await trpc.replies.drafts.edit.mutate({
        id,
        html: '<p onclick="x()">Olá! Reenviamos hoje.<script>x()</script></p>',
      }),
    ).toMatchObject({ edited: true, html: '<p>Olá! Reenviamos hoje.</p>' });
    await expect(
      trpc.replies.drafts.edit.mutate({ id, html: '<img src="x">' }),
    ).rejects.toMatchObject({ data: { code: 'BAD_REQUEST' } });
    const approved = await trpc.replies.drafts.approve.mutate({ id, sendEmail: false });
    expect(approved).toEqual({ messageId: expect.any(Number), mail: 'saved' });
    expect((await fixture.messagesOf(ticket)).at(-1)).toMatchObject({
      origin: 'agent',
      author: 'ana@exemplo.com.br',
      body: '<p>Olá! Reenviamos hoje.</p>',
    });
  });

  it('makes a draft stale once the ticket has a newer message', async () => {
    const ticket = await fixture.openTicket();
    const id = await createDraft(ticket);
    await writeAsRequester(ticket);
    await expect(trpc.replies.drafts.approve.mutate({ id, sendEmail: true })).rejects.toMatchObject(
      conflict('stale'),
    );
    const ids = async (status: 'pending' | 'stale') =>
      (await trpc.replies.drafts.list.query({ status, limit: 100 })).items.map((row) => row.id);
    expect(await ids('stale')).toContain(id);
    expect(await ids('pending')).not.toContain(id);
    await trpc.replies.drafts.discard.mutate({ id });
    await createDraft(ticket);
  });

  it('refuses closed and answered tickets, and approval on a ticket closed since', async () => {
    const [closed, answered, closing] = [
      await fixture.openTicket(),
      await fixture.openTicket(),
      await fixture.openTicket(),
    ];
    await trpc.tickets.setStatus.mutate({ id: closed, status: 'closed' });
    await fixture.save([answered]);
    expect(
      await trpc.replies.drafts.create.mutate({ ticketIds: [closed, answered] }),
    ).toMatchObject({ outcomes: [{ reason: 'ticket-closed' }, { reason: 'already-answered' }] });
    const id = await createDraft(closing);
    await trpc.tickets.setStatus.mutate({ id: closing, status: 'closed' });
    await expect(trpc.replies.drafts.approve.mutate({ id, sendEmail: true })).rejects.toMatchObject(
      { data: { errorCode: 'ticket-closed' } },
    );
  });
});

describe('a saving batch', () => {
  it('makes drafts of replies of low confidence with LOW_CONFIDENCE_DRAFTS', async () => {
    fixture.onModelCall(() => ({ ...goodReply, confidence: 0.4 }));
    const ticket = await fixture.openTicket();
    expect((await fixture.save([ticket], { enviar_email: true })).resultados).toMatchObject([
      { sucesso: false, erro: 'Confiança muito baixa para salvar automaticamente' },
    ]);
    expect((await trpc.replies.drafts.list.query({ ticketId: ticket })).items).toMatchObject([
      { status: 'pending', confidence: 0.36 },
    ]);
    const other = await fixture.openTicket();
    const { outcomes } = await trpc.replies.save.mutate({ ticketIds: [other] });
    const [saved] = outcomes;
    const { items } = await trpc.replies.drafts.list.query({ ticketId: other });
    const low = { ticketId: other, ok: false, reason: 'low-confidence', confidence: 0.36 };
    expect(saved).toEqual({ ...low, draftId: items[0]?.id });
  });
});

describe('the changed share of a text', () => {
  it.each([
    ['<p>Olá, Ana</p>', '<p>olá <b>Ana</b>!</p>', 0],
    ['um dois três quatro', 'um dois três cinco', 0.25],
    ['um', 'dois', 1],
    ['um um', 'um', 1 / 3],
    ['um', 'um um', 1 / 3],
    ['dois um', 'um dois', 0],
    ['edição 12', 'edição 13', 0.5],
    ['cafe\u0301', 'cafe', 1],
    ['<p>um</p>', '', 1],
    ['', '', 0],
  ])('of %s and %s is %d', (before, after, share) => {
    expect(changedShare(before, after)).toBeCloseTo(share);
  });
});
