import { describe, expect, it, onTestFinished } from 'vitest';
import { meaningOf } from './fake-embeddings.ts';
import { startMeaningFixture } from './meaning-fixture.ts';

/** A service of its own with a settled ticket, whose vector is the first of its set. */
const openShelf = async () => {
  const fixture = await startMeaningFixture();
  onTestFinished(() => fixture.close());
  const { quickReplies } = await fixture.app.trpc();
  await fixture.settle('Cobrança', 'Fui cobrado duas vezes.');
  const titles = new Map<number, string>();
  return {
    embeddings: fixture.embeddings,
    quickReplies,
    create: async (title: string, content: string) => {
      const shortcut = `/x${titles.size}`;
      const reply = { title, content, category: 'geral', shortcut };
      const { id } = await quickReplies.create.mutate(reply);
      titles.set(id, title);
      return id;
    },
    /** The texts that the job sends. */
    embedded: async () => {
      const before = fixture.embeddings.calls.length;
      expect(await fixture.embed()).toBeNull();
      return fixture.embeddings.calls.slice(before).map(({ input }) => input);
    },
    foundFor: async (body: string) => {
      const sources = await fixture.sourcesOf(await fixture.open('Dúvida', body));
      return sources.flatMap(({ quickReplyId, by }) =>
        quickReplyId && by.includes('meaning') ? [titles.get(quickReplyId)] : [],
      );
    },
    vectors: () =>
      fixture.app.service
        .contextFor('test')
        .db.selectFrom('quick_reply_vectors')
        .select('quick_reply_id')
        .execute(),
  };
};

describe('a quick reply', () => {
  it('is embedded once a text, and found by its meaning until it is deleted', async () => {
    const { quickReplies, create, embedded, foundFor } = await openShelf();
    const password = await create('Senha', '<p>Clique em <b>credencial</b>.</p>');
    const charge = await create('Fatura', '<p>Estornamos a cobrança.</p>');
    const [, ...ready] = await embedded();
    expect(ready).toEqual([['Senha. Clique em credencial.', 'Fatura. Estornamos a cobrança.']]);
    expect(await embedded()).toEqual([]);
    expect(await foundFor('Não consigo entrar no login.')).toEqual(['Senha', 'Fatura']);
    expect(await foundFor('Veio um lançamento.')).toEqual(['Fatura', 'Senha']);
    await quickReplies.update.mutate({ id: charge, content: '<p>Ouça o podcast.</p>' });
    expect(await embedded()).toEqual([['Fatura. Ouça o podcast.']]);
    expect(await foundFor('Quero ouvir.')).toEqual(['Fatura', 'Senha']);
    await quickReplies.delete.mutate({ id: password });
    expect(await foundFor('Não consigo entrar no login.')).toEqual(['Fatura']);
  });

  it('is one of the five nearest, whatever number there is', async () => {
    const { create, embedded, foundFor, vectors } = await openShelf();
    for (let n = 0; n < 34; n += 1) await create(`Correio ${n}`, '<p>Mudei de entrega.</p>');
    expect((await embedded()).slice(1).map((input) => input.length)).toEqual([32, 2]);
    expect(await foundFor('Mudei de endereço.')).toHaveLength(5);
    expect(await vectors()).toHaveLength(34);
  });

  it('waits for a later run while its vectors are not those of the tickets', async () => {
    const { create, embedded, embeddings, vectors } = await openShelf();
    await embedded();
    await create('Senha', 'Troque-a.');
    for (const dimensions of [12, undefined]) {
      expect(await vectors()).toEqual([]);
      const of = (text: string) => meaningOf(text, dimensions);
      embeddings.answer(({ input }) => ({ vectors: input.map(of) }));
      expect(await embedded()).toEqual([['Senha. Troque-a.']]);
    }
    expect(await vectors()).toHaveLength(1);
  });
});
