import { useEffect, useEffectEvent, useRef } from 'react';

/** The current entry of a list, and the last version of the list that had it. */
export interface Place {
  id: number;
  ids: readonly number[];
}

/**
 * The position of an entry in a list. An entry that has left keeps its former position.
 * @param id undefined if nothing is open or focused; the position then stays
 * @param lists earlier versions of the list, newest first, because an entry may return in a moment
 */
export const placeIn = (
  ids: readonly number[],
  id: number | undefined,
  former: Place | undefined,
  lists: readonly (readonly number[])[] = [],
): Place | undefined => {
  if (id === undefined) return former;
  if (ids.includes(id)) return { id, ids };
  if (former?.id === id) return former;
  const list = lists.find((before) => before.includes(id));
  return list && { id, ids: list };
};

const mostLists = 5;

/** The index of the entry that followed one that has left. */
const gapOf = (ids: readonly number[], { id, ids: former }: Place): number => {
  const at = former.indexOf(id);
  const next = former.slice(at + 1).find((other) => ids.includes(other));
  if (next !== undefined) return ids.indexOf(next);
  const last = former.slice(0, at).findLast((other) => ids.includes(other));
  return last === undefined ? 0 : ids.indexOf(last) + 1;
};

/** The index one step from a position, within the list; undefined if the list is empty. */
export const stepFrom = (
  ids: readonly number[],
  place: Place | undefined,
  step: 1 | -1,
): number | undefined => {
  if (ids.length === 0) return undefined;
  if (place === undefined) return 0;
  const at = ids.indexOf(place.id);
  const to = at < 0 ? gapOf(ids, place) + Math.min(0, step) : at + step;
  return Math.min(ids.length - 1, Math.max(0, to));
};

/**
 * The entry to open when entries leave a list: the next one, else the previous one, else null. Undefined
 * means that the entry is not in the list.
 */
export const besideIn = (
  ids: readonly number[],
  place: Place | undefined,
  leaving: readonly number[] = [],
): number | null | undefined => {
  if (place === undefined) return undefined;
  const at = place.ids.indexOf(place.id);
  const stays = (id: number) => id !== place.id && ids.includes(id) && !leaving.includes(id);
  return place.ids.slice(at + 1).find(stays) ?? place.ids.slice(0, at).findLast(stays) ?? null;
};

let present: typeof besideInList | undefined;

/** The same for the list that is on the page. */
export const besideInList = (id: number, leaving?: readonly number[]): number | null | undefined =>
  present?.(id, leaving);

/**
 * The person's position in a list.
 * @param openId the entry that is open beside the list
 * @param isOld true while the entries are still those of the previous list
 * @param list the list's key; another list starts without a position
 */
export const useListPlace = (
  ids: readonly number[],
  openId: number | undefined,
  list = '',
  isOld = false,
) => {
  const place = useRef<Place>(undefined);
  const lists = useRef<readonly (readonly number[])[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list
  useEffect(() => {
    place.current = undefined;
    lists.current = [];
  }, [list]);
  const find = (id: number | undefined) => placeIn(ids, id, place.current, lists.current);
  const order = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list has changed
  useEffect(() => {
    if (!isOld) lists.current = [ids, ...lists.current].slice(0, mostLists);
  }, [order, isOld]);
  useEffect(() => {
    if (!isOld) place.current = find(openId);
  });
  const beside = useEffectEvent((id: number, leaving?: readonly number[]) =>
    besideIn(ids, find(id), leaving),
  );
  useEffect(() => {
    const own: typeof besideInList = (id, leaving) => beside(id, leaving);
    present = own;
    return () => {
      if (present === own) present = undefined;
    };
  }, []);
  return {
    /** The index one step from an entry. */
    step: (id: number | undefined, step: 1 | -1): number | undefined =>
      stepFrom(ids, find(id), step),
    reach: (id: number): void => {
      place.current = find(id);
    },
  };
};
