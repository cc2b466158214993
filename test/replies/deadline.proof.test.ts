import { afterEach, describe, expect, it } from 'vitest';
import { type Desk, goodReply, openDesk } from './desk.ts';
import { materialOf } from './model.ts';

let desk: Desk;

afterEach(() => desk.close());

const forEver = () => new Promise<never>(() => undefined);

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
};

describe('real time', () => {
  it('a batch whose model hangs is answered after 90 seconds: the rest has failed', async () => {
    desk = await openDesk();
    const ids: number[] = [];
    for (let count = 0; count < 50; count += 1) {
      ids.push(await desk.openTicket({ subject: `${count}` }));
    }
    desk.answer((call) => (Number(materialOf(call).ticket.assunto) < 10 ? goodReply : forEver()));
    const took = await seconds(async () => {
      const data = await desk.save(ids, { enviar_email: true });
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

  it('a mail server that hangs costs ten seconds a mail, and no reply', async () => {
    desk = await openDesk({ mail: { onRecipient: forEver } });
    const ids = [await desk.openTicket(), await desk.openTicket()];
    const took = await seconds(async () => {
      const data = await desk.save(ids, { enviar_email: true });
      expect(data).toMatchObject({ salvos: 2, falhas: 0 });
      expect(data.resultados.some(({ email_enviado }) => email_enviado)).toBe(false);
    });
    expect(took).toBeLessThan(30);
    const { items } = await (await desk.app.trpc()).outbox.list.query({ status: 'pending' });
    expect(items).toHaveLength(2);
  });
});
