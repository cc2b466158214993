import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addDays } from '../../server/civil-time.ts';
import { openCaches } from '../../server/clients/cache.ts';
import { getCachedReport } from '../../server/reports/cached-report.ts';
import { rangeOf } from '../../server/reports/range.ts';
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

describe('the number of points of a range', () => {
  it.each([
    ['week', '2026-03-01', addDays('2026-03-02', 7 * 9_998), addDays('2026-03-02', 7 * 9_999)],
    ['month', '0001-01-31', '0834-04-01', '0834-05-01'],
    ['year', '0001-12-31', '9999-01-01', undefined],
    ['day', '2026-03-01', addDays('2026-03-01', 9_999), addDays('2026-03-01', 10_000)],
    ['hour', '2026-03-01', addDays('2026-03-01', 415), addDays('2026-03-01', 416)],
  ] as const)('is that of its civil periods: %s', (groupBy, from, last, tooLate) => {
    const ending = (to: string) => rangeOf({ from, to, groupBy }, '2026-03-10');
    expect(ending(last)).toEqual({ from, to: last });
    if (tooLate) expect(() => ending(tooLate)).toThrow('10000');
  });
});

describe('what one caller may cache', () => {
  it('is 8 MiB in two hours from the first report; what did not fit counts nothing', () => {
    const { mayCache } = reportLimitsOf({ cache: openCaches(undefined, () => new Date()) });
    const mebibytes = (count: number) => count * 1_048_576;
    const at = (ms: number) => new Date(1_773_154_200_000 + ms);
    expect(mayCache('one', mebibytes(5), at(0))).toBe(true);
    expect(mayCache('one', mebibytes(4), at(1))).toBe(false);
    expect(mayCache('one', mebibytes(3), at(3_600_000))).toBe(true);
    expect(mayCache('one', 1, at(7_199_999))).toBe(false);
    expect(mayCache('other', mebibytes(8), at(7_199_999))).toBe(true);
    expect(mayCache('one', mebibytes(8), at(7_200_000))).toBe(true);
    expect(mayCache('one', 1, at(7_200_001))).toBe(false);
    expect(mayCache('third', mebibytes(8) + 1, at(0))).toBe(false);
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

  it('is refused alone, though another waits for the same report', async () => {
    const contextOf = (subject: string) => ({
      ...app.service.contextFor('test'),
      actor: { kind: 'person', subject, role: 'agent' } as const,
    });
    const held = Promise.withResolvers<void>();
    const { run } = reportLimitsOf(contextOf('gulosa'));
    const waiting = Array.from({ length: 17 }, () => run('person:gulosa', () => held.promise));
    const report = { schema: z.number(), load: async () => 7 };
    const outcomes = await Promise.allSettled(
      ['gulosa', 'outra'].map((who) => getCachedReport(contextOf(who), 'uma-chave', report)),
    );
    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: { code: 'rate-limited' } },
      { status: 'fulfilled', value: { value: 7 } },
    ]);
    held.resolve();
    await Promise.all(waiting);
  });

  it('runs one at a time with 16 waiting, while others are served', async () => {
    const { run } = reportLimitsOf({ cache: openCaches(undefined, () => new Date()) });
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
