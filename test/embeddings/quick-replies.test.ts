import { afterAll, describe, expect, it } from 'vitest';
import { startMeaningFixture } from './meaning-fixture.ts';

const fixture = await startMeaningFixture();
afterAll(() => fixture.close());
const { quickReplies } = await fixture.app.trpc();
const { db } = fixture.app.service.contextFor('test');

const texts = new Map<number, string>();
const create = async (title: string, content: string) => {
  const shortcut = `/x${texts.size}`;
  const { id } = await quickReplies.create.mutate({ title, content, category: 'geral', shortcut });
  texts.set(id, title);
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
    quickReplyId && by.includes('meaning') ? [texts.get(quickReplyId)] : [],
  );
};

describe('a quick reply', () => {
  it('is embedded once a text, and found by its meaning until it is deleted', async () => {
    await fixture.settle('Cobrança', 'Fui cobrado duas vezes.');
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
    for (let n = 0; n < 34; n += 1) await create(`Correio ${n}`, '<p>Mudei de entrega.</p>');
    expect((await embedded()).map((input) => input.length)).toEqual([32, 2]);
    expect(await foundFor('Mudei de endereço.')).toHaveLength(5);
    const { count } = await db
      .selectFrom('quick_reply_vectors')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(35);
  });
});
