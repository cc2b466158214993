import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, goodReply, openDesk } from './desk.ts';
import { materialOf } from './model.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(() => desk.close());

beforeEach(() => desk.answer(() => goodReply));

describe('POST /support/fast-response/lote, generating', () => {
  it('answers each ticket once, in the order given, and saves nothing', async () => {
    const [a, b] = [await desk.openTicket(), await desk.openTicket()];
    desk.answer((call) => ({ ...goodReply, html: `<p>${materialOf(call).ticket.assunto}</p>` }));
    const data = await desk.preview([b, a, b]);
    expect(data).toEqual({
      modo: 'lote_preview',
      tickets_processados: 2,
      sucesso: 2,
      falhas: 0,
      respostas: [b, a].map((ticket_id) => ({
        ticket_id,
        resposta: '<p>Não recebi a edição</p>',
        confianca: 0.9,
        baseado_em_similares: false,
        tickets_similares_usados: 0,
      })),
    });
    expect(await desk.messagesOf(a)).toHaveLength(1);
  });

  it('lists only what it could generate, and counts the rest as failures', async () => {
    const [a, b] = [
      await desk.openTicket(),
      await desk.openTicket({ subject: 'modelo fora do ar' }),
    ];
    desk.answer((call) =>
      materialOf(call).ticket.assunto === 'modelo fora do ar' ? { status: 400 } : goodReply,
    );
    const data = await desk.preview([a, 2_000_000_000, b]);
    expect(data).toMatchObject({ tickets_processados: 3, sucesso: 1, falhas: 2 });
    expect(data.respostas.map(({ ticket_id }) => ticket_id)).toEqual([a]);
  });

  it('shows replies of any confidence', async () => {
    desk.answer(() => ({ ...goodReply, confidence: 0.1 }));
    expect(await desk.preview([await desk.openTicket()])).toMatchObject({
      sucesso: 1,
      respostas: [{ confianca: 0.1 }],
    });
  });

  it('takes 50 tickets and refuses 51', async () => {
    const client = await desk.app.client();
    const ids = Array.from({ length: 51 }, (_, index) => 1_900_000_000 + index);
    expect(await desk.preview(ids.slice(1))).toMatchObject({ tickets_processados: 50, falhas: 50 });
    const refused = await client.createBatchReplies({ body: { support_ids: ids } });
    expect(refused).toMatchObject({
      status: 400,
      body: { success: false, message: 'Maximo de 50 tickets por lote' },
    });
    expect(refused.headers.get('x-error-code')).toBe('batch-too-large');
  });

  it('refuses an empty batch, ids that are none, and readers', async () => {
    const client = await desk.app.client();
    for (const support_ids of [[], [0], [1.5], [2_147_483_648]]) {
      const { status } = await client.createBatchReplies({ body: { support_ids } });
      expect(status).toBe(400);
    }
    const reader = await desk.app.client({ role: 'reader' });
    expect((await reader.createBatchReplies({ body: { support_ids: [1] } })).status).toBe(403);
    expect(
      (await desk.app.anonymous.createBatchReplies({ body: { support_ids: [1] } })).status,
    ).toBe(401);
  });
});

describe('POST /support/fast-response/lote, saving', () => {
  it('saves each reply as a message of the default author, and sends no mail unasked', async () => {
    const id = await desk.openTicket();
    const mails = desk.smtp.mails.length;
    expect(await desk.save([id, id])).toEqual({
      modo: 'lote_com_salvamento',
      tickets_processados: 1,
      salvos: 1,
      falhas: 0,
      resultados: [
        {
          ticket_id: id,
          sucesso: true,
          resposta_salva: true,
          email_enviado: false,
          confianca: 0.9,
        },
      ],
    });
    expect((await desk.messagesOf(id)).at(-1)).toMatchObject({
      author: 'IA Assistant',
      origin: 'ai',
      body: '<p>Olá! Já reenviamos a edição.</p>',
    });
    expect(desk.smtp.mails).toHaveLength(mails);
  });

  it('saves under the author that was asked for', async () => {
    const id = await desk.openTicket();
    await desk.save([id], { autor: 'Equipe Leitor' });
    expect((await desk.messagesOf(id)).at(-1)).toMatchObject({ author: 'Equipe Leitor' });
  });

  it('does not save a reply of low confidence, and says why', async () => {
    const [low, just] = [await desk.openTicket({ subject: 'difícil' }), await desk.openTicket()];
    desk.answer((call) => ({
      ...goodReply,
      confidence: materialOf(call).ticket.assunto === 'difícil' ? 0.69 : 0.7,
    }));
    expect(await desk.save([low, just])).toMatchObject({
      salvos: 1,
      falhas: 1,
      resultados: [
        {
          ticket_id: low,
          sucesso: false,
          resposta_salva: false,
          email_enviado: false,
          confianca: 0.69,
          erro: 'Confiança muito baixa para salvar automaticamente',
        },
        { ticket_id: just, sucesso: true, confianca: 0.7 },
      ],
    });
    expect(await desk.messagesOf(low)).toHaveLength(1);
  });

  it('counts unknown tickets and tickets the model fails on, in their places', async () => {
    const [a, b] = [await desk.openTicket({ subject: 'sem resposta' }), await desk.openTicket()];
    desk.answer((call) =>
      materialOf(call).ticket.assunto === 'sem resposta' ? { status: 401 } : goodReply,
    );
    const data = await desk.save([2_000_000_000, a, b]);
    expect(data).toMatchObject({ tickets_processados: 3, salvos: 1, falhas: 2 });
    expect(data.resultados.map(({ ticket_id, erro }) => [ticket_id, erro])).toEqual([
      [2_000_000_000, 'Ticket não encontrado'],
      [a, 'Não foi possível gerar a resposta'],
      [b, undefined],
    ]);
  });

  it('sends a mail where the ticket has an address, and says so', async () => {
    const [withAddress, without] = [
      await desk.openTicket(),
      await desk.openTicket({ email: null }),
    ];
    const { resultados } = await desk.save([withAddress, without], { enviar_email: true });
    expect(resultados).toMatchObject([
      { sucesso: true, resposta_salva: true, email_enviado: true },
      { sucesso: true, resposta_salva: true, email_enviado: false },
    ]);
  });

  it('saves nothing on a ticket that somebody wrote on meanwhile', async () => {
    const id = await desk.openTicket();
    desk.answer(async () => {
      const trpc = await desk.app.trpc();
      await trpc.tickets.addMessage.mutate({
        id,
        author: 'Maria',
        origin: 'requester',
        body: 'Esqueçam, chegou agora.',
      });
      return goodReply;
    });
    expect(await desk.save([id], { enviar_email: true })).toMatchObject({
      falhas: 1,
      resultados: [
        {
          sucesso: false,
          resposta_salva: false,
          email_enviado: false,
          erro: 'O ticket recebeu uma nova mensagem enquanto a resposta era gerada',
        },
      ],
    });
    expect((await desk.messagesOf(id)).map(({ origin }) => origin)).toEqual([
      'requester',
      'requester',
    ]);
  });
});
