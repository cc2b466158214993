import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newEmbedded, newVectorDatabase } from '../support/embedded-databases.ts';
import { type EmbeddingAnswer, meaningOf } from './fake-embeddings.ts';
import { startMeaningFixture } from './meaning-fixture.ts';

/**
 * A service with two settled tickets, which no run of the job has embedded yet, and a question that
 * means the same as one of them.
 */
const startWithQuestion = async (whenDone: (close: () => Promise<void>) => void) => {
  let now = new Date('2026-11-20T12:00:00Z');
  const fixture = await startMeaningFixture({ now: () => now });
  whenDone(() => fixture.close());
  /** Past the pause after a failure. */
  const later = () => {
    now = new Date(now.getTime() + 31_000);
  };
  const charged = await fixture.settle('Cobrança', 'Fui cobrado duas vezes no cartão.');
  const other = await fixture.settle('Acesso', 'Perdi minha senha.');
  const asked = await fixture.open('Problema', 'Lançamento em duplicidade na fatura.');
  return {
    fixture,
    charged,
    other,
    later,
    embeddings: fixture.embeddings,
    well: () =>
      fixture.embeddings.answer(({ input }) => ({ vectors: input.map((text) => meaningOf(text)) })),
    /** A run of the job, at a moment of its own. */
    embed: () => {
      later();
      return fixture.embed();
    },
    logged: (part: RegExp) => fixture.app.logs.filter(({ msg }) => part.test(String(msg))).length,
    found: async () => (await fixture.sourcesOf(asked)).map(({ ticketId }) => ticketId),
  };
};

describe('an embedding service', () => {
  it('fails the job by unusable vectors, which are not stored, and not by being away', async () => {
    const { charged, embeddings, embed, fixture, found, logged, well } =
      await startWithQuestion(onTestFinished);
    embeddings.answer(() => ({ status: 503 }));
    expect(await embed()).toBeNull();
    embeddings.answer(() => 'reset');
    expect(await embed()).toBeNull();
    expect(logged(/settled tickets are not embedded/)).toBeGreaterThan(0);
    const [one, nine] = [meaningOf('um'), meaningOf('dois', 9)];
    const lies: [EmbeddingAnswer, RegExp][] = [
      [{ vectors: [one] }, /1 vectors for 4 texts/],
      [{ vectors: [one, nine, nine, nine] }, /a vector has 9 dimensions instead of 8/],
      [{ status: 404 }, /HTTP 404/],
    ];
    for (const [lie, error] of lies) {
      embeddings.answer(() => lie);
      expect(await embed()).toMatch(error);
    }
    well();
    expect(await found()).toEqual([]);
    expect(await embed()).toBeNull();
    expect(await found()).toContain(charged);

    const late = await fixture.settle('Podcast', 'O episódio parou.');
    embeddings.answer(({ input }) => ({ vectors: input.map((text) => meaningOf(text, 12)) }));
    expect(await embed()).toMatch(
      /um returned 12 dimensions; its stored vectors have 8. Name another EMBEDDINGS_MODEL/,
    );
    well();
    expect(await embed()).toBeNull();
    const podcast = await fixture.open('Áudio', 'Não consigo ouvir.');
    expect((await fixture.sourcesOf(podcast))[0]?.ticketId).toBe(late);
  });
});

describe('an embedding service that fails when a question comes', async () => {
  const { charged, embeddings, embed, fixture, found, later, logged, other, well } =
    await startWithQuestion(afterAll);
  beforeAll(embed);

  it.each([
    ['is down', { status: 500 }, 'unavailable'],
    ['returns another number of dimensions', { vectors: [meaningOf('um', 12)] }, 'unusable'],
    ['freezes', 'silence' as const, 'unavailable'],
  ])('%s: tickets are found by words alone, logged once', async (_what, answer, mode) => {
    well();
    later();
    expect(await found()).toContain(charged);
    embeddings.answer(() => answer);
    const before = logged(/similar tickets are found by words alone/);
    const words = await fixture.open('Senha', 'Perdi a senha.');
    expect(await fixture.sourcesOf(words)).toEqual([{ ticketId: other, score: 1, by: ['words'] }]);
    expect(await found()).toEqual([]);
    expect(logged(/similar tickets are found by words alone/)).toBe(before + 1);
    expect(
      await fixture.metric(new RegExp(`^similar_searches_total\\{mode="${mode}"\\}`)),
    ).toBeDefined();
  });
});

describe('a database without pgvector', () => {
  it('finds similar tickets by words, and the job says why', async () => {
    const { pglite, remove } = await newEmbedded();
    const plain = await startMeaningFixture({ database: { pglite } });
    try {
      const id = await plain.settle('Senha', 'Perdi a senha.');
      expect(await plain.embed()).toBeNull();
      expect(await plain.embed()).toBeNull();
      const sources = await plain.sourcesOf(await plain.open('Senha', 'Perdi a senha.'));
      expect(sources).toEqual([{ ticketId: id, score: 1, by: ['words'] }]);
      expect(plain.embeddings.calls).toEqual([]);
      const lines = plain.app.logs.filter(({ reason }) => reason === 'no-extension');
      expect(new Set(lines.map(({ msg }) => msg))).toEqual(
        new Set(['settled tickets are not embedded']),
      );
      expect(await plain.metric(/^similar_searches_total\{mode="no-extension"\}/)).toMatch(/ 1$/);
    } finally {
      await plain.close();
      await remove();
    }
  });
});

describe('another model', () => {
  it('takes over once it has embedded every ticket; until then the former one is in use', async () => {
    const pglite = await newVectorDatabase();
    const first = await startMeaningFixture({ database: { pglite } });
    const id = await first.settle('Cobrança', 'Fui cobrado duas vezes.');
    const reply = { title: 'Estorno', content: 'Da cobrança.', category: 'geral', shortcut: '/e' };
    const { quickReplies } = await first.app.trpc();
    const { id: quickReplyId } = await quickReplies.create.mutate(reply);
    expect(await first.embed()).toBeNull();
    await first.app.close();
    const second = await startMeaningFixture({
      database: { pglite },
      env: { EMBEDDINGS_MODEL: 'dois', EMBEDDINGS_DIMENSIONS: '10' },
    });
    const question = await second.open('Problema', 'Lançamento em duplicidade.');
    const found = [{ ticketId: id }, { quickReplyId }];
    const calls = () => second.embeddings.calls.map((call) => [call.model, call.dimensions]);
    expect(await second.sourcesOf(question)).toMatchObject(found);
    expect(calls()).toEqual([['um', undefined]]);
    expect(await second.embed()).toBeNull();
    expect(await second.sourcesOf(question)).toMatchObject(found);
    expect(calls().slice(1)).toEqual(Array(3).fill(['dois', 10]));
    await second.app
      .trpc()
      .then((trpc) => trpc.quickReplies.update.mutate({ id: quickReplyId, title: 'Volta' }));
    expect(await second.embed()).toBeNull();
    const { rows } = await pglite.query(`
      select (select count(*)::integer from pg_tables where tablename like 'ticket_vectors_%') as tables,
        (select count(*)::integer from quick_reply_vectors) as replies`);
    expect(rows).toEqual([{ tables: 1, replies: 1 }]);
    await first.close().catch(() => undefined);
    await second.close();
    await pglite.close();
  });
});
