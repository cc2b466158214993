import type { InputOf, ItemOf } from '../api/procedures.ts';
import { useAddress } from '../parts/address.ts';
import { dayOf, startOfDay } from '../parts/time.ts';

// Which tickets the list has. It lives in the address, so that it can be sent to others and survives everything.

/** As the address has it: text. */
export interface Filter {
  status?: Status;
  main?: string;
  tag?: string;
  /** An e-mail, `me`, or `nobody`. */
  assignee?: string;
  /** Days, such as 2026-11-23. */
  from?: string;
  to?: string;
  search?: string;
  sort: Sort;
}

type ListInput = InputOf<'tickets.list'> & object;
export type Sort = NonNullable<ListInput['sort']>;
export type Status = NonNullable<ListInput['status']>;

export const statuses = ['open', 'in_progress', 'resolved', 'closed'] as const;
export const sorts = ['waiting', 'newest', 'updated'] as const;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.slice(0, 200) : undefined;

const day = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined;

/** The filter of an address; what it does not understand is left out. */
const filterOf = (search: Readonly<Record<string, unknown>>): Filter => {
  const filter: Filter = { sort: sorts.find((sort) => sort === search.sort) ?? 'waiting' };
  const status = statuses.find((known) => known === search.status);
  if (status) filter.status = status;
  for (const name of ['main', 'tag', 'assignee', 'search'] as const) {
    const value = text(search[name]);
    if (value !== undefined) filter[name] = value;
  }
  for (const name of ['from', 'to'] as const) {
    const value = day(search[name]);
    if (value !== undefined) filter[name] = value;
  }
  return filter;
};

/** The filter as the input of `tickets.list`, without the order. */
export const conditionsOf = ({
  sort,
  tag,
  assignee,
  from,
  to,
  ...rest
}: Filter): Omit<ListInput, 'sort' | 'cursor' | 'limit'> => ({
  ...rest,
  ...(sort === 'waiting' && { waiting: true as const }),
  ...(tag && /^\d{1,9}$/.test(tag) && { tagId: Number(tag) }),
  ...(assignee && { assignee: assignee === 'nobody' ? null : assignee }),
  ...(from && { from: startOfDay(from) }),
  ...(to && { to: startOfDay(to) }),
});

export type SavedView = ItemOf<'views.list'>;

/** The filter of a saved view as the address has it. */
export const filterOfView = ({ filter: saved, sort }: SavedView): Filter => {
  const { tagId, assignee, from, to, status, main, search } = saved;
  return {
    ...(status && { status }),
    ...(main && { main }),
    ...(search && { search }),
    ...(tagId !== undefined && { tag: String(tagId) }),
    ...(assignee !== undefined && { assignee: assignee ?? 'nobody' }),
    ...(from && { from: dayOf(from) }),
    ...(to && { to: dayOf(to) }),
    sort,
  };
};

/** The filter of the address and how to change it. What is undefined goes. */
export const useFilter = () => {
  const { search, change } = useAddress();
  return { filter: filterOf(search), change };
};

/** Whether two filters find the same tickets in the same order. */
export const isSameFilter = (one: Filter, other: Filter): boolean =>
  JSON.stringify(Object.entries(one).toSorted()) ===
  JSON.stringify(Object.entries(other).toSorted());
