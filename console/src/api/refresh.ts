import type { Query, QueryClient } from '@tanstack/react-query';

/** Each page of a list is a request: longer lists are only marked, and the page offers to fetch them. */
const refreshedPages = 3;

/** Returns true if a list has too many pages for an automatic refetch. */
export const isLong = ({ state: { data } }: Pick<Query, 'state'>): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'pages' in data &&
  Array.isArray(data.pages) &&
  data.pages.length > refreshedPages;

/** Fetches queries again that may be out of date: those on the page now, others when they are needed. */
export const refresh = (
  queries: QueryClient,
  predicate: (query: Query) => boolean = () => true,
): void => {
  void queries.invalidateQueries({ predicate, refetchType: 'none' });
  // A request in flight may have read the state before the change, so it is sent again. The first
  // request of a page and one for the next page of a list finish before that.
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
