import type { InputOf, ItemOf } from '../api/client.ts';
import { allStatuses } from '../tickets/texts.ts';
import { dayOf, isDay, startOfDay } from '../ui/format/time.ts';
import { useAddress } from '../ui/state/address.ts';

// The filter of the list is in the address, so that it can be shared and survives a reload.

/** A filter as the address has it: every field is text. */
export interface Filter {
  status?: Status | undefined;
  main?: string | undefined;
  tag?: string | undefined;
  /** An e-mail, `me`, or `nobody`. */
  assignee?: string | undefined;
  /** Days, such as 2026-11-23. */
  from?: string | undefined;
  to?: string | undefined;
  updatedBefore?: string | undefined;
  /** `true` lists only snoozed tickets. */
  snoozed?: string | undefined;
  /** An e-mail, or `me`. */
  mentions?: string | undefined;
  search?: string | undefined;
  sort: Sort;
}

type ListInput = InputOf<'tickets.list'> & object;
type Sort = NonNullable<ListInput['sort']>;
export type Status = NonNullable<ListInput['status']>;

export const sorts = ['waiting', 'newest', 'updated'] as const;

/** The filter as the input of `tickets.list`, without the order. */
export const conditionsOf = ({
  sort,
  tag,
  assignee,
  from,
  to,
  updatedBefore,
  snoozed,
  ...rest
}: Filter): Omit<ListInput, 'sort' | 'cursor' | 'limit'> => ({
  ...rest,
  ...(sort === 'waiting' && { waiting: true as const }),
  ...(tag && /^\d{1,9}$/.test(tag) && { tagId: Number(tag) }),
  ...(assignee && { assignee: assignee === 'nobody' ? null : assignee }),
  ...(from && { from: startOfDay(from) }),
  ...(to && { to: startOfDay(to) }),
  ...(updatedBefore && { updatedBefore: startOfDay(updatedBefore) }),
  ...(snoozed && { snoozed: true as const }),
});

export type SavedView = ItemOf<'views.list'>;

/** Turns the filter of a saved view into a filter of the address. */
export const filterOfView = ({ filter: saved, sort }: SavedView): Filter => {
  const { tagId, assignee, from, to, updatedBefore, snoozed, ...rest } = saved;
  const { status, main, search, mentions } = rest;
  return {
    status,
    main,
    search,
    mentions,
    sort,
    snoozed: snoozed && 'true',
    updatedBefore: updatedBefore && dayOf(updatedBefore),
    tag: tagId?.toString(),
    assignee: assignee === null ? 'nobody' : assignee,
    from: from && dayOf(from),
    to: to && dayOf(to),
  };
};

/**
 * Reads the filter from the address and returns a function that changes it. It ignores unknown values;
 * setting a field to undefined removes it.
 */
export const useFilter = () => {
  const { search, change } = useAddress();
  const { status, main, tag, assignee, from, to, sort, updatedBefore, snoozed, mentions } = search;
  const filter: Filter = {
    main,
    tag,
    assignee,
    mentions,
    snoozed: snoozed === 'true' ? snoozed : undefined,
    updatedBefore: isDay(updatedBefore) ? updatedBefore : undefined,
    status: allStatuses.find((known) => known === status),
    from: isDay(from) ? from : undefined,
    to: isDay(to) ? to : undefined,
    search: search.search?.slice(0, 200),
    sort: sorts.find((known) => known === sort) ?? 'waiting',
  };
  return { filter, change };
};

/** The names and values of the fields that are set. */
export const fieldsOf = (filter: Filter): [name: string, value: string][] =>
  Object.entries(filter)
    .filter(([, value]) => value)
    .toSorted();

/** Returns true if two filters find the same tickets in the same order. */
export const isSameFilter = (one: Filter, other: Filter): boolean =>
  JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));

export type ListedTicket = ItemOf<'tickets.list'>;
