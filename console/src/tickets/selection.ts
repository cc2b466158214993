import { useState } from 'react';

/** The tickets that are selected: some by their ids, or all that the filter finds. */
export interface Selection {
  ids: ReadonlySet<number>;
  all: boolean;
  /** Selects or deselects a ticket; with `range` all from the last one to it. */
  toggle: (id: number, range: boolean, order: readonly number[]) => void;
  selectAll: () => void;
  clear: () => void;
}

/** The selection of a list; another filter (`key`) starts a new one. */
export const useSelection = (key: string): Selection => {
  const [state, setState] = useState({ key, ids: new Set<number>(), all: false, last: 0 });
  const current = state.key === key ? state : { key, ids: new Set<number>(), all: false, last: 0 };
  return {
    ids: current.ids,
    all: current.all,
    toggle: (id, range, order) => {
      const ids = new Set(current.ids);
      const selects = !ids.has(id);
      const [from, to] = [order.indexOf(current.last), order.indexOf(id)];
      const touched =
        range && from >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      for (const one of touched) {
        if (selects) ids.add(one);
        else ids.delete(one);
      }
      setState({ key, ids, all: false, last: id });
    },
    selectAll: () => setState({ key, ids: new Set(), all: true, last: 0 }),
    clear: () => setState({ key, ids: new Set(), all: false, last: 0 }),
  };
};
