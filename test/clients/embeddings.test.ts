import { describe, expect, it } from 'vitest';
import {
  type EmbeddingHooks,
  type EmbeddingRequest,
  openEmbeddings,
} from '../../server/clients/embeddings.ts';

const asked: EmbeddingRequest = {
  purpose: 'question',
  model: 'um',
  shortenTo: undefined,
  texts: ['abc', 'de'],
  attemptMs: 60_000,
  retries: 0,
  signal: new AbortController().signal,
};

const data = (...embeddings: number[][]) =>
  embeddings.map((embedding, index) => ({ index, embedding }));

/** Asks a service whose response is given; `sent` are the requests that it gets. */
const ask = async (
  answer: () => Response,
  {
    request = {},
    hooks = {},
  }: { request?: Partial<EmbeddingRequest>; hooks?: Partial<EmbeddingHooks> } = {},
) => {
  const sent: { url: string; headers: Headers; body: unknown }[] = [];
  const { embed } = openEmbeddings(
    { apiKey: 'chave', baseUrl: 'http://vetores.example/v1' },
    {
      ...hooks,
      fetch: async (url, init) => {
        const body = JSON.parse(String(init?.body));
        sent.push({ url: String(url), headers: new Headers(init?.headers), body });
        return answer();
      },
    },
  );
  return { outcome: await embed({ ...asked, ...request }), sent };
};

/** A budget of each purpose; `settled` is what each reservation was corrected to. */
const budgetsOf = () => {
  const reserved: [string, number][] = [];
  const settled: [string, number][] = [];
  const budget = (purpose: string) => ({
    reserve: async (tokens: number) => {
      reserved.push([purpose, tokens]);
      return async (used: number) => void settled.push([purpose, used]);
    },
  });
  return {
    budgets: { question: budget('question'), backlog: budget('backlog') },
    reserved,
    settled,
  };
};

describe('the client of an embedding service', () => {
  it('asks for the vectors of the texts, shortened only if it is told to', async () => {
    const answer = () => Response.json({ data: data([3, 4], [0, 2]) });
    const { outcome, sent } = await ask(answer);
    expect(outcome).toEqual({
      ok: true,
      vectors: [
        [0.6, 0.8],
        [0, 1],
      ],
    });
    const body = { model: 'um', input: ['abc', 'de'], encoding_format: 'float' };
    expect(sent).toMatchObject([{ url: 'http://vetores.example/v1/embeddings' }]);
    expect(sent.map((one) => one.body)).toEqual([body]);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer chave');
    expect(sent[0]?.headers.get('x-stainless-timeout')).toBe('60');
    const shortened = await ask(answer, { request: { shortenTo: 2 } });
    expect(shortened.sent.map((one) => one.body)).toEqual([{ ...body, dimensions: 2 }]);
    expect(shortened.outcome.ok).toBe(true);
  });

  it('returns the vectors in the order of their texts, whatever the order of the response', async () => {
    const [first, second] = data([1, 0], [0, 1]);
    expect((await ask(() => Response.json({ data: [second, first] }))).outcome).toMatchObject({
      vectors: [
        [1, 0],
        [0, 1],
      ],
    });
    const unnumbered = [{ embedding: [1, 0] }, { embedding: [0, 1] }];
    expect((await ask(() => Response.json({ data: unnumbered }))).outcome).toMatchObject({
      vectors: [
        [1, 0],
        [0, 1],
      ],
    });
  });

  it('refuses vectors that are longer than was asked for, and accepts 4,000 dimensions', async () => {
    const answer = () => Response.json({ data: data([1, 0, 0], [0, 1, 0]) });
    expect((await ask(answer, { request: { shortenTo: 2 } })).outcome).toEqual({
      ok: false,
      reason: 'unusable',
      detail: 'a vector has 3 dimensions instead of 2',
    });
    const long = Array(4_000).fill(1);
    expect((await ask(() => Response.json({ data: data(long, long) }))).outcome.ok).toBe(true);
  });

  it.each([
    [400, 'unusable'],
    [401, 'unusable'],
    [404, 'unusable'],
    [408, 'unavailable'],
    [409, 'unavailable'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ] as const)('takes HTTP %d for %s, and quotes nothing of it', async (status, reason) => {
    const { outcome } = await ask(() =>
      Response.json({ error: { message: 'abc não serve' } }, { status }),
    );
    expect(outcome).toEqual({ ok: false, reason, detail: `HTTP ${status}` });
  });
});

describe('the tokens of embeddings', () => {
  const answer = (usage?: object) => () =>
    Response.json({ data: data([1, 0], [0, 1]), ...(usage && { usage }) });

  it('are reserved from the budget of their purpose and corrected to what the service counted', async () => {
    for (const purpose of ['question', 'backlog'] as const) {
      const { budgets, reserved, settled } = budgetsOf();
      const counted: unknown[] = [];
      const hooks = { budgets, onTokens: (...args: unknown[]) => void counted.push(args) };
      await ask(answer({ total_tokens: 7 }), { hooks, request: { purpose } });
      expect(reserved).toEqual([[purpose, 3]]);
      expect(settled).toEqual([[purpose, 7]]);
      expect(counted).toEqual([[purpose, 7]]);
    }
  });
});
