import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { saveReplies } from '../../server/replies/service.ts';
import { type Desk, goodReply, openDesk } from './desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(() => desk.close());

beforeEach(() => desk.answer(() => goodReply));

const options = { author: 'IA Assistant', sendEmail: true };

describe('one batch sent again and again', () => {
  it('saves and mails once under one Idempotency-Key, and replays the answer', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => desk.openTicket()));
    const mails = desk.smtp.mails.length;
    const client = await desk.app.client();
    const send = () =>
      client.createBatchReplies({
        headers: { 'idempotency-key': `lote-${ids[0]}` },
        body: { support_ids: ids, salvar: true, enviar_email: true },
      });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const first = answers.find(({ status }) => status === 200);
    expect(await send()).toMatchObject({ status: 200, body: first?.body });
    for (const id of ids) expect(await desk.messagesOf(id)).toHaveLength(2);
    expect(desk.smtp.mails).toHaveLength(mails + 5);
    const other = await client.createBatchReplies({
      headers: { 'idempotency-key': `lote-${ids[0]}` },
      body: { support_ids: ids, salvar: true },
    });
    expect(other.status).toBe(422);
  });

  it('goes on where a run before it stopped', async () => {
    const [a, b, c] = [await desk.openTicket(), await desk.openTicket(), await desk.openTicket()];
    const ctx = desk.app.service.contextFor('test');
    const batch = `batch-${a}`;
    // One ticket done; another saved with its mail still in the outbox.
    await saveReplies(ctx, [a], { ...options, batch });
    const paused = ctx.mail && { ...ctx.mail, paused: true };
    await saveReplies({ ...ctx, mail: paused }, [b], { ...options, batch });
    const asked = desk.model.calls.length;
    const mails = desk.smtp.mails.length;
    expect(await saveReplies(ctx, [a, b, c], { ...options, batch })).toEqual(
      [a, b, c].map((ticketId) => ({ ticketId, ok: true, confidence: 0.9, emailSent: true })),
    );
    expect(desk.model.calls).toHaveLength(asked + 1);
    expect(desk.smtp.mails).toHaveLength(mails + 2);
    for (const id of [a, b, c]) expect(await desk.messagesOf(id)).toHaveLength(2);
  });

  it('saves and mails once where two runs of it meet', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => desk.openTicket()));
    const ctx = desk.app.service.contextFor('test');
    const mails = desk.smtp.mails.length;
    const batch = `batch-${ids[0]}`;
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => saveReplies(ctx, ids, { ...options, batch })),
    );
    for (const run of runs) expect(run.every(({ ok }) => ok)).toBe(true);
    for (const id of ids) expect(await desk.messagesOf(id)).toHaveLength(2);
    expect(desk.smtp.mails).toHaveLength(mails + 4);
  });

  it('without a key, of runs that meet one saves; the others find the ticket answered', async () => {
    const id = await desk.openTicket();
    const { promise: allAsked, resolve } = Promise.withResolvers<void>();
    const before = desk.model.calls.length;
    desk.answer(async () => {
      if (desk.model.calls.length === before + 3) resolve();
      await allAsked;
      return goodReply;
    });
    const results = (await Promise.all(Array.from({ length: 3 }, () => desk.save([id])))).flatMap(
      ({ resultados }) => resultados.map(({ erro }) => erro ?? 'salvo'),
    );
    expect(results.sort()).toEqual([
      'O ticket recebeu uma nova mensagem enquanto a resposta era gerada',
      'O ticket recebeu uma nova mensagem enquanto a resposta era gerada',
      'salvo',
    ]);
    expect(await desk.messagesOf(id)).toHaveLength(2);
  });
});
