import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { reportLimitsOf } from '../../server/reports/report-limits.ts';
import { type Query, startReportsApp } from './report-fixtures.ts';

const app = await startReportsApp();
afterAll(() => app.close());
beforeEach(app.reset);

/** Hourly reports of 400 days: 9 600 points each. */
const hourly = (shift: number): Query => ({
  data_inicio: `2025-01-${String(1 + shift).padStart(2, '0')}`,
  data_fim: `2026-02-${String(4 + shift).padStart(2, '0')}`,
  agrupar_por: 'hora',
});

const clientOf = (name: string) =>
  app.client({ role: 'agent', email: `${name}-${crypto.randomUUID()}@exemplo.com.br` });

describe('the range of a report', () => {
  it('starts 30 days before a last day that is earlier than the default range', async () => {
    const { data } = await app.series({ data_fim: '2026-01-31' });
    expect(data.periodo).toEqual({ inicio: '2026-01-01', fim: '2026-01-31' });
    expect(data.serie).toHaveLength(31);
    const inside = await app.series({ data_fim: '2026-02-20' });
    expect(inside.data.periodo).toEqual({ inicio: '2026-02-08', fim: '2026-02-20' });
  });

  it('has 10 000 points at most', async () => {
    const agent = await clientOf('pontos');
    const query = {
      data_inicio: '2025-01-01',
      data_fim: '2026-02-20',
      agrupar_por: 'hora',
    } as const;
    const accepted = await agent.getTicketTimeSeries({ query });
    expect(accepted.status).toBe(200);
    const refused = await agent.getTicketTimeSeries({
      query: { ...query, data_fim: '2026-02-21' },
    });
    expect(refused.status).toBe(400);
  });
});

describe('one caller with many reports', () => {
  it('fills 8 MiB of the cache at most, and takes nothing from others', async () => {
    const greedy = await clientOf('guloso');
    for (let shift = 0; shift < 13; shift += 1) {
      expect((await greedy.getTicketTimeSeries({ query: hourly(shift) })).status).toBe(200);
    }
    const first = await greedy.getTicketTimeSeries({ query: hourly(0) });
    expect(first.body).toMatchObject({ cache: { hit: true } });
    const last = await greedy.getTicketTimeSeries({ query: hourly(12) });
    expect(last.body).toMatchObject({ cache: { hit: false } });

    const other = await clientOf('outro');
    await other.getTicketTimeSeries({ query: hourly(12) });
    const again = await other.getTicketTimeSeries({ query: hourly(12) });
    expect(again.body).toMatchObject({ cache: { hit: true } });
  });

  it('runs one at a time with 16 waiting, while others are served', async () => {
    const { run } = reportLimitsOf({ service: {} });
    const held = Promise.withResolvers<void>();
    let running = 0;
    const started: number[] = [];
    const load = async () => {
      running += 1;
      started.push(running);
      await held.promise;
      running -= 1;
    };
    const accepted = Array.from({ length: 17 }, () => run('greedy', load));
    await expect(run('greedy', load)).rejects.toMatchObject({ code: 'rate-limited' });
    expect(await run('other', async () => 'served')).toBe('served');
    held.resolve();
    await Promise.all(accepted);
    expect(started).toEqual(Array(17).fill(1));
    expect(await run('greedy', async () => 'again')).toBe('again');
  });
});
