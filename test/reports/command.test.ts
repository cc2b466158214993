import { afterAll, describe, expect, it } from 'vitest';
import { barChart } from '../../cli/chart.ts';
import { toCsv } from '../../cli/csv.ts';
import { runCommand } from '../cli/run-command.ts';
import { startApp } from '../harness.ts';

const app = await startApp();
afterAll(() => app.close());
const internal = await app.trpc();
const token = await app.token({ role: 'admin' });

/** Runs `npm run admin -- reports …` against this test's service. */
const reports = (...words: string[]) =>
  runCommand(['reports', ...words], { LEITOR_URL: app.internalUrl, LEITOR_TOKEN: token });

describe('npm run admin -- reports', () => {
  it('draws a time series as a chart and writes it as CSV', async () => {
    for (const day of ['2026-03-01', '2026-03-02', '2026-03-02']) {
      const createdAt = `${day}T12:00:00Z`;
      await internal.tickets.create.mutate({ subject: 's', body: 'b', main: '=1+1', createdAt });
    }
    const range = ['--from', '2026-03-01', '--to', '2026-03-03', '--main', '=1+1'];
    const chart = await reports('time-series', ...range);
    const [first, second, third] = chart.stdout.split('\n');
    expect(first).toMatch(/^2026-03-01 {2}1 {2}█+▌?$/);
    expect(second?.length).toBeGreaterThan(first?.length ?? 0);
    expect(third).toBe('2026-03-03  0');
    const csv = await reports('time-series', '--csv', '--group-by', 'month', ...range);
    expect(csv.stdout).toBe('period,total,open,inProgress,resolved,closed\r\n2026-03,3,3,0,0,0\n');
  });
});

describe('toCsv', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('makes %j harmless', (cell) => {
    const [, line = ''] = toCsv([{ cell }], ['cell']).split('\r\n');
    expect(line.replaceAll('"', '')).toBe(`'${cell}`);
  });

  it('quotes what needs quotes', () => {
    expect(toCsv([{ a: 'x,y', b: 'say "hi"' }], ['a', 'b'])).toBe('a,b\r\n"x,y","say ""hi"""\r\n');
  });
});

describe('barChart', () => {
  it('draws no bar for zero', () => {
    expect(barChart([{ label: '2026', value: 0 }], 80)).toBe('2026  0');
    expect(barChart([], 80)).toBe('');
  });

  it('keeps every line within the width', () => {
    const rows = [1, 7, 99, 100].map((value) => ({ label: '2026-03', value }));
    const lines = barChart(rows, 40).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
  });
});
