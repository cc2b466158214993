import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ItemOf, type OutputOf, readPages, useRead } from '../../api/client.ts';

type Written = ItemOf<'tickets.messages'>;
export type Message = Extract<Written, { kind: 'message' }>;
export type Note = Extract<Written, { kind: 'note' }>;
/** A change of the ticket. */
export type Event = ItemOf<'tickets.history'> & { kind: 'event'; createdAt: string };
export type OpenTicket = OutputOf<'tickets.get'>;

type ThreadItem = Written | Event;

const pageSize = 50;
/** The number of pages that are loaded unasked; the browser's menu prints them, too. */
const pagesAhead = 10;

/** Sorts oldest first; at the same time, a message comes before the note about it. */
const byMoment = (one: ThreadItem, other: ThreadItem): number =>
  one.createdAt.localeCompare(other.createdAt) ||
  one.kind.localeCompare(other.kind) ||
  Number(one.id) - Number(other.id);

/**
 * Messages, notes and changes, without duplicates.
 * @param hasOlder true if older messages exist; older changes are then left out until those are loaded
 */
export const itemsOf = (
  ticket: Pick<OpenTicket, 'messages' | 'notes'> | undefined,
  older: readonly Written[],
  acts: readonly ItemOf<'tickets.history'>[],
  hasOlder: boolean,
): ThreadItem[] => {
  const written: Written[] = [
    ...older,
    ...(ticket?.messages.map((message) => ({ kind: 'message' as const, ...message })) ?? []),
    ...(ticket?.notes.map((note) => ({ kind: 'note' as const, ...note })) ?? []),
  ];
  const shown: ThreadItem[] = [
    ...new Map(written.map((item) => [`${item.kind}${item.id}`, item])).values(),
  ].sort(byMoment);
  const [first] = shown;
  const events = acts
    .map((event): Event => ({ ...event, kind: 'event', createdAt: event.at }))
    .filter(({ at }) => !hasOlder || (first && at >= first.createdAt));
  return [...shown, ...events].sort(byMoment);
};

/** A ticket with its newest messages and notes. Earlier ones follow; the person asks for the oldest. */
export const useThread = (id: number) => {
  const ticket = useRead('tickets.get', { id });
  const { data } = ticket;
  const pages = useInfiniteQuery({
    ...readPages('tickets.messages', { id, limit: pageSize }),
    enabled: data?.messagesCursor != null,
  });
  const history = useRead('tickets.history', { id });
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  const read = pages.data?.pages ?? [];
  const hasOlder = pages.data ? hasNextPage : data?.messagesCursor != null;
  const older = read.flatMap((page) => page.items);
  const items = itemsOf(data, older, history.data?.items ?? [], hasOlder);
  const isAhead = read.length >= pagesAhead;
  useEffect(() => {
    if (hasNextPage && !isAhead && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isAhead, isFetching, isError, fetchNextPage]);
  const printAll = async () => {
    let isLeft = hasOlder;
    while (isLeft) {
      const result = await fetchNextPage();
      isLeft = result.hasNextPage && !result.isError;
    }
    // The messages are on the page in the next frame.
    requestAnimationFrame(() => print());
  };
  return {
    ticket,
    items,
    hasOlder,
    isLoadingOlder: isFetching,
    loadOlder: fetchNextPage,
    printAll,
  };
};
