import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../api/client.ts';
import { pageTexts } from '../texts/parts.ts';
import { type Action, Actions } from './actions.tsx';
import styles from './table.module.css';
import { Failed, Loading } from './waiting.tsx';

/** A column of a table. Numbers stand to the right. */
export interface Column<Item> {
  title: string;
  cell: (item: Item) => ReactNode;
  number?: boolean;
}

interface Rows<Item> {
  label: string;
  columns: readonly Column<Item>[];
  keyOf: (item: Item) => string | number;
}

/** Items in rows. On a narrow page each row is a block, and each cell names its column. */
export const Table = <Item,>({
  label,
  columns,
  items,
  keyOf,
}: Rows<Item> & { items: readonly Item[] }) => (
  <table className={styles.table} aria-label={label}>
    <thead>
      <tr>
        {columns.map(({ title, number }) => (
          <th key={title} scope="col" data-number={number}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {items.map((item) => (
        <tr key={keyOf(item)}>
          {columns.map(({ title, cell, number }) => (
            <td key={title} data-title={title} data-number={number}>
              {cell(item)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** A list of the service as a table, whole or page by page. */
export const List = <Item,>({
  query,
  empty,
  actions,
  columns,
  ...table
}: Rows<Item> & {
  query: UseInfiniteQueryResult<InfiniteData<Page<Item>>> | UseQueryResult<readonly Item[]>;
  empty?: string;
  /** What can be done with an item. */
  actions?: (item: Item) => readonly Action[];
}) => {
  if (query.isError) return <Failed error={query.error} onAgain={() => query.refetch()} />;
  if (query.isPending) return <Loading />;
  const items = 'pages' in query.data ? query.data.pages.flatMap((page) => page.items) : query.data;
  const column: Column<Item> = {
    title: pageTexts.actions,
    cell: (item) => <Actions actions={actions?.(item) ?? []} />,
  };
  if (empty && items.length === 0) return <p className="small">{empty}</p>;
  return (
    <>
      <Table {...table} columns={actions ? [...columns, column] : columns} items={items} />
      {'hasNextPage' in query && query.hasNextPage && (
        <button
          type="button"
          className={styles.more}
          disabled={query.isFetching}
          onClick={() => void query.fetchNextPage()}
        >
          {pageTexts.more}
        </button>
      )}
    </>
  );
};
