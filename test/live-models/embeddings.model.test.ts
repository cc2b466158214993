import { describe, expect, it, onTestFinished } from 'vitest';
import { readTopics } from '../../eval/data.ts';
import { askAll, evaluateSimilar } from '../../eval/similar.ts';
import { mean } from '../../eval/statistics.ts';
import { openEmbeddings } from '../../server/clients/embeddings.ts';
import { newVectorDatabase } from '../support/embedded-databases.ts';

const baseUrl = process.env.TEST_EMBEDDINGS_URL ?? '';

const embed = (
  texts: readonly string[],
  more: { shortenTo?: number; signal?: AbortSignal } = {},
) => {
  const tokens: number[] = [];
  const client = openEmbeddings(
    { apiKey: 'any', baseUrl },
    { onTokens: (_purpose, count) => tokens.push(count) },
  );
  const request = {
    purpose: 'question' as const,
    model: 'e5',
    shortenTo: undefined,
    texts,
    attemptMs: 30_000,
    retries: 0,
    signal: AbortSignal.timeout(60_000),
    ...more,
  };
  return client.embed(request).then((outcome) => ({ outcome, tokens }));
};

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

describe('multilingual-e5-small', () => {
  it('returns a vector of length 1 for each text of a batch, and counts tokens', async () => {
    const texts = Array.from({ length: 64 }, (_, index) => `Pergunta número ${index}`);
    const { outcome, tokens } = await embed(texts);
    if (!outcome.ok) throw new Error(outcome.detail);
    expect(outcome.vectors).toHaveLength(64);
    for (const vector of outcome.vectors) {
      expect(vector).toHaveLength(384);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
    }
    expect(tokens[0]).toBeGreaterThan(64);
  });

  it('puts the same question in other words nearer than another question', async () => {
    const { outcome } = await embed([
      'Fui cobrado duas vezes no cartão.',
      'Apareceu lançamento em duplicidade na fatura.',
      'O podcast está sem som.',
    ]);
    if (!outcome.ok) throw new Error(outcome.detail);
    const [charged = [], twice = [], mute = []] = outcome.vectors;
    expect(dot(charged, twice)).toBeGreaterThan(dot(charged, mute));
  });

  it('reports a model that cannot shorten its vectors as unusable', async () => {
    const { outcome } = await embed(['Olá'], { shortenTo: 100 });
    expect(outcome).toMatchObject({
      ok: false,
      reason: 'unusable',
      detail: 'a vector has 384 dimensions instead of 100',
    });
  });

  it('finds settled tickets by questions in other words, and by shared words', async () => {
    const env = { EMBEDDINGS_MODEL: 'e5', EMBEDDINGS_BASE_URL: baseUrl };
    const pglite = await newVectorDatabase();
    onTestFinished(() => pglite.close());
    const asked = await askAll(await readTopics(), env, { pglite });
    const { measures } = evaluateSimilar(asked, {});
    const share = (measure: string) => mean(Object.values(measures[measure] ?? {}));
    // 0.867 where it was measured; other processors round otherwise, and each of the 60 questions
    // counts.
    expect(share('paraphrased, fused: recall@5')).toBeGreaterThanOrEqual(0.8);
    expect(share('same words, fused: recall@5')).toBeGreaterThanOrEqual(
      share('same words, words: recall@5'),
    );
  });
});
