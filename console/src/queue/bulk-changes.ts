import type { InputOf } from '../api/client.ts';
import type { Change } from '../tickets/changing.ts';
import { conditionsOf, type Filter, type ListedTicket } from './filter.ts';
import type { Selected } from './selection.ts';

// Changes of many tickets at once.

export type Target = Pick<InputOf<'tickets.bulk'>, 'ids' | 'filter'>;

type ChangedTicket = Pick<ListedTicket, 'id' | 'status' | 'assigneeEmail'>;

const idsOf = (tickets: readonly ChangedTicket[]): number[] => tickets.map(({ id }) => id);

/** The changes that give tickets the status or the assignee back that they had; none for tags. */
export const undoOf = (
  { setStatus, assignTo, addTagId, removeTagId }: Change,
  before: readonly ChangedTicket[],
): (Target & Change)[] => {
  if (setStatus !== undefined) {
    const groups = Map.groupBy(before, ({ status }) => status);
    return [...groups].map(([status, group]) => ({ ids: idsOf(group), setStatus: status }));
  }
  if (addTagId !== undefined) return [{ ids: idsOf(before), removeTagId: addTagId }];
  if (removeTagId !== undefined) return [{ ids: idsOf(before), addTagId: removeTagId }];
  if (assignTo === undefined) return [];
  const groups = Map.groupBy(before, ({ assigneeEmail }) => assigneeEmail);
  return [...groups].map(([assignee, group]) => ({ ids: idsOf(group), assignTo: assignee }));
};

export const targetOf = ({ all, ids }: Pick<Selected, 'all' | 'ids'>, filter: Filter): Target =>
  all ? { filter: conditionsOf(filter) } : { ids: [...ids.keys()] };
