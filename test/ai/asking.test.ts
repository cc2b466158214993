import { afterAll, describe, expect, it } from 'vitest';
import { askAgent } from '../../server/ai/service.ts';
import type { ModelRequest } from '../../server/clients/llm.ts';
import { AppError } from '../../server/core/errors.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const ctx = app.service.contextFor('test');
const question = { agent: 'support-assistant', prompt: 'Oi' };

describe('a question to an agent', () => {
  it('is the material; a completion has 30 s and 4,000 tokens, and an empty answer is none', async () => {
    const asked: ModelRequest<never>[] = [];
    const ask = async (request: ModelRequest<never>) => {
      asked.push(request);
      return { answer: 'Sim.' } as never;
    };
    expect(await askAgent({ ...ctx, llm: { ask: ask as never } }, question)).toEqual({
      answer: 'Sim.',
    });
    expect(asked).toMatchObject([
      {
        material: { label: 'pergunta', text: 'Oi' },
        answer: { name: 'answer' },
        attemptMs: 30_000,
        maxOutputTokens: 4_000,
      },
    ]);
    const [{ check = () => [] } = {}] = asked as Partial<ModelRequest<{ answer: string }>>[];
    expect(check({ answer: ' \n' })).toEqual(['answer: está vazia.']);
    expect(check({ answer: 'Sim.' })).toEqual([]);
  });

  it.each([
    ['the caller left', AbortSignal.abort(), new AppError('unavailable'), 'caller-left'],
    ['an outage', undefined, new AppError('unavailable'), 'unavailable'],
    ['anything else', new AbortController().signal, new Error('x'), 'model-failed'],
  ])('fails because of %s', async (_, signal, error, code) => {
    const llm = { ask: () => Promise.reject(error) };
    await expect(askAgent({ ...ctx, llm }, question, signal)).rejects.toMatchObject({ code });
  });
});
