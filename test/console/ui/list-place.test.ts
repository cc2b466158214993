import { describe, expect, it } from 'vitest';
import {
  besideIn,
  type Place,
  placeIn,
  stepFrom,
} from '../../../console/src/ui/state/list-place.ts';

const all = [1, 2, 3, 4];
const without = (...gone: number[]) => all.filter((id) => !gone.includes(id));
const at = (id: number, ids: readonly number[] = all): Place => ({ id, ids });

describe('a step in a list', () => {
  it.each<[string, readonly number[], Place | undefined, 1 | -1, number | undefined]>([
    ['leads to the next entry', all, at(2), 1, 3],
    ['leads to the entry before', all, at(2), -1, 1],
    ['stops at the last entry', all, at(4), 1, 4],
    ['stops at the first entry', all, at(1), -1, 1],
    ['begins at the first entry', all, undefined, 1, 1],
    ['begins at the first entry, backwards too', all, undefined, -1, 1],
    ['leads nowhere in an empty list', [], at(2), 1, undefined],
    // The ticket was resolved or snoozed.
    ['leads to what stood after an entry that has left', without(2), at(2), 1, 3],
    ['leads to what stood before an entry that has left', without(2), at(2), -1, 1],
    ['passes over others that have left', without(2, 3), at(2), 1, 4],
    ['leads to the new last entry if the last has left', without(4), at(4), 1, 3],
    ['leads to the new first entry if the first has left', without(1), at(1), -1, 2],
    ['begins anew if nothing of the list is left', [8, 9], at(2), 1, 8],
    ['counts entries that came in before the place', [9, 1, 3, 4], at(2), 1, 3],
  ])('%s', (_, ids, place, step, id) => {
    const index = stepFrom(ids, place, step);
    expect(index === undefined ? undefined : ids[index]).toBe(id);
  });
});

describe('the place in a list', () => {
  it('keeps the position of an open entry that has left the list', () => {
    const place = placeIn(all, 2, undefined);
    expect(placeIn(without(2), 2, place)).toEqual(at(2));
  });

  it('uses the newest list for an entry that is in it', () => {
    expect(placeIn(without(1), 2, at(2))).toEqual(at(2, without(1)));
  });

  it('keeps the position while no entry is open or focused', () => {
    expect(placeIn(without(2), undefined, at(2))).toEqual(at(2));
  });

  it('uses an earlier list for an entry that comes back', () => {
    const lists = [without(2), all];
    expect(placeIn(without(2), 2, at(3), lists)).toEqual(at(2));
  });

  it('has no position for an entry that was never in the list', () => {
    expect(placeIn(all, 9, at(2))).toBeUndefined();
  });
});

describe('what is opened when entries leave a list', () => {
  it.each<
    [string, readonly number[], Place | undefined, readonly number[], number | null | undefined]
  >([
    ['stands after the entry', all, at(2), [2], 3],
    ['stands after others that leave, too', all, at(2), [2, 3], 4],
    ['stands before the last entry', all, at(4), [4], 3],
    ['stands before if all after it leave', all, at(2), [2, 3, 4], 1],
    ['is found although the entry has left already', without(2), at(2), [2], 3],
    ['is nothing if all leave', all, at(2), all, null],
    ['is unknown if the entry never was in the list', all, undefined, [9], undefined],
  ])('%s', (_, ids, place, leaving, id) => {
    expect(besideIn(ids, place, leaving)).toBe(id);
  });
});
