import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../server/core/errors.ts';
import { previewReplies, saveReplies } from '../../server/replies/service.ts';
import { createTicket } from '../../server/tickets/service.ts';
import { materialOf } from './fake-model.ts';
import { goodReply, startReplyFixture } from './reply-fixtures.ts';

const fixture = await startReplyFixture();
afterAll(() => fixture.close());
const { tickets, replies } = await fixture.app.trpc({ role: 'agent' });
const ctx = fixture.app.service.contextFor('test');

beforeEach(() => fixture.onModelCall(() => goodReply));

const write = (id: number, origin: 'requester' | 'agent' | 'ai', body: string) =>
  tickets.addMessage.mutate({ id, author: 'Ana', origin, body });
const settle = async (id: number, answers: string[]) => {
  for (const body of answers) await write(id, 'agent', body);
  await tickets.setStatus.mutate({ id, status: 'resolved' });
};
const askedWith = () => materialOf(fixture.model.calls.at(-1));
const answers = () => askedWith().ticketsSemelhantes.map(({ resposta }) => resposta);

describe('what the model is given', () => {
  it('gives the model the ticket, its messages and answers to similar tickets only', async () => {
    const opened = { subject: 'Xícara', body: 'A xícara quebrou.', requesterName: 'Rui' };
    const kind = { main: 'Brindes', issue: 'Defeito', newsletter: 'Diária' };
    const { id: settled } = await tickets.create.mutate({ ...opened, ...kind, issue: 'Troca' });
    await settle(settled, ['Primeira resposta.', 'Última resposta, Rui.']);
    const { id } = await tickets.create.mutate({
      ...opened,
      ...kind,
      requesterName: 'Bia',
      requesterEmail: 'bia@exemplo.com.br',
    });
    await write(id, 'ai', '<p>Qual <b>xícara</b>?</p>');
    await write(id, 'agent', 'Qual?');
    await write(id, 'requester', 'A azul.');
    for (let note = 1; note <= 6; note += 1) {
      await tickets.addNote.mutate({ id, body: `Nota ${note}`, inPrompt: true });
    }
    await tickets.addNote.mutate({ id: settled, body: 'De outro', inPrompt: true });
    await fixture.preview([id]);
    expect(askedWith()).toEqual({
      ticket: {
        assunto: 'Xícara',
        categoria: 'Brindes',
        problema: 'Defeito',
        newsletter: 'Diária',
        cliente: 'Bia',
        mensagens: [
          { de: 'cliente', texto: 'A xícara quebrou.' },
          { de: 'assistente', texto: 'Qual xícara?' },
          { de: 'atendente', texto: 'Qual?' },
          { de: 'cliente', texto: 'A azul.' },
        ],
        notasInternas: ['Nota 2', 'Nota 3', 'Nota 4', 'Nota 5', 'Nota 6'],
      },
      ticketsSemelhantes: [
        { categoria: 'Brindes', problema: 'Troca', resposta: 'Última resposta, [nome].' },
      ],
    });
  });

  it('holds 8,000 characters of the last message and 2,000 of those before and of notes', async () => {
    const id = await fixture.openTicket({ body: 'a'.repeat(9_000) });
    await write(id, 'requester', 'b'.repeat(9_000));
    await tickets.addNote.mutate({ id, body: 'c'.repeat(3_000), inPrompt: true });
    await fixture.preview([id]);
    const { mensagens, notasInternas } = askedWith().ticket;
    const lengths = mensagens.map(({ texto }) => texto.replaceAll(/[^ab]/g, '').length);
    expect(lengths).toEqual([2_000, 8_000]);
    expect(notasInternas).toEqual(['c'.repeat(2_000)]);
  });

  it('searches similar tickets by the requester’s first message', async () => {
    const guitar = await fixture.openTicket({ subject: 'Oi', body: 'A guitarra desafinou.' });
    await settle(guitar, ['Afinamos a guitarra.']);
    const drums = await fixture.openTicket({ subject: 'Oi', body: 'O tambor furou.' });
    await settle(drums, ['Trocamos o tambor.']);
    const id = await fixture.openTicket({ subject: 'Ajuda', body: 'Minha guitarra desafinou.' });
    await write(id, 'agent', 'É o tambor que furou?');
    await write(id, 'requester', 'Sim, o tambor furou.');
    await fixture.preview([id]);
    expect(answers()).toEqual(['Afinamos a guitarra.']);
  });

  it('gives the model quoted text that we did not send', async () => {
    const quoting = { subject: 'Oi', body: 'Sim', main: 'Geral', unsent: 'Quer outro?' };
    const { id } = await createTicket(ctx, quoting);
    await fixture.preview([id]);
    expect(askedWith().ticket.mensagens).toEqual([{ de: 'cliente', texto: 'Sim\n\nQuer outro?' }]);
  });

  it('holds 3,000 characters of the first 6,000 of an answer, their beginning and end', async () => {
    const texts = { subject: 'Violino', body: 'O violino veio sem corda.' };
    await settle(await fixture.openTicket(texts), [
      `começo ${'x'.repeat(5_989)} fim${'z'.repeat(9)}`,
    ]);
    await fixture.preview([await fixture.openTicket(texts)]);
    const [answer = ''] = answers();
    expect(answer).toMatch(/^começo x+\n\[\.\.\.\]\nx+ fim$/);
    expect(answer).toHaveLength(3_000 + '\n[...]\n'.length);
  });
});

describe('an answer of the model', () => {
  it.each([
    ['more than 20,000 characters', { html: `<p>${'x'.repeat(20_000)}</p>`, confidence: 1 }],
    ['a negative confidence', { html: '<p>Oi</p>', confidence: -0.1 }],
    ['text in its title alone', { html: '<title>Oi</title>', confidence: 1 }],
  ])('with %s is sent back, and a good one after it is used', async (_name, wrong) => {
    const id = await fixture.openTicket();
    const before = fixture.model.calls.length;
    fixture.onModelCall((call) => (call.messages.length === 2 ? wrong : goodReply));
    expect(await fixture.preview([id])).toMatchObject({ sucesso: 1 });
    expect(fixture.model.calls).toHaveLength(before + 2);
  });

  it.each([
    ['0', { html: '<p>Oi</p>', confidence: 0 }],
    ['1', { html: `<p>${'x'.repeat(19_993)}</p>`, confidence: 1 }],
  ])('may have the confidence %s', async (_name, given) => {
    fixture.onModelCall(() => given);
    expect((await fixture.preview([await fixture.openTicket()])).respostas).toMatchObject([
      { resposta: given.html, confianca: 0.9 * given.confidence },
    ]);
  });
});

describe('a batch', () => {
  const options = { author: 'IA Assistant', sendEmail: false, batch: undefined };

  it('saves a reply of exactly the lowest confidence, and makes no draft of one below it', async () => {
    const [just, low] = [await fixture.openTicket(), await fixture.openTicket({ subject: 'x' })];
    fixture.onModelCall((call) => ({
      html: '<p>Oi</p>',
      confidence: materialOf(call).ticket.assunto === 'x' ? 0.7777 : 0.77778,
    }));
    expect((await fixture.save([just, low])).resultados).toMatchObject([
      { sucesso: true, confianca: 0.7 },
      {
        ticket_id: low,
        sucesso: false,
        resposta_salva: false,
        email_enviado: false,
        confianca: 0.6999,
        erro: 'Confiança muito baixa para salvar automaticamente',
      },
    ]);
    expect(await fixture.messagesOf(low)).toHaveLength(1);
    expect((await replies.drafts.list.query({ ticketId: low })).items).toEqual([]);
  });

  it('replies to a resolved ticket with a new message, and previews what it would save', async () => {
    const [resolved, closed] = [await fixture.openTicket(), await fixture.openTicket()];
    await tickets.setStatus.mutate({ id: resolved, status: 'resolved' });
    await tickets.setStatus.mutate({ id: closed, status: 'closed' });
    expect(await fixture.preview([closed, resolved])).toMatchObject({ sucesso: 1, falhas: 1 });
    expect(await fixture.save([closed, resolved])).toMatchObject({ salvos: 1, falhas: 1 });
    expect(await fixture.preview([resolved])).toMatchObject({ sucesso: 0, falhas: 1 });
  });

  it('goes on after a reply that cannot be stored, and after an outage', async () => {
    const [id, unknown] = [await fixture.openTicket(), 2_000_000_000];
    const broken = { ...options, author: 'A\u0000' };
    expect(await saveReplies(ctx, [id, unknown], broken)).toEqual([
      { ticketId: id, ok: false, reason: 'unavailable', confidence: 0.81 },
      { ticketId: unknown, ok: false, reason: 'ticket-not-found', confidence: 0 },
    ]);
    expect(await fixture.messagesOf(id)).toHaveLength(1);
    const away = { ...ctx, llm: { ask: () => Promise.reject(new AppError('unavailable')) } };
    expect(await previewReplies(away, [id, unknown], undefined)).toEqual([
      { ticketId: id, ok: false, reason: 'unavailable', confidence: 0 },
      { ticketId: unknown, ok: false, reason: 'ticket-not-found', confidence: 0 },
    ]);
    const logged = fixture.app.logs.filter(
      ({ ticket, level }) => ticket === id && Number(level) >= 40,
    );
    expect(logged).toMatchObject([
      { level: 50, msg: 'saving a reply failed' },
      { level: 40, msg: 'generating a reply failed' },
    ]);
  });
});
