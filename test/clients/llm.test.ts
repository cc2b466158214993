import { describe, expect, it, vi } from 'vitest';
import { openLanguageModel } from '../../server/clients/llm.ts';
import { jsonSchemaOf } from '../../server/clients/llm-tools.ts';
import { type Answer, askModel, good, said, wordAnswer } from './given-completions.ts';

describe('the client of a language model', () => {
  it('sends the instructions as the system and the material, marked, as the user', async () => {
    const { outcome, sent } = await askModel([good]);
    expect(outcome).toEqual({ word: 'sim' });
    expect(sent).toHaveLength(1);
    const [system, user] = sent[0]?.body.messages ?? [];
    expect([system?.role, user?.role]).toEqual(['system', 'user']);
    expect(user?.content).toMatch(/^<(texto-[\da-f-]{36})>\no material\n<\/\1>$/);
    const marker = user?.content?.slice(1, user.content.indexOf('>'));
    expect(system?.content).toMatch(/^Diga uma palavra\.\n/);
    expect(system?.content).toContain(`<${marker}> e </${marker}>`);
    expect(sent[0]?.body).toMatchObject({ model: 'm', max_completion_tokens: 4_000 });
    expect(sent[0]?.body.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'word', strict: true, schema: jsonSchemaOf(wordAnswer) },
    });
    expect(sent[0]?.body).not.toHaveProperty('tools');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer chave');
    expect(sent[0]?.headers.get('x-stainless-timeout')).toBe('20');
    const again = await askModel([good]);
    expect(again.sent[0]?.body.messages[1]?.content).not.toBe(user?.content);
  });

  it('bounds a completion by the request, or by the endpoint if that says so', async () => {
    const limitOf = async (of: Parameters<typeof askModel>[1]) =>
      (await askModel([good], of)).sent[0]?.body.max_completion_tokens;
    const request = { maxOutputTokens: 900 };
    expect(await limitOf({ request })).toBe(900);
    expect(await limitOf({ request, endpoint: { maxOutputTokens: 1_200 } })).toBe(1_200);
  });

  it('sends an invalid answer back once, with its problems', async () => {
    const check = ({ word }: { word: string }) => (word === 'sim' ? [] : ['word: diga sim.']);
    const { outcome, sent } = await askModel([said('{"word":"não"}'), good], {
      request: { check },
    });
    expect(outcome).toEqual({ word: 'sim' });
    expect(sent).toHaveLength(2);
    expect(sent[1]?.body.messages.slice(0, 2)).toEqual(sent[0]?.body.messages);
    expect(sent[1]?.body.messages.slice(2)).toEqual([
      { role: 'assistant', content: '{"word":"não"}' },
      {
        role: 'user',
        content: 'A resposta não serve. word: diga sim. Responda de novo, por inteiro.',
      },
    ]);
    const twice = await askModel([said('{"word":1}')]);
    expect(twice.sent).toHaveLength(2);
    expect(twice.outcome).toBe('unusable: word: não tem a forma pedida.');
  });

  it.each([
    ['was cut off', said('{"word":"sim"}', { finish_reason: 'length' })],
    ['is longer than 100,000 characters', said(`{"word":"sim"}${' '.repeat(99_987)}`)],
  ])('does not repeat an answer that %s', async (_, cut) => {
    expect((await askModel([said(`{"word":"sim"}${' '.repeat(99_986)}`)])).sent).toHaveLength(1);
    const { outcome, sent } = await askModel([cut, good]);
    expect(outcome).toEqual({ word: 'sim' });
    expect(sent[1]?.body.messages.slice(2)).toEqual([
      {
        role: 'user',
        content:
          'A resposta não serve. Ela foi cortada por ser longa demais. Responda de novo, por inteiro.',
      },
    ]);
  });

  it.each([
    ['a refusal', { choices: [{ message: { content: null, refusal: 'não' } }] }, 'refused'],
    [
      'a filtered answer',
      said('{"word":"sim"}', { finish_reason: 'content_filter' }),
      'refused: content filter',
    ],
    ['no choice', { choices: [] }, 'unavailable: no choice in the completion'],
    ['HTTP 400', 400, 'unavailable: HTTP 400'],
  ] as const)('fails at once with %s', async (_what, answer, message) => {
    const { outcome, sent } = await askModel([answer, good]);
    expect(outcome).toBe(message);
    expect(sent).toHaveLength(1);
  });

  it('has eight requests in flight at most', async () => {
    const waiting: (() => void)[] = [];
    const fetch = async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      await promise;
      return Response.json(good);
    };
    const endpoint = { apiKey: 'chave', baseUrl: 'http://modelo.example/v1', model: 'm' };
    const llm = openLanguageModel(endpoint, { fetch });
    const request = {
      instructions: 'Diga.',
      material: { label: 'texto', text: 'Oi' },
      attemptMs: 20_000,
      answer: { name: 'word', schema: wordAnswer },
      signal: new AbortController().signal,
    };
    const asked = Promise.all(Array.from({ length: 9 }, () => llm.ask(request)));
    for (const count of [8, 1]) {
      await vi.waitFor(() => expect(waiting).toHaveLength(count), 60_000);
      for (const release of waiting.splice(0)) release();
    }
    expect(await asked).toHaveLength(9);
  });

  it('tries a busy service three times', async () => {
    expect((await askModel([503, 429, good])).outcome).toEqual({ word: 'sim' });
    const { outcome, sent } = await askModel([503]);
    expect(outcome).toBe('unavailable: HTTP 503');
    expect(sent).toHaveLength(3);
  });

  it('is too late once its signal has aborted, and asks nothing', async () => {
    const { outcome, sent } = await askModel([good], { request: { signal: AbortSignal.abort() } });
    expect(outcome).toBe('too-late');
    expect(sent).toEqual([]);
  });

  it('cuts a response off after 4 MiB', async () => {
    const long = { ...good, padding: 'x'.repeat(5 * 1_048_576) };
    expect((await askModel([long])).outcome).toMatch(/^unavailable/);
  });
});

describe('the tokens of a request to a model', () => {
  /**
   * The tokens that were reserved, what the reservations were corrected to, and what was reported.
   */
  const spend = async (answers: Answer[], granted = true) => {
    const [reserved, settled, reported]: [number[], number[], unknown[]] = [[], [], []];
    const budget = {
      reserve: async (tokens: number) => {
        reserved.push(tokens);
        return granted ? async (used: number) => void settled.push(used) : undefined;
      },
    };
    const onTokens = (...args: unknown[]) => void reported.push(args);
    const { outcome, sent } = await askModel(answers, {
      request: { maxOutputTokens: 500 },
      hooks: { budget, onTokens },
    });
    return { outcome, sent, reserved, settled, reported };
  };

  it('are reserved, a half of the prompt and the whole answer, and corrected to what was used', async () => {
    const usage = { prompt_tokens: 11, completion_tokens: 7 };
    const { sent, reserved, settled, reported } = await spend([{ ...good, usage }]);
    const prompt = JSON.stringify(sent[0]?.body.messages).length;
    expect(reserved).toEqual([Math.ceil(prompt / 2) + 500]);
    expect(settled).toEqual([18]);
    expect(reported).toEqual([
      ['word', 'prompt', 11],
      ['word', 'completion', 7],
    ]);
  });

  it('stay reserved if the server counted none or broke off, and are free again if it refused', async () => {
    expect(await spend([good])).toMatchObject({ outcome: { word: 'sim' }, settled: [] });
    expect(await spend(['{"choices":'])).toMatchObject({ outcome: 'unavailable', settled: [] });
    expect(await spend([400])).toMatchObject({ outcome: 'unavailable: HTTP 400', settled: [0] });
  });

  it('that the budget has not are not spent: the model is not asked', async () => {
    const { outcome, sent } = await spend([good], false);
    expect(outcome).toBe('model-budget-exhausted');
    expect(sent).toEqual([]);
  });
});
