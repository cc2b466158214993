import { afterEach, beforeEach, vi } from 'vitest';
import type { InputOf, OutputOf } from '../../console/src/api/client.ts';
import { given } from './render.ts';

/** Lets reports be rendered in the evening of Thursday 2026-11-26; in UTC it is Friday. */
export const renderOnThursday = (): void => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-27T01:30:00Z'), toFake: ['Date'] });
  });
  afterEach(() => void vi.useRealTimers());
};

/** Figures that no cache had. */
export const fresh = { hit: false } as const;

/** Tickets by period: `[period, open, in progress, resolved]`. */
export const counted = (
  input: InputOf<'reports.timeSeries'> & object,
  points: readonly (readonly [string, number, number, number])[],
  cache: OutputOf<'reports.timeSeries'>['cache'] = fresh,
) =>
  given('reports.timeSeries', input, {
    from: '',
    to: '',
    groupBy: 'day',
    cache,
    series: points.map(([period, open, inProgress, resolved]) => ({
      period,
      total: open + inProgress + resolved,
      open,
      inProgress,
      resolved,
      closed: 0,
    })),
  });
