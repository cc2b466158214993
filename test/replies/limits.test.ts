import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { previewReplies, saveReplies } from '../../server/replies/service.ts';
import { ageMails } from '../support/age.ts';
import { holdTimeouts } from '../support/timeouts.ts';
import { materialOf } from './fake-model.ts';
import { goodReply, startReplyFixture } from './reply-fixtures.ts';

const fixture = await startReplyFixture();
afterAll(() => fixture.close());

// The model has noticed that the requests of the tests before were given up.
beforeEach(() => vi.waitFor(() => expect(fixture.model.open.now).toBe(0), 60_000));

// One after the other: on a busy machine many at once would wait too long for a connection.
const tickets = async (count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push(await fixture.openTicket({ subject: `${index}` }));
  }
  return ids;
};

const options = { author: 'IA Assistant', sendEmail: true, batch: undefined };

const forEver = () => new Promise<never>(() => undefined);

describe('a batch of slow tickets', () => {
  it('ends a batch at its deadline and fails the rest', async () => {
    const ids = await tickets(11);
    fixture.onModelCall((call) =>
      Number(materialOf(call).ticket.assunto) < 2 ? goodReply : forEver(),
    );
    const ctx = fixture.app.service.contextFor('test');
    // 95 % of the deadline.
    const pass = holdTimeouts(95_000);
    const mails = fixture.smtp.mails.length;
    const generating = () => vi.waitFor(() => expect(fixture.model.open.now).toBe(8), 60_000);
    const previews = previewReplies(ctx, ids, undefined, { deadlineMs: 100_000 });
    await generating();
    pass();
    const outcomes = await previews;
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.reason))).toEqual([
      ...Array(2).fill('ok'),
      ...Array(9).fill('too-late'),
    ]);
    await vi.waitFor(() => expect(fixture.model.open.now).toBe(0), 60_000);
    const saving = saveReplies(ctx, ids, options, { deadlineMs: 100_000 });
    await generating();
    await vi.waitFor(() => expect(fixture.smtp.mails).toHaveLength(mails + 2), 60_000);
    pass();
    const saved = await saving;
    expect(saved.filter((outcome) => outcome.ok && outcome.emailSent)).toHaveLength(2);
    expect(saved.filter((outcome) => !outcome.ok && outcome.reason === 'too-late')).toHaveLength(9);
  });
});

describe('a batch with a slow mail server', () => {
  it('sends five mails at once until its deadline, and leaves the others in the outbox', async () => {
    fixture.onModelCall(() => goodReply);
    let [hangs, reached] = [true, 0];
    const slow = await startReplyFixture({
      mail: {
        onRecipient: () => {
          reached += 1;
          return hangs ? forEver() : undefined;
        },
      },
    });
    const ids = await Promise.all(Array.from({ length: 6 }, () => slow.openTicket()));
    const ctx = slow.app.service.contextFor('test');
    const pass = holdTimeouts(88_200);
    const saving = saveReplies(ctx, ids, options);
    await vi.waitFor(async () => {
      for (const id of ids) expect(await slow.messagesOf(id)).toHaveLength(2);
      expect(reached).toBe(5);
    }, 60_000);
    pass();
    const started = performance.now();
    const outcomes = await saving;
    // The mail server's time-outs are 10 s and more.
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(reached).toBe(5);
    expect(outcomes.map((outcome) => outcome.ok && outcome.emailSent)).toEqual(
      ids.map(() => false),
    );
    // Attempts before the text are given up at the deadline.
    const trpc = await slow.app.trpc();
    await vi.waitFor(async () => {
      const { items } = await trpc.outbox.list.query({ limit: 100 });
      expect(items.map(({ status }) => status)).toEqual(ids.map(() => 'pending'));
    }, 60_000);
    hangs = false;
    await ageMails(ctx.db, 5);
    await trpc.jobs.run.mutate({ name: 'send-mails' });
    expect(slow.smtp.mails).toHaveLength(ids.length);
    await slow.close();
  });
});

describe('a caller who disconnects', () => {
  it('stops a batch that only generates: the model gets no more requests', async () => {
    const ids = await tickets(20);
    fixture.model.calls.length = 0;
    fixture.onModelCall(forEver);
    const disconnect = new AbortController();
    const request = (await fixture.app.client()).createBatchReplies({
      body: { support_ids: ids },
      fetchOptions: { signal: disconnect.signal },
    });
    await vi.waitFor(() => expect(fixture.model.calls).toHaveLength(8), 60_000);
    disconnect.abort();
    await expect(request).rejects.toThrow();
    await vi.waitFor(
      () => expect(fixture.model.calls.every(({ signal }) => signal.aborted)).toBe(true),
      60_000,
    );
    await vi.waitFor(() => expect(fixture.model.open.now).toBe(0), 60_000);
    expect(fixture.model.calls).toHaveLength(8);
    expect(fixture.app.logs.filter(({ msg }) => msg === 'internal-error')).toEqual([]);
  });

  it('does not stop a batch that saves', async () => {
    const ids = await tickets(12);
    const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
    fixture.model.calls.length = 0;
    fixture.onModelCall(async () => {
      await mayAnswer;
      return goodReply;
    });
    const disconnect = new AbortController();
    const request = (await fixture.app.client()).createBatchReplies({
      body: { support_ids: ids, salvar: true, enviar_email: true },
      fetchOptions: { signal: disconnect.signal },
    });
    await vi.waitFor(() => expect(fixture.model.calls).toHaveLength(8), 60_000);
    disconnect.abort();
    await expect(request).rejects.toThrow();
    letAnswer();
    const mailedTo = fixture.smtp.mails.length;
    await vi.waitFor(async () => {
      for (const id of ids) expect(await fixture.messagesOf(id)).toHaveLength(2);
      expect(fixture.smtp.mails.length - mailedTo).toBe(12);
    }, 60_000);
  });
});
