import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { materialOf } from './fake-model.ts';
import { goodReply, type ReplyFixture, startReplyFixture } from './reply-fixtures.ts';

const fixture: ReplyFixture = await startReplyFixture();
afterAll(() => fixture.close());
const { tickets } = await fixture.app.trpc();

const settle = (id: number) => tickets.setStatus.mutate({ id, status: 'resolved' });
const answer = (id: number, body: string) =>
  tickets.addMessage.mutate({ id, author: 'Ana', origin: 'agent', body });
const ask = (id: number, body: string) =>
  tickets.addMessage.mutate({ id, author: 'Leitora', origin: 'requester', body });
const sourcesOf = async (id: number) =>
  (await fixture.preview([id])).respostas[0]?.tickets_similares_usados;

describe('what a reply is written from', () => {
  it('bases no reply on what the model wrote', async () => {
    const texts = { subject: 'Cupom', body: 'O cupom de desconto da assinatura não funciona.' };
    const answered = await fixture.openTicket(texts);
    expect((await fixture.save([answered])).salvos).toBe(1);
    await settle(answered);
    const asked = await fixture.openTicket(texts);
    expect(await sourcesOf(asked)).toBe(0);
    await answer(answered, 'O cupom vale só para assinaturas novas.');
    expect(await sourcesOf(asked)).toBe(1);
  });

  it('bases a reply on the agent’s answer before the model’s', async () => {
    const texts = { subject: 'Boleto', body: 'A segunda via do boleto bancário não abre.' };
    const settled = await fixture.openTicket(texts);
    await answer(settled, 'Enviamos outra segunda via.');
    await ask(settled, 'E quando vence?');
    expect((await fixture.save([settled])).salvos).toBe(1);
    await settle(settled);
    expect(await sourcesOf(await fixture.openTicket(texts))).toBe(1);
    const { ticketsSemelhantes } = materialOf(fixture.model.calls.at(-1));
    expect(ticketsSemelhantes.map(({ resposta }) => resposta)).toEqual([
      'Enviamos outra segunda via.',
    ]);
  });

  it('gives the model quick replies with the ticket’s values, and allows their links', async () => {
    const internal = await fixture.app.trpc();
    const link = '<a href="https://banca.example/e">banca</a>';
    const { id: quickReplyId } = await internal.quickReplies.create.mutate({
      title: 'Exemplar amassado',
      category: 'geral',
      shortcut: '/amassado',
      content: `<p>{{primeiro_nome}} ({{nome}}), o chamado {{ticket}} da {{newsletter}}: ${link}{{atendente}}</p>`,
    });
    const { id } = await tickets.create.mutate({
      subject: 'Exemplar amassado',
      body: 'O exemplar veio amassado.',
      main: 'Entrega',
      newsletter: 'Diária',
      requesterName: 'Maria Souza',
    });
    onTestFinished(() => fixture.onModelCall(() => goodReply));
    fixture.onModelCall(() => ({ html: `<p>Veja a ${link}.</p>`, confidence: 0.9 }));
    expect(await fixture.preview([id])).toMatchObject({
      respostas: [{ baseado_em_similares: false, tickets_similares_usados: 0 }],
    });
    const { respostasProntas } = materialOf(fixture.model.calls.at(-1));
    expect(respostasProntas?.map(({ texto }) => texto)).toEqual([
      `Maria (Maria Souza), o chamado ${id} da Diária: banca [https://banca.example/e]`,
    ]);
    await internal.quickReplies.delete.mutate({ id: quickReplyId });
    expect(await fixture.preview([id])).toMatchObject({ sucesso: 0, falhas: 1 });
  });

  it('lists quick replies among the sources', async () => {
    const internal = await fixture.app.trpc();
    const { id: quickReplyId } = await internal.quickReplies.create.mutate({
      title: 'Mudança de endereço da entrega',
      category: 'geral',
      shortcut: '/endereco',
      content: '<p>Mude o endereço.</p>',
    });
    const id = await fixture.openTicket({
      subject: 'Mudança de endereço',
      body: 'Como mudo o endereço da entrega?',
      name: 'Maria',
    });
    const { outcomes } = await internal.replies.drafts.create.mutate({ ticketIds: [id] });
    expect(outcomes).toMatchObject([
      {
        ok: true,
        sources: [{ quickReplyId, title: 'Mudança de endereço da entrega', by: ['words'] }],
      },
    ]);
    const [draft] = (await internal.replies.drafts.list.query({ ticketId: id })).items;
    expect(draft?.sources).toMatchObject([{ quickReplyId }]);
    // A fifth of the words of a question.
    for (const [subject, count] of [
      ['xbrr xcrr xdrr', 1],
      ['xbrr xcrr xdrr xfrr xgrr', 0],
    ] as const) {
      await sourcesOf(await fixture.openTicket({ subject, body: 'endereço' }));
      const given = materialOf(fixture.model.calls.at(-1)).respostasProntas ?? [];
      expect(given).toHaveLength(count);
    }
    await internal.quickReplies.delete.mutate({ id: quickReplyId });
  });
});
