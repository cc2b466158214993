import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../api/client.ts';
import { pageTexts } from '../texts/parts.ts';
import { type Action, Actions } from './actions.tsx';
import { Button, Failed, Loading } from './page.tsx';
import styles from './table.module.css';

/** The cells of each column, by its title. */
type Columns<Item> = Readonly<Record<string, (item: Item) => ReactNode>>;

interface Rows<Item> {
  label: string;
  columns: Columns<Item>;
  keyOf: (item: Item) => string | number;
}

const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });

/** Items in rows; numbers stand to the right. On a narrow page each row is a block, and each cell names its column. */
export const Table = <Item,>({
  label,
  columns,
  items,
  keyOf,
}: Rows<Item> & { items: readonly Item[] }) => {
  const shown = Object.entries(columns).map(([title, cell]) => {
    const cells = items.map(cell);
    return { title, cells, isNumber: cells.some((content) => typeof content === 'number') };
  });
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {shown.map(({ title, isNumber }) => (
            <th key={title} scope="col" data-number={isNumber}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item, row) => (
          <tr key={keyOf(item)}>
            {shown.map(({ title, cells: { [row]: content }, isNumber }) => (
              <td key={title} data-title={title} data-number={isNumber}>
                {typeof content === 'number' ? number.format(content) : content}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

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
  const column: Columns<Item> = actions
    ? { [pageTexts.actions]: (item) => <Actions actions={actions(item)} /> }
    : {};
  if (empty && items.length === 0) return <p className="small">{empty}</p>;
  return (
    <>
      <Table {...table} columns={{ ...columns, ...column }} items={items} />
      {'hasNextPage' in query && query.hasNextPage && (
        <Button
          text={pageTexts.more}
          className={styles.more}
          disabled={query.isFetching}
          onClick={() => void query.fetchNextPage()}
        />
      )}
    </>
  );
};
