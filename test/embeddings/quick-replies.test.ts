import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { meaningOf } from './fake-embeddings.ts';
import { startMeaningFixture } from './meaning-fixture.ts';

const fixture = await startMeaningFixture();
afterAll(() => fixture.close());
const { quickReplies } = await fixture.app.trpc();
const { db } = fixture.app.service.contextFor('test');
const titles = new Map<number, string>();
// The first vector of the set.
await fixture.settle('Cobrança', 'Fui cobrado duas vezes.');
await fixture.embed();
afterEach(() => db.deleteFrom('quick_replies').execute());

const create = async (title: string, content: string) => {
  const shortcut = `/x${titles.size}`;
  const { id } = await quickReplies.create.mutate({ title, content, category: 'geral', shortcut });
  titles.set(id, title);
  return id;
};
/** The texts that the job sends. */
const embedded = async () => {
  const before = fixture.embeddings.calls.length;
  expect(await fixture.embed()).toBeNull();
  return fixture.embeddings.calls.slice(before).map(({ input }) => input);
};
const foundFor = async (body: string) => {
  const sources = await fixture.sourcesOf(await fixture.open('Dúvida', body));
  return sources.flatMap(({ quickReplyId, by }) =>
    quickReplyId && by.includes('meaning') ? [titles.get(quickReplyId)] : [],
  );
};
const vectors = () => db.selectFrom('quick_reply_vectors').select('quick_reply_id').execute();

describe('a quick reply', () => {
  it('is embedded once a text, and found by its meaning until it is deleted', async () => {
    const password = await create('Senha', '<p>Clique em <b>credencial</b>.</p>');
    const charge = await create('Fatura', '<p>Estornamos a cobrança.</p>');
    expect(await embedded()).toEqual([
      ['Senha. Clique em credencial.', 'Fatura. Estornamos a cobrança.'],
    ]);
    expect(await embedded()).toEqual([]);
    expect(await foundFor('Não consigo entrar no login.')).toEqual(['Senha', 'Fatura']);
    expect(await foundFor('Veio um lançamento.')).toEqual(['Fatura', 'Senha']);
    await quickReplies.update.mutate({ id: charge, content: '<p>Ouça o podcast.</p>' });
    expect(await embedded()).toEqual([['Fatura. Ouça o podcast.']]);
    expect(await foundFor('Quero entrar e ouvir, ouvir.')).toEqual(['Fatura', 'Senha']);
    await quickReplies.delete.mutate({ id: password });
    expect(await foundFor('Não consigo entrar no login.')).toEqual(['Fatura']);
  });

  it('is one of the five nearest, whatever number there is', async () => {
    for (let n = 0; n < 34; n += 1) await create(`Correio ${n}`, '<p>Mudei de entrega.</p>');
    expect((await embedded()).map((input) => input.length)).toEqual([32, 2]);
    expect(await foundFor('Mudei de endereço.')).toHaveLength(5);
    expect(await vectors()).toHaveLength(34);
  });

  it('waits for a later run while its vectors are not those of the tickets', async () => {
    await create('Senha', 'Troque-a.');
    for (const dimensions of [12, undefined]) {
      expect(await vectors()).toEqual([]);
      const of = (text: string) => meaningOf(text, dimensions);
      fixture.embeddings.answer(({ input }) => ({ vectors: input.map(of) }));
      expect(await embedded()).toEqual([['Senha. Troque-a.']]);
    }
    expect(await vectors()).toHaveLength(1);
  });
});
