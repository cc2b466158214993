import { useState } from 'react';
import type { ListedTicket } from './filter.ts';

export type Selection = ReturnType<typeof useSelection>;

/**
 * The tickets that are selected: some by their ids, as they were then, or all that the filter
 * finds. Another filter (`key`) starts anew.
 */
export const useSelection = (key: string) => {
  const none = { key, ids: new Map<number, ListedTicket>(), all: false, last: 0 };
  const [state, setState] = useState(none);
  const current = state.key === key ? state : none;
  return {
    ids: current.ids,
    all: current.all,
    /** Selects or deselects a ticket; with `range` all from the last one to it. */
    toggle: (id: number, range: boolean, order: readonly ListedTicket[]): void => {
      const ids = new Map(current.ids);
      const selects = !ids.has(id);
      const at = (wanted: number) => order.findIndex((ticket) => ticket.id === wanted);
      const [from, to] = [at(range ? current.last : id), at(id)];
      const start = from < 0 ? to : Math.min(from, to);
      for (const ticket of order.slice(start, Math.max(from, to) + 1)) {
        if (selects) ids.set(ticket.id, ticket);
        else ids.delete(ticket.id);
      }
      setState({ key, ids, all: false, last: id });
    },
    selectAll: () => setState({ ...none, all: true }),
    clear: () => setState(none),
  };
};
