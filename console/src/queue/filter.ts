import type { InputOf, ItemOf } from '../api/client.ts';
import { allStatuses } from '../tickets/texts.ts';
import { dayOf, isDay, startOfDay } from '../ui/format/time.ts';
import { useAddress } from '../ui/state/address.ts';

// The filter of the list is in the address, so that it can be shared and survives a reload.

type Conditions = Omit<InputOf<'tickets.list'> & object, 'sort' | 'cursor' | 'limit'>;

const sorts = ['waiting', 'newest', 'updated'] as const;

/** A filter as saved views have it. */
export interface Filter extends Omit<Conditions, 'waiting'> {
  sort: (typeof sorts)[number];
}

export type ListedTicket = ItemOf<'tickets.list'>;

/** The filter as the input of `tickets.list`, without the order. */
export const conditionsOf = ({ sort, ...rest }: Filter): Conditions =>
  sort === 'waiting' ? { ...rest, waiting: true } : rest;

const startOf = (day: string | undefined) => (isDay(day) ? startOfDay(day) : undefined);

/** Reads a filter from the query parameters of the address, ignoring unknown values. */
export const filterIn = ({
  main,
  mentions,
  search,
  sort,
  status,
  tag,
  assignee,
  from,
  to,
  updatedBefore,
  snoozed,
}: Readonly<Record<string, string | undefined>>): Filter => ({
  main,
  mentions,
  search: search?.slice(0, 200),
  sort: sorts.find((known) => known === sort) ?? 'waiting',
  status: allStatuses.find((known) => known === status),
  tagId: tag && /^\d{1,9}$/.test(tag) ? Number(tag) : undefined,
  assignee: assignee === 'nobody' ? null : assignee,
  from: startOf(from),
  to: startOf(to),
  updatedBefore: startOf(updatedBefore),
  snoozed: snoozed === 'true' || undefined,
});

/** The query parameters of a filter, with days such as 2026-11-23. */
export const addressOf = ({ tagId, assignee, from, to, updatedBefore, ...rest }: Filter) => ({
  ...rest,
  tag: tagId?.toString(),
  assignee: assignee === null ? 'nobody' : assignee,
  from: from && dayOf(from),
  to: to && dayOf(to),
  updatedBefore: updatedBefore && dayOf(updatedBefore),
});

/** Returns the filter of the address, and a function that changes query parameters. */
export const useFilter = () => {
  const { search, change } = useAddress();
  return { filter: filterIn(search), change };
};

/** The names and values of the query parameters that are set. */
export const fieldsOf = (filter: Filter) =>
  Object.entries(addressOf(filter))
    .filter(([, value]) => value)
    .toSorted();

/** Returns true if two filters find the same tickets in the same order. */
export const isSameFilter = (one: Filter, other: Filter): boolean =>
  JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));
