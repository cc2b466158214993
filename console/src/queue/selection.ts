import { useState } from 'react';
import type { InputOf } from '../api/client.ts';
import { conditionsOf, type Filter, type ListedTicket } from './filter.ts';

/** The selected tickets: some, with their states at selection if known, or all that the filter finds. */
export interface Selected {
  ids: ReadonlyMap<number, ListedTicket | undefined>;
  all: boolean;
  /** The ticket that was selected or deselected last. */
  last: number;
}

export const nothingSelected: Selected = { ids: new Map(), all: false, last: 0 };

/**
 * Selects or deselects a ticket.
 * @param isRange includes all tickets between the last touched one and this one
 */
export const toggled = (
  { ids: before, last }: Selected,
  id: number,
  isRange: boolean,
  order: readonly ListedTicket[],
): Selected => {
  const ids = new Map(before);
  const selects = !ids.has(id);
  const at = (wanted: number) => order.findIndex((ticket) => ticket.id === wanted);
  const to = at(id);
  const from = isRange ? at(last) : to;
  const start = from < 0 ? to : Math.min(from, to);
  for (const ticket of order.slice(start, Math.max(from, to) + 1)) {
    if (selects) ids.set(ticket.id, ticket);
    else ids.delete(ticket.id);
  }
  return { ids, all: false, last: id };
};

/** Selects the tickets that a bulk change left as they were, so that it can be tried again. */
export const narrowed = ({ ids, last }: Selected, left: readonly number[]): Selected => ({
  ids: new Map(left.map((id) => [id, ids.get(id)])),
  all: false,
  last,
});

/** The tickets that a bulk change targets, in the form that the service takes. */
export const targetOf = (
  { all, ids }: Pick<Selected, 'all' | 'ids'>,
  filter: Filter,
): Pick<InputOf<'tickets.bulk'>, 'ids' | 'filter'> =>
  all ? { filter: conditionsOf(filter) } : { ids: [...ids.keys()] };

export type Selection = ReturnType<typeof useSelection>;

/** @param key the filter's key; the selection is empty when it changes */
export const useSelection = (key: string) => {
  const [state, setState] = useState({ key, selected: nothingSelected });
  const of = ({ key: former, selected }: typeof state) =>
    former === key ? selected : nothingSelected;
  const change = (next: (before: Selected) => Selected) =>
    setState((before) => ({ key, selected: next(of(before)) }));
  const { ids, all } = of(state);
  return {
    ids,
    all,
    toggle: (id: number, isRange: boolean, order: readonly ListedTicket[]) =>
      change((before) => toggled(before, id, isRange, order)),
    selectAll: () => change(() => ({ ...nothingSelected, all: true })),
    narrow: (left: readonly number[]) => change((before) => narrowed(before, left)),
    clear: () => change(() => nothingSelected),
  };
};
