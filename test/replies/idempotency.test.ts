import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { saveReplies } from '../../server/replies/service.ts';
import { goodReply, startReplyFixture } from './reply-fixtures.ts';

const fixture = await startReplyFixture();
afterAll(() => fixture.close());

beforeEach(() => fixture.onModelCall(() => goodReply));

const options = { author: 'IA Assistant', sendEmail: true };

describe('a repeated batch', () => {
  it('saves and mails once under one Idempotency-Key and replays the response', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => fixture.openTicket()));
    const mails = fixture.smtp.mails.length;
    const client = await fixture.app.client();
    const send = () =>
      client.createBatchReplies({
        headers: { 'idempotency-key': `lote-${ids[0]}` },
        body: { support_ids: ids, salvar: true, enviar_email: true },
      });
    const answers = await Promise.all(Array.from({ length: 6 }, send));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const first = answers.find(({ status }) => status === 200);
    expect(await send()).toMatchObject({ status: 200, body: first?.body });
    for (const id of ids) expect(await fixture.messagesOf(id)).toHaveLength(2);
    expect(fixture.smtp.mails).toHaveLength(mails + 5);
    const other = await client.createBatchReplies({
      headers: { 'idempotency-key': `lote-${ids[0]}` },
      body: { support_ids: ids, salvar: true },
    });
    expect(other.status).toBe(422);
  });

  it('continues a batch where an earlier run stopped', async () => {
    const [a, b, c] = [
      await fixture.openTicket(),
      await fixture.openTicket(),
      await fixture.openTicket(),
    ];
    const ctx = fixture.app.service.contextFor('test');
    const batch = `batch-${a}`;
    // One ticket done; another saved with its mail still in the outbox.
    await saveReplies(ctx, [a], { ...options, batch });
    const paused = ctx.mail && { ...ctx.mail, paused: true };
    await saveReplies({ ...ctx, mail: paused }, [b], { ...options, batch });
    const asked = fixture.model.calls.length;
    const mails = fixture.smtp.mails.length;
    expect(await saveReplies(ctx, [a, b, c], { ...options, batch })).toEqual(
      [a, b, c].map((ticketId) => ({ ticketId, ok: true, confidence: 0.81, emailSent: true })),
    );
    expect(fixture.model.calls).toHaveLength(asked + 1);
    expect(fixture.smtp.mails).toHaveLength(mails + 2);
    for (const id of [a, b, c]) expect(await fixture.messagesOf(id)).toHaveLength(2);
  });

  it('without a key, one of the concurrent runs saves and the others find a newer message', async () => {
    const id = await fixture.openTicket();
    const { promise: allAsked, resolve } = Promise.withResolvers<void>();
    const before = fixture.model.calls.length;
    fixture.onModelCall(async () => {
      if (fixture.model.calls.length === before + 3) resolve();
      await allAsked;
      return goodReply;
    });
    const results = (
      await Promise.all(Array.from({ length: 3 }, () => fixture.save([id])))
    ).flatMap(({ resultados }) => resultados.map(({ erro }) => erro ?? 'salvo'));
    expect(results.sort()).toEqual([
      'O ticket recebeu uma nova mensagem enquanto a resposta era gerada',
      'O ticket recebeu uma nova mensagem enquanto a resposta era gerada',
      'salvo',
    ]);
    expect(await fixture.messagesOf(id)).toHaveLength(2);
  });
});
