import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureText } from '../api/failure.ts';
import { shell } from '../texts/shell.ts';
import styles from './waiting.module.css';

/** While something loads. It appears after a moment, so that what is quick does not flicker. */
export const Loading = () => (
  <p role="status" className={`empty ${styles.loading}`}>
    {shell.loading}
  </p>
);

/** Why something could not be loaded, and a way to try again. */
export const Failed = ({ error, onAgain }: { error: unknown; onAgain: () => void }) => (
  <div role="alert" className="stack warning">
    <p>
      <strong>{shell.failed}</strong>
      <br />
      {failureText(error)}
    </p>
    <button type="button" onClick={onAgain}>
      {shell.again}
    </button>
  </div>
);

/** What a query loaded, also if it failed later; until then that it loads, or why it failed. */
export const Loaded = <T,>({
  query,
  children,
}: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}) => {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Failed error={query.error} onAgain={() => query.refetch()} />;
  return <Loading />;
};
