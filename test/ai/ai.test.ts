import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { aiResourcesOf } from '../../server/ai/resources.ts';
import { defineTool } from '../../server/ai/tools.ts';
import type { ModelCall } from '../replies/fake-model.ts';
import { goodReply, type ReplyFixture, startReplyFixture } from '../replies/reply-fixtures.ts';

let fixture: ReplyFixture;

beforeAll(async () => {
  fixture = await startReplyFixture({
    now: () => new Date('2026-03-10T12:00:00Z'),
    registerAi: (registry) => {
      registry.registerTool(
        defineTool({
          name: 'get_plan_price',
          description: 'Diz o preço de um plano.',
          parameters: z.object({ plan: z.enum(['mensal', 'anual']) }),
          run: (_ctx, { plan }) => ({ price: plan === 'anual' ? 299 : 29.9 }),
        }),
      );
      registry.registerAgent({
        name: 'sales-assistant',
        instructions: 'Você vende assinaturas.',
        tools: ['get_plan_price'],
      });
    },
  });
});

afterAll(() => fixture.close());

beforeEach(() => {
  fixture.onModelCall(() => goodReply);
  fixture.model.calls.length = 0;
});

/** The tool results that the model got, in the order of its calls. */
const resultsOf = (call: ModelCall | undefined) =>
  (call?.messages ?? [])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.parse(content ?? ''));

describe('GET /ai/resources', () => {
  it('lists the default agents and tools', async () => {
    const plain = await startReplyFixture();
    const { status, body } = await (await plain.app.client({ role: 'reader' })).listAiResources();
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        agents: ['support-assistant', 'analytics-assistant'],
        tools: ['get_current_date', 'format_json'],
      },
    });
    expect((await plain.app.anonymous.listAiResources()).status).toBe(401);
    await plain.close();
  });

  it('lists agents and tools registered beside the defaults', async () => {
    expect(await (await fixture.app.client()).listAiResources()).toMatchObject({
      body: {
        data: {
          agents: ['support-assistant', 'analytics-assistant', 'sales-assistant'],
          tools: ['get_current_date', 'format_json', 'get_plan_price'],
        },
      },
    });
    expect(await (await fixture.app.trpc()).ai.resources.query()).toMatchObject({
      agents: ['support-assistant', 'analytics-assistant', 'sales-assistant'],
    });
  });

  it('refuses a taken name and an unknown tool', () => {
    const registry = aiResourcesOf(fixture.app.service.contextFor('test'));
    const agent = { name: 'x', instructions: '', tools: [] };
    expect(() => registry.registerAgent({ ...agent, name: 'sales-assistant' })).toThrow();
    expect(() => registry.registerAgent({ ...agent, tools: ['nothing'] })).toThrow();
    expect(registry.names().agents).not.toContain('x');
    const [tool] = registry.toolsOf(registry.agent('sales-assistant'));
    expect(() => tool && registry.registerTool(tool)).toThrow('get_plan_price is already');
  });
});

describe('tools', () => {
  it('are called by the model while it writes a reply', async () => {
    fixture.onModelCall((call) =>
      call.messages.length === 2
        ? {
            toolCalls: [
              { name: 'get_current_date', arguments: '{}' },
              { name: 'format_json', arguments: '{"json":"{\\"a\\":1}"}' },
            ],
          }
        : goodReply,
    );
    expect(await fixture.preview([await fixture.openTicket()])).toMatchObject({ sucesso: 1 });
    const [first, second] = fixture.model.calls;
    expect(first?.tools).toEqual(['get_current_date', 'format_json']);
    expect(resultsOf(second)).toEqual([
      { iso: '2026-03-10T12:00:00.000Z', saoPaulo: 'terça-feira, 10 de março de 2026 às 09:00' },
      { formatted: '{\n  "a": 1\n}' },
    ]);
  });

  it('report wrong calls to the model', async () => {
    const wrong = ['{', '{"plan":"vitalício"}', '[]'];
    fixture.onModelCall((call) =>
      call.messages.length === 2
        ? {
            toolCalls: [
              ...wrong.map((text) => ({ name: 'get_plan_price', arguments: text })),
              { name: 'drop_tables', arguments: '{}' },
              { name: 'get_plan_price', arguments: '{"plan":"anual"}' },
            ],
          }
        : { content: '{"answer":"Custa R$ 299."}' },
    );
    const trpc = await fixture.app.trpc();
    expect(await trpc.ai.ask.mutate({ agent: 'sales-assistant', prompt: 'Preço?' })).toEqual({
      answer: 'Custa R$ 299.',
    });
    const results = resultsOf(fixture.model.calls[1]);
    expect(results.slice(0, 4).every((result) => typeof result.error === 'string')).toBe(true);
    expect(results[4]).toEqual({ price: 299 });
  });
});

describe('ai.ask', () => {
  it('answers from the reports as the analytics assistant', async () => {
    const trpc = await fixture.app.trpc({ role: 'agent' });
    const before = await trpc.reports.timeSeries.query({ from: '2026-03-10', to: '2026-03-10' });
    await fixture.openTicket();
    await trpc.reports.clearCache.mutate();
    fixture.onModelCall((call) => {
      if (call.messages.length === 2) {
        const range = { groupBy: 'day', main: null, status: null };
        const calls = [
          { from: '2026-03-10', to: '2026-03-10', ...range },
          { from: '2026-03-10', to: '2026-03-01', ...range },
          { from: '2020-01-01', to: '2026-03-10', ...range },
        ];
        return {
          toolCalls: [
            ...calls.map((args) => ({
              name: 'ticket_time_series',
              arguments: JSON.stringify(args),
            })),
            { name: 'report_filters', arguments: '{}' },
          ],
        };
      }
      const [series] = resultsOf(call);
      return { content: JSON.stringify({ answer: `Foram ${series.series[0].total} tickets.` }) };
    });
    const total = (before.series[0]?.total ?? 0) + 1;
    expect(
      await trpc.ai.ask.mutate({ agent: 'analytics-assistant', prompt: 'Quantos tickets hoje?' }),
    ).toEqual({ answer: `Foram ${total} tickets.` });
    const [asked, told] = fixture.model.calls;
    expect(asked?.material).toContain('Quantos tickets hoje?');
    expect(asked?.tools).toEqual([
      'get_current_date',
      'format_json',
      'ticket_time_series',
      'report_filters',
    ]);
    const [, backwards, tooMany, filters] = resultsOf(told);
    expect(backwards.error).toBeTypeOf('string');
    expect(tooMany.error).toContain('peça no máximo');
    expect(filters.categories).toContainEqual({ main: 'Entrega', issues: [] });
  });
});
