import { expect, it } from 'vitest';
import { ratiosTo } from '../../bench/ratios.ts';

it('shows figures over those of the table with the same head and rows', () => {
  const landed = [
    '| requests | rate | p50 / p99 |',
    '| --- | --- | --- |',
    '| list | 1,000 (900–1,200) | 2.0 / 10 |',
    '',
    '| other | rate |',
    '| --- | --- |',
    '| list | 5 |',
  ].join('\n');
  const now = [
    '| requests | rate | p50 / p99 |',
    '| --- | --- | --- |',
    '| list | 1,500 (800–1,700) | 1.0 / 20 |',
    '',
    '| new head | rate |',
    '| --- | --- |',
    '| list | 7 |',
  ].join('\n');
  expect(ratiosTo(landed, now)).toBe(
    '| requests | rate | p50 / p99 |\n| --- | --- | --- |\n| list | 1.50× | 0.50× / 2.00× |',
  );
  expect(ratiosTo('', now)).toBe('');
});
