import { describe, expect, it, type TestContext } from 'vitest';
import { materialOf } from './fake-model.ts';
import { goodReply, type ReplyFixture, startReplyFixture } from './reply-fixtures.ts';

const start = async (
  { onTestFinished }: TestContext,
  options?: Parameters<typeof startReplyFixture>[0],
): Promise<ReplyFixture> => {
  const fixture = await startReplyFixture(options);
  onTestFinished(() => fixture.close());
  return fixture;
};

/** 50 tickets, whose subjects are their numbers. */
const openTickets = async (fixture: ReplyFixture): Promise<number[]> => {
  const ids: number[] = [];
  for (let count = 0; count < 50; count += 1) {
    ids.push(await fixture.openTicket({ subject: `${count}` }));
  }
  return ids;
};

const forEver = () => new Promise<never>(() => undefined);

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
};

// They wait most of the time: side by side they take as long as the longest.
describe.concurrent('in real time', () => {
  it('a batch whose model hangs responds after 90 seconds with the rest failed', async (context) => {
    const fixture = await start(context);
    const ids = await openTickets(fixture);
    fixture.onModelCall((call) =>
      Number(materialOf(call).ticket.assunto) < 10 ? goodReply : forEver(),
    );
    const took = await seconds(async () => {
      const data = await fixture.save(ids, { enviar_email: true });
      expect(data).toMatchObject({ tickets_processados: 50, salvos: 10, falhas: 40 });
      expect(data.resultados.filter(({ email_enviado }) => email_enviado)).toHaveLength(10);
      expect(data.resultados.at(-1)).toMatchObject({
        sucesso: false,
        erro: 'Tempo esgotado ao gerar a resposta',
      });
    });
    expect(took).toBeGreaterThan(85);
    expect(took).toBeLessThan(110);
  });

  it('a mail server that takes 9 seconds a step delays no batch beyond 90 seconds, and the key keeps its response', async (context) => {
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 9_000));
    const fixture = await start(context, { mail: { onRecipient: pause, onMail: pause } });
    const ids = await openTickets(fixture);
    const client = await fixture.app.client();
    const send = () =>
      client.createBatchReplies({
        headers: { 'idempotency-key': 'lento' },
        body: { support_ids: ids, salvar: true, enviar_email: true },
      });
    let first: unknown;
    const took = await seconds(async () => {
      const { status, body } = await send();
      expect(status).toBe(200);
      first = body;
    });
    expect(took).toBeLessThan(90);
    expect(first).toMatchObject({ data: { salvos: 50, falhas: 0 } });
    expect(await send()).toMatchObject({ status: 200, body: first });
  });

  it('a hanging mail server costs ten seconds a mail and fails no reply', async (context) => {
    const fixture = await start(context, { mail: { onRecipient: forEver } });
    const ids = [await fixture.openTicket(), await fixture.openTicket()];
    const took = await seconds(async () => {
      const data = await fixture.save(ids, { enviar_email: true });
      expect(data).toMatchObject({ salvos: 2, falhas: 0 });
      expect(data.resultados.some(({ email_enviado }) => email_enviado)).toBe(false);
    });
    expect(took).toBeLessThan(30);
    const { items } = await (await fixture.app.trpc()).outbox.list.query({ status: 'pending' });
    expect(items).toHaveLength(2);
  });
});
