import type { InputOf, ItemOf } from '../api/procedures.ts';

export type ListedTicket = ItemOf<'tickets.list'>;

/** What a bulk change does. */
export type Change = Pick<
  InputOf<'tickets.bulk'>,
  'setStatus' | 'addTagId' | 'removeTagId' | 'assignTo'
>;
/** Which tickets it concerns. */
export type Target = Pick<InputOf<'tickets.bulk'>, 'ids' | 'filter'>;

const idsOf = (tickets: readonly ListedTicket[]): number[] => tickets.map(({ id }) => id);

/** The changes that give tickets the status or the assignee back that they had; none for tags. */
export const undoOf = (
  { setStatus, assignTo }: Change,
  before: readonly ListedTicket[],
): (Target & Change)[] => {
  if (setStatus !== undefined) {
    const groups = Map.groupBy(before, ({ status }) => status);
    return [...groups].map(([status, group]) => ({ ids: idsOf(group), setStatus: status }));
  }
  if (assignTo === undefined) return [];
  const groups = Map.groupBy(before, ({ assigneeEmail }) => assigneeEmail);
  return [...groups].map(([assignee, group]) => ({ ids: idsOf(group), assignTo: assignee }));
};
