import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { materialOf } from './fake-model.ts';
import { goodReply, startReplyFixture } from './reply-fixtures.ts';

const fixture = await startReplyFixture();
afterAll(() => fixture.close());

beforeEach(() => fixture.onModelCall(() => goodReply));

describe('POST /support/fast-response/lote without salvar', () => {
  it('generates one reply a ticket, in the order given, and saves nothing', async () => {
    const [a, b] = [await fixture.openTicket(), await fixture.openTicket()];
    fixture.onModelCall((call) => ({
      ...goodReply,
      html: `<p>${materialOf(call).ticket.assunto}</p>`,
    }));
    const data = await fixture.preview([b, a, b]);
    expect(data).toEqual({
      modo: 'lote_preview',
      tickets_processados: 2,
      sucesso: 2,
      falhas: 0,
      respostas: [b, a].map((ticket_id) => ({
        ticket_id,
        resposta: '<p>Não recebi a edição</p>',
        confianca: 0.81,
        baseado_em_similares: false,
        tickets_similares_usados: 0,
      })),
    });
    expect(await fixture.messagesOf(a)).toHaveLength(1);
  });

  it('gives the model only the notes that agents marked for it', async () => {
    const id = await fixture.openTicket();
    const trpc = await fixture.app.trpc({ role: 'agent' });
    await trpc.tickets.addNote.mutate({ id, body: 'Cliente difícil' });
    await trpc.tickets.addNote.mutate({ id, body: 'Já pagou em março', inPrompt: true });
    const materials: ReturnType<typeof materialOf>[] = [];
    fixture.onModelCall((call) => {
      materials.push(materialOf(call));
      return goodReply;
    });
    await fixture.preview([id]);
    expect(materials.map(({ ticket }) => ticket.notasInternas)).toEqual([['Já pagou em março']]);
    expect(JSON.stringify(materials)).not.toContain('difícil');
  });
});

describe('POST /support/fast-response/lote with salvar', () => {
  it('saves each reply as a message of the default author and sends no mail by default', async () => {
    const id = await fixture.openTicket();
    const mails = fixture.smtp.mails.length;
    const result = { ticket_id: id, sucesso: true, resposta_salva: true, email_enviado: false };
    expect(await fixture.save([id, id])).toEqual({
      modo: 'lote_com_salvamento',
      tickets_processados: 1,
      salvos: 1,
      falhas: 0,
      resultados: [{ ...result, confianca: 0.81 }],
    });
    expect((await fixture.messagesOf(id)).at(-1)).toMatchObject({
      author: 'IA Assistant',
      origin: 'ai',
      body: '<p>Olá! Já reenviamos a edição.</p>',
    });
    expect(fixture.smtp.mails).toHaveLength(mails);
    const { audit } = await fixture.app.trpc();
    const { items } = await audit.list.query({ target: `ticket:${id}`, action: 'replies.save' });
    expect(items).toMatchObject([{ changes: [{ field: 'confidence', after: 0.81 }] }]);
  });

  it('reports unknown tickets and model failures in their places', async () => {
    const [a, b] = [
      await fixture.openTicket({ subject: 'sem resposta' }),
      await fixture.openTicket(),
    ];
    fixture.onModelCall((call) =>
      materialOf(call).ticket.assunto === 'sem resposta' ? { status: 401 } : goodReply,
    );
    const data = await fixture.save([2_000_000_000, a, b]);
    expect(data).toMatchObject({ tickets_processados: 3, salvos: 1, falhas: 2 });
    expect(data.resultados.map(({ ticket_id, erro }) => [ticket_id, erro])).toEqual([
      [2_000_000_000, 'Ticket não encontrado'],
      [a, 'Não foi possível gerar a resposta'],
      [b, undefined],
    ]);
  });
});
