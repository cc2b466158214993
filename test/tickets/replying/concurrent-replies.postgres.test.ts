import { afterAll, describe, expect, it } from 'vitest';
import { clonePostgres } from '../../database.ts';
import { startReplyFixture } from '../../replies/reply-fixtures.ts';

const clone = await clonePostgres();
const { app, openTicket, messagesOf, smtp, close } = await startReplyFixture({
  database: clone.location,
});
afterAll(async () => {
  await close();
  await clone.drop();
});
const { tickets } = await app.trpc({ role: 'agent', email: 'ana@leitor.example' });

const six = (call: (index: number) => Promise<unknown>) =>
  Promise.allSettled(Array.from({ length: 6 }, (_, index) => call(index)));
const refusedWith = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? result.reason.data.errorCode : []));

describe('six requests of agents at once', () => {
  it('save one of six replies that saw the same newest message', async () => {
    const id = await openTicket();
    const [{ id: lastSeenMessageId } = { id: 0 }] = await messagesOf(id);
    const results = await six(() => tickets.reply.mutate({ id, html: 'Oi', lastSeenMessageId }));
    expect(refusedWith(results)).toEqual(Array(5).fill('newer-message'));
    expect(await messagesOf(id)).toHaveLength(2);
  });

  it('save and mail one reply for one request key', async () => {
    const id = await openTicket();
    const requestKey = crypto.randomUUID();
    const sending = { sendEmail: true, undoSeconds: 0, requestKey };
    const results = await six(() => tickets.reply.mutate({ id, html: 'Oi', ...sending }));
    expect(refusedWith(results)).toEqual([]);
    expect(await messagesOf(id)).toHaveLength(2);
    expect(smtp.mails).toHaveLength(1);
  });

  it('save one unsent text over one revision, and none after it was sent', async () => {
    const id = await openTicket();
    const save = (revision: number) => (n: number) =>
      tickets.composing.save.mutate({ id, html: `Texto ${n}`, revision });
    expect(refusedWith(await six(save(0)))).toEqual(Array(5).fill('composing-changed'));
    const [late] = await six((n) =>
      n === 0 ? tickets.reply.mutate({ id, html: 'Oi' }) : save(1)(n),
    );
    expect(late?.status).toBe('fulfilled');
    expect(await tickets.composing.get.query({ id })).toMatchObject({ html: null });
  });
});
