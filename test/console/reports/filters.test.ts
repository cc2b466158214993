import { expect, it } from 'vitest';
import { filterOf } from '../../../console/src/reports/filters.tsx';

it('what the address filters by is what the service knows', () => {
  expect(
    filterOf({
      groupBy: 'week',
      status: 'in_progress',
      tag: '12',
      main: 'a',
      issue: 'b',
      newsletter: 'c',
    }),
  ).toEqual({
    groupBy: 'week',
    status: 'in_progress',
    tagId: 12,
    main: 'a',
    issue: 'b',
    newsletter: 'c',
  });
  expect(filterOf({ groupBy: 'minute', status: 'novo', tag: '12x', period: '7' })).toEqual({
    groupBy: 'day',
  });
});
