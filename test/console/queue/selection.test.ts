import { expect, it } from 'vitest';
import type { ListedTicket } from '../../../console/src/queue/filter.ts';
import { narrowed, nothingSelected, toggled } from '../../../console/src/queue/selection.ts';

const order = [1, 2, 3, 4, 5].map((id) => ({ id }) as ListedTicket);
/** Touches tickets one after another, a negative one with Shift. */
const touch = (...touches: number[]) => {
  const after = touches.reduce(
    (state, id) => toggled(state, Math.abs(id), id < 0, order),
    nothingSelected,
  );
  return [...after.ids.keys()].sort();
};

it.each([
  ['a ticket, and no longer when it is touched again', [2, 2], []],
  ['all from the last one that was touched', [2, -4], [2, 3, 4]],
  ['all back to the last one', [4, -2], [2, 3, 4]],
  ['only the ticket if none was touched before', [-3], [3]],
  ['no longer the whole range, if its end is selected', [1, 2, 3, 5, -3], [1, 2]],
  ['tickets beside each other one by one', [1, 3], [1, 3]],
])('selects %s', (_, touches, selected) => {
  expect(touch(...touches)).toEqual(selected);
});

it('begins anew with single tickets after all were selected', () => {
  const after = toggled({ ...nothingSelected, all: true }, 2, false, order);
  expect([after.all, [...after.ids.keys()]]).toEqual([false, [2]]);
});

it('starts a range from the ticket alone if the last one has left the list', () => {
  const after = toggled({ ...nothingSelected, last: 9 }, 3, true, order);
  expect([...after.ids.keys()]).toEqual([3]);
});

it('keeps tickets as they were when they were selected', () => {
  const before = toggled(nothingSelected, 2, false, order);
  expect(before.ids.get(2)).toBe(order[1]);
});

it('leaves only the tickets that a bulk change did not reach selected, also after all were', () => {
  const some = [2, 3].reduce((state, id) => toggled(state, id, false, order), nothingSelected);
  expect([...narrowed(some, [3]).ids]).toEqual([[3, order[2]]]);
  expect(narrowed({ ...nothingSelected, all: true }, [4])).toMatchObject({
    all: false,
    ids: new Map([[4, undefined]]),
  });
});
