import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createToolRunner } from '../../server/clients/llm-tools.ts';
import { askModel, calls, good } from './given-completions.ts';

describe('a model with tools', () => {
  const tool = (name: string, call: (args: unknown) => Promise<string>) => ({
    name,
    description: 'Diz algo.',
    parameters: z.object({ dia: z.string() }),
    call,
  });

  it('may call them in four rounds and then must answer', async () => {
    const tools = [tool('hoje', async () => 'terça')];
    const { outcome, sent } = await askModel([...Array(4).fill(calls('hoje')), good], {
      request: { tools },
    });
    expect(outcome).toEqual({ word: 'sim' });
    expect(sent.map(({ body }) => body.tool_choice)).toEqual([...Array(4).fill('auto'), 'none']);
    const parameters = {
      type: 'object',
      properties: { dia: { type: 'string' } },
      required: ['dia'],
      additionalProperties: false,
    };
    expect(sent[0]?.body.tools).toEqual([
      {
        type: 'function',
        function: { name: 'hoje', description: 'Diz algo.', strict: true, parameters },
      },
    ]);
    expect(sent[1]?.body.messages.slice(2)).toEqual([
      expect.objectContaining({ role: 'assistant', content: null }),
      { role: 'tool', tool_call_id: 'call_0', content: 'terça' },
    ]);
  });

  it('learns that a tool failed or is not there, without the text of the error', async () => {
    const tools = [tool('falha', () => Promise.reject(new Error('segredo')))];
    const { sent } = await askModel([calls('falha', 'outra'), good], { request: { tools } });
    const results = sent[1]?.body.messages.slice(3).map(({ content }) => content);
    expect(results).toEqual([
      '{"error":"a ferramenta falhou"}',
      '{"error":"não há tal ferramenta"}',
    ]);
  });

  it('gets 20,000 characters of a result and 80,000 of all', async () => {
    const runner = createToolRunner([tool('longa', async () => 'x'.repeat(30_000))]);
    const call = (id: string) => ({
      id,
      type: 'function' as const,
      function: { name: 'longa', arguments: `{"x":"${'x'.repeat(id === 'a' ? 49_993 : 1)}"}` },
    });
    const [own, ...results] = await runner.run({
      role: 'assistant',
      content: 'y'.repeat(30_000),
      refusal: null,
      tool_calls: ['a', 'b', 'c', 'd', 'e'].map(call),
    });
    expect(results.map(({ content }) => content?.length)).toEqual([
      ...Array(4).fill(20_000),
      JSON.stringify({ error: 'limite de resultados atingido' }).length,
    ]);
    expect(own?.content).toHaveLength(20_000);
    expect(own).toMatchObject({
      tool_calls: [
        { id: 'a', function: { name: 'longa', arguments: '{}' } },
        { id: 'b', function: { arguments: '{"x":"x"}' } },
        { id: 'c' },
        { id: 'd' },
        { id: 'e' },
      ],
    });
  });
});
