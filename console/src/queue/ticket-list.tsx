import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { read, readPages } from '../api/client.ts';
import { isLong } from '../api/refresh.ts';
import { useNames } from '../shell/people.ts';
import { ticketTexts as texts } from '../tickets/texts.ts';
import { Button, Failed, Loading } from '../ui/page.tsx';
import { useOpenId } from '../ui/state/address.ts';
import { useCommands } from '../ui/state/commands.ts';
import { useStore } from '../ui/state/store.ts';
import { conditionsOf, type Filter } from './filter.ts';
import styles from './list.module.css';
import { sought } from './list-header.tsx';
import { focusedId, focusWhenShown, useListKeys } from './list-keys.ts';
import type { Selection } from './selection.ts';
import { TicketRow } from './ticket-row.tsx';

const pageSize = 100;
const rowHeight = 58;
const fetchAhead = 30;

/** The tickets of a filter. Only the visible rows are rendered. */
export const TicketList = ({ filter, selection }: { filter: Filter; selection: Selection }) => {
  const nameOf = useNames();
  const openId = useOpenId();
  const query = useInfiniteQuery({
    ...readPages('tickets.list', {
      ...conditionsOf(filter),
      sort: filter.sort,
      limit: pageSize,
    }),
    placeholderData: (before) => before,
    // The list becomes stale only by a hint of the service.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: (list) => !isLong(list) && 'always',
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
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
    const isWanted = hasNextPage && lastShown > tickets.length - fetchAhead;
    if (isWanted && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, lastShown, tickets.length, fetchNextPage]);
  const { move, reach } = useListKeys({
    ids: tickets.map(({ id }) => id),
    openId,
    path: '/chamados',
    list: JSON.stringify(filter),
    isOld: query.isPlaceholderData,
    onMove: (index) => rows.scrollToIndex(index),
  });
  const select = (range: boolean) => {
    const id = focusedId() ?? openId;
    if (id !== undefined) selection.toggle(id, range, tickets);
  };
  const key = { group: 'list', onlyKey: true } as const;
  useCommands([
    { ...key, text: texts.actions.select, keys: 'x', run: () => select(false) },
    { ...key, text: texts.actions.selectRange, keys: 'Shift+x', run: () => select(true) },
  ]);
  const isFound = useStore(sought) === (filter.search ?? '');
  const isSought = isFound && query.isSuccess && !query.isPlaceholderData;
  const firstId = tickets[0]?.id;
  useEffect(() => {
    if (!isSought) return;
    sought.set(undefined);
    if (firstId !== undefined) focusWhenShown(firstId);
  }, [isSought, firstId]);

  const openIndex = tickets.findIndex(({ id }) => id === openId);
  const scrollToOpen = useEffectEvent(() => {
    if (openIndex >= 0) rows.scrollToIndex(openIndex);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once another ticket is open
  useEffect(() => scrollToOpen(), [openId, openIndex >= 0]);
  const queries = useQueryClient();
  const nextId = openIndex < 0 ? undefined : tickets[openIndex + 1]?.id;
  useEffect(() => {
    // The next ticket is prefetched, so that it opens at once when this one is done.
    if (nextId !== undefined) void queries.prefetchQuery(read('tickets.get', { id: nextId }));
  }, [queries, nextId]);

  const again = query.isFetchNextPageError ? fetchNextPage : query.refetch;
  if (query.isPending) return <Loading />;
  return (
    <>
      {isError && <Failed error={query.error} onAgain={() => void again()} />}
      {query.isStale && !isFetching && !isError && (
        <p className="line warning">
          {texts.stale}
          <Button text={texts.refresh} className="low" onClick={() => query.refetch()} />
        </p>
      )}
      <div
        ref={scroller}
        className={styles.scroller}
        data-old={query.isPlaceholderData || undefined}
        data-selecting={selection.all || selection.ids.size > 0 || undefined}
      >
        {query.isSuccess && tickets.length === 0 && (
          <p className="empty">{texts.empty(filter.sort, filter.search)}</p>
        )}
        <ul
          aria-label={texts.list}
          style={{ height: rows.getTotalSize() }}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
            event.preventDefault();
            move(event.key === 'ArrowDown' ? 1 : -1);
          }}
        >
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
                    nameOf={nameOf}
                    selected={selection.all || selection.ids.has(ticket.id)}
                    onSelect={(range) => {
                      reach(ticket.id);
                      selection.toggle(ticket.id, range, tickets);
                    }}
                  />
                </li>
              )
            );
          })}
        </ul>
        {query.isFetchingNextPage && <p className="empty">{texts.loadingMore}</p>}
      </div>
    </>
  );
};
