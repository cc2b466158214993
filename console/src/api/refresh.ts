import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * A longer list is only marked as stale, because each of its pages is a request; the page offers a refetch.
 */
const refreshedPages = 3;

/** Returns true if a list has too many pages for an automatic refetch. */
export const isLong = ({ state }: Pick<Query, 'state'>): boolean => {
  const { pages = [] }: { pages?: readonly unknown[] } = Object(state.data);
  return pages.length > refreshedPages;
};

/** Invalidates queries: those on the page are fetched now, the others when they are next used. */
export const refresh = (
  queries: QueryClient,
  predicate: (query: Query) => boolean = () => true,
): void => {
  void queries.invalidateQueries({ predicate, refetchType: 'none' });
  // A request in flight may have read the old state, so it is sent again. First loads and loads of a list's
  // next page finish before that.
  const isShown = (query: Query) => predicate(query) && !isLong(query);
  for (const query of queries.getQueryCache().findAll({ type: 'active', predicate: isShown })) {
    const { queryKey, promise, state } = query;
    const fetchAgain = () => queries.refetchQueries({ queryKey, exact: true, type: 'active' });
    const isForMore = state.fetchMeta?.fetchMore !== undefined;
    const isAwaited = (state.data === undefined || isForMore) && state.fetchStatus === 'fetching';
    if (isAwaited) void promise?.then(fetchAgain, () => undefined);
    else void fetchAgain();
  }
};
