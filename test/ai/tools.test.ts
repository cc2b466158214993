import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { goodReply, startReplyFixture } from '../replies/reply-fixtures.ts';

const evening = new Date('2026-03-11T01:30:00Z');
let now = evening;
const fixture = await startReplyFixture({ now: () => now });
afterAll(() => fixture.close());
const agent = await fixture.app.trpc({ role: 'agent' });

beforeEach(() => {
  now = evening;
  fixture.onModelCall(() => goodReply);
  fixture.model.calls.length = 0;
});

/** What these calls of tools give the analytics assistant. */
const resultsOf = async (...calls: [name: string, args: object][]) => {
  fixture.onModelCall((call) =>
    call.messages.length === 2
      ? { toolCalls: calls.map(([name, args]) => ({ name, arguments: JSON.stringify(args) })) }
      : { content: '{"answer":"Pronto."}' },
  );
  fixture.model.calls.length = 0;
  await agent.ai.ask.mutate({ agent: 'analytics-assistant', prompt: 'E então?' });
  return (fixture.model.calls[1]?.messages ?? [])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => JSON.parse(content ?? ''));
};

describe('the tools of the default agents', () => {
  it('format JSON of 20,000 characters, 32 levels and 16,000 formatted characters at most', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const [deep, tooDeep, long, wide] = await resultsOf(
      ...[nested(32), nested(33), `"${'x'.repeat(20_000)}"`, `"${'x'.repeat(15_999)}"`].map(
        (json) => ['format_json', { json }] as [string, object],
      ),
    );
    expect(deep).toHaveProperty('formatted');
    expect(tooDeep).toEqual({ error: 'não é um JSON válido, ou tem mais de 32 níveis' });
    expect(long.error).toContain('json');
    expect(wide).toEqual({ error: 'é longo demais' });
  });

  it('count the tickets of one category and one state, by default of 31 days', async () => {
    now = new Date('2026-03-10T15:00:00Z');
    const open = async (main: string) => {
      const { id } = await agent.tickets.create.mutate({ subject: 'x', body: 'x', main });
      return id;
    };
    await open('Conta');
    await open('Brindes');
    await agent.tickets.setStatus.mutate({ id: await open('Brindes'), status: 'resolved' });
    const all = { from: null, to: null, groupBy: 'year', main: null, status: null };
    const totals = async (...filters: object[]) => {
      const results = await resultsOf(
        ...filters.map((one) => ['ticket_time_series', { ...all, ...one }] as [string, object]),
      );
      return results.map(({ series }) => series.map(({ total }: { total: number }) => total));
    };
    const filters = [
      {},
      { main: 'Brindes' },
      { status: 'resolved' },
      { main: 'Conta', status: 'resolved' },
      { from: '2026-03-11', to: '2026-03-12' },
    ];
    expect(await totals(...filters)).toEqual([[3], [2], [1], [0], [0]]);
    const days = await resultsOf(
      ['ticket_time_series', { ...all, groupBy: 'day' }],
      ['ticket_time_series', { ...all, groupBy: 'day', from: '2026-01-01', to: '2026-05-30' }],
      ['ticket_time_series', { ...all, groupBy: 'day', from: '2026-01-01', to: '2026-05-31' }],
    );
    expect(days[0]).toMatchObject({ from: '2026-02-08', to: '2026-03-10', groupBy: 'day' });
    expect(days[0].series).toHaveLength(31);
    expect(days[1].series).toHaveLength(150);
    expect(days[2]).toEqual({ error: 'são 151 períodos; peça no máximo 150, com outro groupBy' });
  });
});
