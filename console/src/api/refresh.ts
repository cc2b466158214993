import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Each page of a list is a request: longer lists are only marked, and the page offers to fetch
 * them.
 */
const refreshedPages = 3;

/** Whether a list has too many pages to be fetched again by itself. */
export const isLong = ({ state: { data } }: Pick<Query, 'state'>): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'pages' in data &&
  Array.isArray(data.pages) &&
  data.pages.length > refreshedPages;

/**
 * Fetches queries again that may be out of date: those on the page now, others when they are
 * needed.
 */
export const refresh = (
  queries: QueryClient,
  predicate: (query: Query) => boolean = () => true,
): void => {
  void queries.invalidateQueries({ predicate, refetchType: 'none' });
  // A request in flight may have read the state before the change: it is sent again.
  void queries.refetchQueries({
    type: 'active',
    predicate: (query) => predicate(query) && !isLong(query),
  });
};
