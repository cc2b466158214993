import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode, useRef } from 'react';
import { type Action, Actions } from './actions.tsx';
import { csvOf, save } from './charts/chart-files.ts';
import { isFigure, numberText } from './format/figures.ts';
import { Button, Failed, Loading } from './page.tsx';
import styles from './table.module.css';
import { uiTexts } from './texts.ts';

/** The cells of each column, by the column's title. */
type Columns<Item> = Readonly<Record<string, (item: Item) => ReactNode>>;

interface Rows<Item> {
  label: string;
  columns: Columns<Item>;
}

/** A text that breaks at the parts of addresses first if it is too long. */
export const Breakable = ({ text }: { text: string }): ReactNode =>
  text.split(/(?=@)|(?<=[./+])(?=\p{L})/u).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

const shown = (content: ReactNode): ReactNode => {
  if (typeof content === 'number') return numberText(content);
  return typeof content === 'string' ? <Breakable text={content} /> : content;
};

/** A column whose texts are at most this long does not wrap. */
const shortest = 16;
const isShort = (content: ReactNode): boolean =>
  typeof content === 'number' || (typeof content === 'string' && content.length <= shortest);

const keyOf = (item: object): string | undefined => ('id' in item ? String(item.id) : undefined);

/** A figure that is also shown as a bar, or as the depth of its background. `of` is from 0 to 1. */
export const Share = ({
  of,
  text,
  isBar = false,
  why,
}: {
  of: number;
  text: string;
  isBar?: boolean;
  /** Explains the figure. */
  why?: string;
}) => (
  <span
    className={isBar ? styles.bar : styles.share}
    style={{ '--share': `${Math.round(100 * of)}%` }}
    title={why}
  >
    {text}
    {why && <span className="hidden">{why}</span>}
  </span>
);

/**
 * Items in rows, with numbers aligned right, and their export as CSV. On a narrow page a row is a block, and
 * each cell but the first names its column, unless the table scrolls.
 */
export const Table = <Item extends object>({
  label,
  columns,
  items,
  scrolls = false,
}: Rows<Item> & { items: readonly Item[]; scrolls?: boolean }) => {
  const table = useRef<HTMLTableElement>(null);
  const all = Object.entries(columns).map(([title, cell]) => {
    const cells = items.map(cell);
    const isNumber = cells.some(isFigure) && cells.every((cell) => isFigure(cell) || cell === '–');
    return { title, cells, isNumber, short: cells.every(isShort) || undefined };
  });
  const actsOf = (title: string) => (title === uiTexts.actions ? '' : undefined);
  const exportName = uiTexts.exportOf(label);
  const saveRows = () => {
    const rows = table.current && csvOf(table.current);
    if (rows) save(`${label}.csv`, new Blob([rows], { type: 'text/csv' }));
  };
  return (
    <>
      <div className={scrolls ? styles.scrolls : styles.rows} tabIndex={scrolls ? 0 : undefined}>
        <table ref={table} className={styles.table} aria-label={label}>
          <thead>
            <tr>
              {all.map(({ title, isNumber }) => (
                <th key={title} scope="col" data-number={isNumber} data-acts={actsOf(title)}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item, row) => (
              <tr key={keyOf(item) ?? row}>
                {all.map(({ title, cells: { [row]: content }, isNumber, short }) => (
                  <td
                    key={title}
                    data-title={title}
                    data-number={isNumber}
                    data-short={short}
                    data-acts={actsOf(title)}
                  >
                    {shown(content)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Button
        text="CSV"
        className={`low ${styles.export}`}
        aria-label={exportName}
        title={exportName}
        onClick={saveRows}
      />
    </>
  );
};

/** A page of a list and the function that loads the next page; null on the last page. */
interface Page<Item> {
  items: readonly Item[];
  nextCursor: string | number | null;
}

type ListQuery<Item> =
  | UseInfiniteQueryResult<InfiniteData<Page<Item>>>
  | UseQueryResult<Page<Item>>;

/** The items of all pages that are loaded. */
export const itemsOf = <Item,>({ data }: ListQuery<Item>): readonly Item[] => {
  if (!data) return [];
  if ('pages' in data) return data.pages.flatMap(({ items }) => items);
  return data.items;
};

/** The end of a list: loading, a failure, no items, or a button for more. */
export const ListEnd = <Item,>({
  query,
  empty,
}: {
  query: ListQuery<Item>;
  empty: string | undefined;
}) => {
  if (query.isPending) return <Loading />;
  const pages = 'fetchNextPage' in query ? query : undefined;
  const more = () => void pages?.fetchNextPage();
  if (query.isError) {
    const again = pages?.isFetchNextPageError ? more : () => void query.refetch();
    return <Failed error={query.error} onAgain={again} />;
  }
  if (empty && itemsOf(query).length === 0) return <p className="empty">{empty}</p>;
  if (!pages?.hasNextPage) return null;
  return (
    <Button
      text={uiTexts.more}
      className={styles.more}
      disabled={query.isFetching}
      onClick={more}
    />
  );
};

/** A list of the service as a table, whole or page by page. */
export const List = <Item extends object>({
  query,
  empty,
  actions,
  columns,
  ...table
}: Rows<Item> & {
  query: ListQuery<Item>;
  empty?: string;
  actions?: (item: Item) => readonly Action[];
}) => {
  const items = itemsOf(query);
  const column: Columns<Item> = actions
    ? { [uiTexts.actions]: (item) => <Actions actions={actions(item)} /> }
    : {};
  return (
    <>
      {(items.length > 0 || (query.isSuccess && !empty)) && (
        <Table {...table} columns={{ ...columns, ...column }} items={items} />
      )}
      <ListEnd query={query} empty={empty} />
    </>
  );
};
