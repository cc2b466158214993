import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface LoadedProps<Data> {
  query: UseQueryResult<Data, Error>;
  children: (data: Data) => ReactNode;
}

/** What a query has loaded; until then that it loads, or why it failed with a button that tries again. */
export const Loaded = <Data,>({ query, children }: LoadedProps<Data>) => {
  const { data, error, isFetching, refetch } = query;
  return (
    <>
      {data !== undefined && children(data)}
      {data === undefined && !error && <p role="status">Carregando…</p>}
      {error && (
        <p role="alert">
          {error.message}{' '}
          <button type="button" className="quiet" disabled={isFetching} onClick={() => refetch()}>
            Tentar de novo
          </button>
        </p>
      )}
    </>
  );
};
