import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { readPages } from '../api/client.ts';
import { isLong } from '../api/refresh.ts';
import { Failed, Loading } from '../parts/waiting.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';
import { conditionsOf, type Filter } from './filter.ts';
import styles from './list.module.css';
import { useListKeys } from './list-keys.ts';
import type { Selection } from './selection.ts';
import { TicketRow } from './ticket-row.tsx';

const pageSize = 100;
const rowHeight = 76;
const fetchAhead = 30;

/** The tickets of a filter. Only the rows that are seen are on the page. */
export const TicketList = ({
  filter,
  selection,
  openId,
}: {
  filter: Filter;
  selection: Selection;
  openId: number | undefined;
}) => {
  const query = useInfiniteQuery({
    ...readPages('tickets.list', {
      ...conditionsOf(filter),
      sort: filter.sort,
      limit: pageSize,
    }),
    placeholderData: (before) => before,
    // Only a hint makes it stale.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: (list) => !isLong(list) && 'always',
  });
  const { data, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = query;
  const tickets = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: tickets.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => tickets[index]?.id ?? index,
    overscan: 6,
  });
  const shown = rows.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetching && lastShown > tickets.length - fetchAhead) void fetchNextPage();
  }, [hasNextPage, isFetching, lastShown, tickets.length, fetchNextPage]);
  useListKeys({ tickets, openId, selection, scrollTo: (index) => rows.scrollToIndex(index) });

  if (query.isError) return <Failed error={query.error} onAgain={() => query.refetch()} />;
  if (query.isPending) return <Loading />;
  return (
    <>
      {query.isStale && !query.isFetching && (
        <p className={`line ${styles.stale}`}>
          {texts.stale}
          <button type="button" className="quiet" onClick={() => query.refetch()}>
            {texts.refresh}
          </button>
        </p>
      )}
      <div
        ref={scroller}
        className={styles.scroller}
        data-old={query.isPlaceholderData || undefined}
      >
        {tickets.length === 0 && (
          <p className="empty">{filter.search ? texts.emptySearch : texts.empty}</p>
        )}
        <ul aria-label={texts.list} style={{ height: rows.getTotalSize() }}>
          {shown.map(({ index, key, start }) => {
            const ticket = tickets[index];
            return (
              ticket && (
                <li
                  key={key}
                  ref={rows.measureElement}
                  data-index={index}
                  className={styles.row}
                  data-open={ticket.id === openId || undefined}
                  aria-setsize={hasNextPage ? -1 : tickets.length}
                  aria-posinset={index + 1}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <TicketRow
                    ticket={ticket}
                    filter={filter}
                    selected={selection.all || selection.ids.has(ticket.id)}
                    onSelect={(range) => selection.toggle(ticket.id, range, tickets)}
                  />
                </li>
              )
            );
          })}
        </ul>
        {isFetchingNextPage && <p className="empty">{texts.loadingMore}</p>}
      </div>
    </>
  );
};
