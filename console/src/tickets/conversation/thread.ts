import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ItemOf, type OutputOf, readPages, useRead } from '../../api/client.ts';

type Written = ItemOf<'tickets.messages'>;
export type Message = Extract<Written, { kind: 'message' }>;
export type Note = Extract<Written, { kind: 'note' }>;
/** A change of the ticket. */
export type Event = ItemOf<'tickets.history'> & { kind: 'event'; createdAt: string };
export type OpenTicket = OutputOf<'tickets.get'>;

type ThreadItem = Written | Event;

const pageSize = 50;
/** The number of pages loaded ahead, because printing by the browser's menu cannot wait for more. */
const pagesAhead = 10;
const aheadAfterMs = 1_500;

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

/** A ticket with its newest messages and notes; earlier ones are loaded on demand. */
export const useThread = (id: number) => {
  const ticket = useRead('tickets.get', { id });
  // Pages are counted from the newest message, so that new messages do not hide a page.
  const [shownPages, setShownPages] = useState(0);
  const pages = useInfiniteQuery({
    ...readPages('tickets.messages', { id, limit: pageSize }),
    enabled: shownPages > 0,
  });
  const history = useRead('tickets.history', { id });
  const { data } = ticket;
  const hasCursor = data?.messagesCursor != null;
  const read = pages.data?.pages ?? [];
  const hasOlder =
    shownPages === 0 ? hasCursor : shownPages < read.length || (pages.hasNextPage ?? hasCursor);
  const older = read.slice(0, shownPages).flatMap((page) => page.items);
  const items = itemsOf(data, older, history.data?.items ?? [], hasOlder);
  const loadPages = async (count: number) => {
    let loaded = pages.data ?? (await pages.refetch()).data;
    while (loaded && loaded.pages.length < count && loaded.pages.at(-1)?.nextCursor !== null) {
      const more = (await pages.fetchNextPage()).data;
      // The request failed.
      if (more?.pages.length === loaded.pages.length) return;
      loaded = more;
    }
  };
  const loadOlder = async () => {
    // The ticket's own response contains the first page.
    const count = Math.max(2, shownPages + 1);
    await loadPages(count);
    setShownPages(count);
  };
  const readAhead = useEffectEvent(() => loadPages(pagesAhead));
  useEffect(() => {
    if (!hasCursor) return;
    const timer = setTimeout(() => void readAhead(), aheadAfterMs);
    return () => clearTimeout(timer);
  }, [hasCursor]);
  const showAll = useEffectEvent(() => {
    if (hasCursor) flushSync(() => setShownPages(Number.POSITIVE_INFINITY));
  });
  useEffect(() => {
    const show = () => showAll();
    addEventListener('beforeprint', show);
    return () => removeEventListener('beforeprint', show);
  }, []);
  const printAll = async () => {
    if (hasCursor) await loadPages(Number.POSITIVE_INFINITY);
    print();
  };
  return { ticket, items, hasOlder, isLoadingOlder: pages.isFetching, loadOlder, printAll };
};
