import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { goodReply, type ReplyFixture, startReplyFixture } from '../replies/reply-fixtures.ts';
import { withinShortTurns } from '../support/event-loop.ts';

let fixture: ReplyFixture;

afterEach(() => fixture.close());

const toolResults = (fixture: ReplyFixture) =>
  (fixture.model.calls.at(-1)?.messages ?? [])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content ?? '');

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const formatJson = (json: string) => ({
  name: 'format_json',
  arguments: JSON.stringify({ json }),
});

describe('a model that calls tools without measure', () => {
  beforeEach(async () => {
    fixture = await startReplyFixture();
    // The first reply also loads and compiles what all of them need.
    await fixture.preview([await fixture.openTicket()]);
  });

  it('never holds the event loop with deeply nested JSON', async () => {
    fixture.onModelCall((call) =>
      call.messages.length === 2
        ? { toolCalls: Array.from({ length: 40 }, () => formatJson(nested(10_000))) }
        : goodReply,
    );
    await withinShortTurns(async () => {
      const ticket = await fixture.openTicket();
      expect(await fixture.preview([ticket])).toMatchObject({ sucesso: 1 });
    });
    expect(toolResults(fixture)).toHaveLength(8);
    for (const result of toolResults(fixture)) expect(JSON.parse(result).error).toBeDefined();
  });

  it('gets bounded results, however much it calls', async () => {
    const wide = `[${Array.from({ length: 4_000 }, () => '1').join(',')}]`;
    fixture.onModelCall((call) =>
      call.messages.length < 30
        ? {
            toolCalls: [
              ...Array.from({ length: 20 }, () => formatJson('[1]')),
              formatJson(wide),
              { name: 'format_json', arguments: ' '.repeat(200_000) },
            ],
          }
        : goodReply,
    );
    await withinShortTurns(() => fixture.openTicket().then((ticket) => fixture.preview([ticket])));
    const sent = JSON.stringify(fixture.model.calls.at(-1)?.messages);
    expect(sent.length).toBeLessThan(200_000);
  });
});

describe('tokens', () => {
  it('are limited in every request, by purpose or by MODEL_MAX_OUTPUT_TOKENS', async () => {
    fixture = await startReplyFixture();
    await fixture.preview([await fixture.openTicket()]);
    expect(fixture.model.calls.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([4_000]);
    await fixture.close();
    fixture = await startReplyFixture({ env: { MODEL_MAX_OUTPUT_TOKENS: '700' } });
    await fixture.preview([await fixture.openTicket()]);
    expect(fixture.model.calls.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([700]);
  });

  it('of a day are limited by MODEL_TOKENS_PER_DAY: then requests are refused unsent', async () => {
    fixture = await startReplyFixture({
      env: { MODEL_MAX_OUTPUT_TOKENS: '100', MODEL_TOKENS_PER_DAY: '3000' },
    });
    const tickets = [await fixture.openTicket(), await fixture.openTicket()];
    expect(await fixture.preview(tickets.slice(0, 1))).toMatchObject({ sucesso: 1 });
    // A completion that uses nearly all of the day.
    fixture.onModelCall(() => ({ ...goodReply, usage: { prompt_tokens: 2_900 } }));
    await fixture.preview(tickets.slice(0, 1));
    const sent = fixture.model.calls.length;
    const { resultados } = await fixture.save(tickets);
    expect(resultados.map(({ erro }) => erro)).toEqual(
      Array(2).fill('Limite diário do modelo de linguagem atingido'),
    );
    const trpc = await fixture.app.trpc();
    await expect(
      trpc.ai.ask.mutate({ agent: 'support-assistant', prompt: 'Oi' }),
    ).rejects.toMatchObject({
      message: 'model-budget-exhausted',
      data: { code: 'TOO_MANY_REQUESTS' },
    });
    expect(fixture.model.calls).toHaveLength(sent);
    const metrics = await (await fetch(`${fixture.app.internalUrl}/metrics`)).text();
    expect(metrics).toMatch(/^model_tokens_today 2925$/m);
    expect(metrics).toContain('outcome="model-budget-exhausted"');
  });
});
