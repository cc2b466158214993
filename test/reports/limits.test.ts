import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '../../server/civil-time.ts';
import { rangeOf } from '../../server/reports/range.ts';
import { startReportsApp } from './report-fixtures.ts';

const app = await startReportsApp();
afterAll(() => app.close());
beforeEach(app.reset);

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
    ['hourOfWeek', '2026-03-01', addDays('2026-03-01', 20_000), undefined],
  ] as const)('is that of its civil periods: %s', (groupBy, from, last, tooLate) => {
    const ending = (to: string) => rangeOf({ from, to, groupBy }, new Date('2026-03-10T12:00:00Z'));
    expect(ending(last)).toEqual({ from, to: last });
    if (tooLate) expect(() => ending(tooLate)).toThrow('10000');
  });
});
