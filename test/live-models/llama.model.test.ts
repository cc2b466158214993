import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type LanguageModel,
  type ModelRequest,
  openLanguageModel,
} from '../../server/clients/llm.ts';
import { ModelError } from '../../server/clients/llm-errors.ts';

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
