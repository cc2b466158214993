import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { previewReplies, saveReplies } from '../../server/replies/service.ts';
import { type Desk, goodReply, openDesk } from './desk.ts';
import { materialOf } from './model.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(() => desk.close());

const tickets = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => desk.openTicket({ subject: `${index}` })),
  );

const forEver = () => new Promise<never>(() => undefined);

describe('a batch of slow tickets', () => {
  it('has eight of them with the model at once, and takes the time of seven rounds', async () => {
    const ids = await tickets(50);
    desk.model.open.most = 0;
    let rounds = 0;
    let left = ids.length;
    const waiting: (() => void)[] = [];
    // The model answers nobody before it has been asked eight questions, or all that are left.
    desk.answer(async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (waiting.push(resolve) === Math.min(8, left)) {
        rounds += 1;
        left -= waiting.length;
        for (const release of waiting.splice(0)) release();
      }
      await promise;
      return goodReply;
    });
    expect(await desk.preview(ids)).toMatchObject({ sucesso: 50 });
    expect(desk.model.open.most).toBe(8);
    expect(rounds).toBe(7);
  });

  it('ends at its deadline: what is not done by then has failed', async () => {
    const ids = await tickets(20);
    desk.answer((call) => (Number(materialOf(call).ticket.assunto) < 5 ? goodReply : forEver()));
    const ctx = desk.app.service.contextFor('test');
    const outcomes = await previewReplies(ctx, ids, undefined, { deadlineMs: 1_000 });
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.reason))).toEqual([
      ...Array(5).fill('ok'),
      ...Array(15).fill('too-late'),
    ]);
    const saved = await saveReplies(
      ctx,
      ids,
      { author: 'IA Assistant', sendEmail: true, batch: undefined },
      { deadlineMs: 1_000 },
    );
    expect(saved.filter((outcome) => outcome.ok && outcome.emailSent)).toHaveLength(5);
    expect(saved.filter((outcome) => !outcome.ok && outcome.reason === 'too-late')).toHaveLength(
      15,
    );
  });
});

describe('a caller who leaves', () => {
  it('stops a batch that only generates: nothing more is asked of the model', async () => {
    const ids = await tickets(20);
    desk.model.calls.length = 0;
    desk.answer(forEver);
    const leaving = new AbortController();
    const request = (await desk.app.client()).createBatchReplies({
      body: { support_ids: ids },
      fetchOptions: { signal: leaving.signal },
    });
    await vi.waitFor(() => expect(desk.model.calls).toHaveLength(8), 5_000);
    leaving.abort();
    await expect(request).rejects.toThrow();
    await vi.waitFor(
      () => expect(desk.model.calls.every(({ signal }) => signal.aborted)).toBe(true),
      5_000,
    );
    await vi.waitFor(() => expect(desk.model.open.now).toBe(0), 5_000);
    expect(desk.model.calls).toHaveLength(8);
    expect(desk.app.logs.filter(({ msg }) => msg === 'internal-error')).toEqual([]);
  });

  it('does not stop a batch that saves: it is finished', async () => {
    const ids = await tickets(12);
    const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
    desk.model.calls.length = 0;
    desk.answer(async () => {
      await mayAnswer;
      return goodReply;
    });
    const leaving = new AbortController();
    const request = (await desk.app.client()).createBatchReplies({
      body: { support_ids: ids, salvar: true, enviar_email: true },
      fetchOptions: { signal: leaving.signal },
    });
    await vi.waitFor(() => expect(desk.model.calls).toHaveLength(8), 5_000);
    leaving.abort();
    await expect(request).rejects.toThrow();
    letAnswer();
    const mailedTo = desk.smtp.mails.length;
    await vi.waitFor(async () => {
      for (const id of ids) expect(await desk.messagesOf(id)).toHaveLength(2);
      expect(desk.smtp.mails.length - mailedTo).toBe(12);
    }, 10_000);
  });
});
