import type { ItemOf } from '../api/procedures.ts';
import type { Filter } from './filter.ts';

export type SavedView = ItemOf<'views.list'>;

const dayOf = (moment: string): string =>
  new Date(moment).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });

/** The filter of a saved view as the address has it. */
export const filterOfView = ({ filter: saved, sort }: SavedView): Filter => {
  const { status, main, search, tagId, assignee, from, to } = saved;
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
