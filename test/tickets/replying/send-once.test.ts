import { afterAll, describe, expect, it } from 'vitest';
import { startReplyFixture } from '../../replies/reply-fixtures.ts';

const fixture = await startReplyFixture();
afterAll(() => fixture.close());
const { app, openTicket, messagesOf } = fixture;
const ana = await app.trpc({ role: 'agent', email: 'ana@leitor.com.br' });
const bia = await app.trpc({ role: 'agent', email: 'bia@leitor.com.br' });
const failing = (code: string, errorCode: string, state?: string) => ({
  data: { code, errorCode, ...(state !== undefined && { state }) },
});

const lastIdOf = async (id: number) => (await messagesOf(id)).at(-1)?.id ?? 0;
const aTicket = async () => {
  const id = await openTicket();
  return { id, lastSeenMessageId: await lastIdOf(id) };
};
const mailsOf = async (ticketId: number) => (await ana.outbox.list.query({ ticketId })).items;
const aDraft = async (ticketId: number) => {
  const { outcomes } = await ana.replies.drafts.create.mutate({ ticketIds: [ticketId] });
  const [draft] = outcomes;
  if (!draft?.ok) throw new Error(JSON.stringify(draft));
  return draft.draftId;
};

describe('a reply with lastSeenMessageId', () => {
  it('refuses a reply if somebody wrote since, with the newest id', async () => {
    for (const origin of ['requester', 'agent', 'ai'] as const) {
      const { id, lastSeenMessageId } = await aTicket();
      await bia.tickets.addMessage.mutate({ id, author: 'Bia', origin, body: 'Oi' });
      const newest = await bia.tickets.addMessage.mutate({ id, author: 'B', origin, body: 'Olá' });
      const reply = { id, html: 'Oi', sendEmail: true, lastSeenMessageId };
      await expect(ana.tickets.reply.mutate(reply)).rejects.toMatchObject({
        message: `message ${newest.id} is newer than ${lastSeenMessageId}`,
        ...failing('CONFLICT', 'newer-message', String(newest.id)),
      });
      expect(await messagesOf(id)).toHaveLength(3);
      expect(await mailsOf(id)).toEqual([]);
      await ana.tickets.reply.mutate({ ...reply, lastSeenMessageId: newest.id });
      expect(await messagesOf(id)).toHaveLength(4);
    }
  });
});

describe('a requestKey', () => {
  it('returns the first result for a repeated request key, with the present state of its mail', async () => {
    const { id, lastSeenMessageId } = await aTicket();
    const requestKey = crypto.randomUUID();
    const reply = { id, html: 'Oi', sendEmail: true, undoSeconds: 60, requestKey };
    const first = await ana.tickets.reply.mutate({ ...reply, lastSeenMessageId });
    expect(first).toMatchObject({ mail: 'waiting', sendsAt: expect.any(String) });
    expect(await ana.tickets.reply.mutate({ ...reply, lastSeenMessageId })).toEqual(first);
    await (await app.trpc()).outbox.retry.mutate({ id: first.mailId ?? 0 });
    const seen = { ...reply, lastSeenMessageId: first.messageId };
    expect(await ana.tickets.reply.mutate(seen)).toEqual({ ...first, mail: 'mailed' });
    expect(await messagesOf(id)).toHaveLength(2);
    expect(await mailsOf(id)).toHaveLength(1);
  });

  it('refuses a request key with another request', async () => {
    const [{ id }, other] = [await aTicket(), await aTicket()];
    const reply = { id, html: 'Oi', requestKey: crypto.randomUUID() };
    await ana.tickets.reply.mutate(reply);
    const reused = failing('UNPROCESSABLE_CONTENT', 'idempotency-key-reused');
    for (const change of [{ html: 'Olá' }, { id: other.id }, { sendEmail: true }]) {
      await expect(ana.tickets.reply.mutate({ ...reply, ...change })).rejects.toMatchObject(reused);
    }
    const approval = { id: await aDraft(other.id), sendEmail: false };
    await expect(
      ana.replies.drafts.approve.mutate({ ...approval, requestKey: reply.requestKey }),
    ).rejects.toMatchObject(reused);
    expect([await messagesOf(id), await messagesOf(other.id)].map(({ length }) => length)).toEqual([
      2, 1,
    ]);
  });

  it('scopes a request key to a person, and requires a UUID', async () => {
    const { id } = await aTicket();
    const reply = { id, html: 'Oi', requestKey: crypto.randomUUID() };
    const { messageId } = await ana.tickets.reply.mutate(reply);
    expect((await bia.tickets.reply.mutate(reply)).messageId).not.toBe(messageId);
    await expect(ana.tickets.reply.mutate({ ...reply, requestKey: '1' })).rejects.toMatchObject(
      failing('BAD_REQUEST', 'invalid-request'),
    );
  });
});
