import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type LanguageModel,
  type ModelRequest,
  type ModelTool,
  openLanguageModel,
} from '../../server/clients/llm.ts';
import { ModelError } from '../../server/clients/llm-errors.ts';
import { requestDraft } from '../../server/quiz/generation/generate.ts';

// The wire to a real server with a small model: what it accepts, and that bounds hold. Not what it
// writes.

const baseUrl = process.env.TEST_LLAMA_URL ?? '';
const endpoint = { apiKey: 'any', baseUrl, model: 'gemma' };

/** A completion as the server sent it. */
const completion = z.object({
  choices: z.array(
    z.object({
      finish_reason: z.string(),
      message: z.object({ tool_calls: z.unknown().optional() }).loose(),
    }),
  ),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }),
});

let statuses: number[] = [];
let completions: z.infer<typeof completion>[] = [];
let counted: [string, string, number][] = [];
afterEach(() => {
  statuses = [];
  completions = [];
  counted = [];
});

const recording: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  statuses.push(response.status);
  const text = await response.text();
  if (response.ok) completions.push(completion.parse(JSON.parse(text)));
  return new Response(text, response);
};

const model = (): LanguageModel =>
  openLanguageModel(endpoint, {
    fetch: recording,
    onTokens: (...given) => counted.push(given),
  });

const color = z.object({ cor: z.enum(['azul', 'verde', 'vermelho']), nota: z.enum(['1', '2']) });
const endless = z.object({ historia: z.string() });

const ask = <T>(schema: z.ZodType<T>, more: Partial<ModelRequest<T>> = {}): Promise<T> =>
  model().ask({
    instructions: 'Diga uma cor e uma nota.',
    material: { label: 'texto', text: 'O céu sem nuvens ao meio-dia.' },
    answer: { name: 'answer', schema },
    attemptMs: 240_000,
    signal: AbortSignal.timeout(280_000),
    ...more,
  });

/** How many requests the server works on, by its own metrics. */
const inProgress = async (): Promise<number> => {
  const text = await (await fetch(new URL('/metrics', baseUrl))).text();
  return Number(/^llamacpp:requests_processing (\d+)/m.exec(text)?.[1]);
};

/**
 * The server only looks for callers who left when it has been left alone for a second, also by
 * requests for its metrics.
 */
const aloneMs = 1_500;

/**
 * Resolves when the server works on so many requests. Throws after 20 s, before the longest text
 * would end by itself.
 */
const untilInProgress = async (count: number): Promise<void> => {
  const end = Date.now() + 20_000;
  while ((await inProgress()) !== count) {
    if (Date.now() > end) throw new Error(`${await inProgress()} requests are in progress`);
    await pause(count === 0 ? aloneMs : 20);
  }
};

const reasonOf = (error: unknown) => (error instanceof ModelError ? error.reason : error);

describe('a strict schema', () => {
  it('is accepted and kept, and the tokens of every completion are counted', async () => {
    expect(color.parse(await ask(color, { maxOutputTokens: 200 }))).toBeDefined();
    expect(statuses).toEqual([200]);
    const sum = (kind: string) =>
      counted.filter(([, of]) => of === kind).reduce((total, [, , tokens]) => total + tokens, 0);
    const sent = (key: 'prompt_tokens' | 'completion_tokens') =>
      completions.reduce((total, { usage }) => total + usage[key], 0);
    expect(sum('prompt')).toBe(sent('prompt_tokens'));
    expect(sum('completion')).toBe(sent('completion_tokens'));
    expect(sum('completion')).toBeGreaterThan(0);
    expect(counted.every(([purpose]) => purpose === 'answer')).toBe(true);
  });
});

describe('the bound on tokens', () => {
  it('is kept by the server', async () => {
    await ask(endless, { maxOutputTokens: 24, instructions: 'Conte uma história longa.' }).catch(
      reasonOf,
    );
    expect(completions.length).toBeGreaterThan(0);
    for (const { usage } of completions) expect(usage.completion_tokens).toBeLessThanOrEqual(24);
  });

  it('of the endpoint replaces that of a request', async () => {
    const bounded = openLanguageModel({ ...endpoint, maxOutputTokens: 8 }, { fetch: recording });
    const outcome = await bounded
      .ask({
        instructions: 'Conte uma história longa.',
        material: { label: 'texto', text: 'Era uma vez' },
        answer: { name: 'answer', schema: endless },
        maxOutputTokens: 4_000,
        attemptMs: 60_000,
        signal: AbortSignal.timeout(100_000),
      })
      .catch(reasonOf);
    expect(outcome).toBe('unusable');
    for (const { usage } of completions) expect(usage.completion_tokens).toBeLessThanOrEqual(8);
  });
});

describe('a request with tools', () => {
  const called: unknown[] = [];
  const tool: ModelTool = {
    name: 'hora',
    description: 'Diz a hora.',
    parameters: z.object({}),
    call: async (args) => {
      called.push(args);
      return '{"hora":"12:00"}';
    },
  };

  it('is accepted beside a schema: the model calls them or answers', async () => {
    const answer = await ask(color, { tools: [tool], maxOutputTokens: 200 }).catch(reasonOf);
    expect(statuses.every((status) => status === 200)).toBe(true);
    const calls = completions.filter(({ choices }) => choices[0]?.message.tool_calls);
    expect(called.length > 0).toBe(calls.length > 0);
    if (typeof answer === 'string') expect(answer).toBe('unusable');
    else expect(color.parse(answer)).toBeDefined();
  });
});

describe('a request that takes too long', () => {
  const slow = {
    instructions: 'Conte uma história muito longa, sem nunca terminar.',
    maxOutputTokens: 4_000,
  };

  it('is given up after the time limit of an attempt, on the server too', async () => {
    await untilInProgress(0);
    const outcome = await ask(endless, { ...slow, attemptMs: 300 }).catch(reasonOf);
    expect(outcome).toBe('unavailable');
    await untilInProgress(0);
  });

  it('is cancelled on the server when the caller leaves', async () => {
    const caller = new AbortController();
    const outcome = ask(endless, { ...slow, signal: caller.signal }).catch(reasonOf);
    await untilInProgress(1);
    caller.abort();
    expect(await outcome).toBe('too-late');
    const left = performance.now();
    await untilInProgress(0);
    // 4,000 tokens take the model a minute.
    expect(performance.now() - left).toBeLessThan(10_000);
    expect(completions).toEqual([]);
  });
});

describe('a quiz', () => {
  it('is asked for once more if its text is truncated, then not made, and says so', async () => {
    // Fewer tokens than the names of its fields have.
    const llm = openLanguageModel({ ...endpoint, maxOutputTokens: 8 }, { fetch: recording });
    const draft = requestDraft(
      { llm },
      {
        edition: { title: 'Juros' },
        text: 'O Banco Central manteve a taxa Selic em 10,5% ao ano.',
        attemptMs: 60_000,
        signal: AbortSignal.timeout(100_000),
      },
    );
    await expect(draft).rejects.toMatchObject({ code: 'quiz-generation-failed' });
    expect(statuses).toEqual([200, 200]);
    expect(completions.map(({ choices }) => choices[0]?.finish_reason)).toEqual([
      'length',
      'length',
    ]);
  });
});
