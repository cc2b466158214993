import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ItemOf, type OutputOf, readPages, useRead } from '../../api/client.ts';

type Written = ItemOf<'tickets.messages'>;
export type Message = Extract<Written, { kind: 'message' }>;
export type Note = Extract<Written, { kind: 'note' }>;
/** Something that was done to the ticket. */
export type Event = ItemOf<'tickets.history'> & { kind: 'event'; createdAt: string };
export type OpenTicket = OutputOf<'tickets.get'>;

type ThreadItem = Written | Event;

const pageSize = 50;
/** A page that is printed by the browser's menu cannot wait: these are there by then. */
const pagesAhead = 10;
const aheadAfterMs = 1_500;

/** Oldest first; of the same moment, the note is about the message. */
const byMoment = (one: ThreadItem, other: ThreadItem): number =>
  one.createdAt.localeCompare(other.createdAt) ||
  one.kind.localeCompare(other.kind) ||
  Number(one.id) - Number(other.id);

/**
 * Messages, notes and acts, each once.
 * @param hasOlder acts before the first message come with the messages before it
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

/** A ticket with the newest of its messages and notes, and the ones before once they are asked for. */
export const useThread = (id: number) => {
  const ticket = useRead('tickets.get', { id });
  // From the newest on: what came in since does not move a page away.
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
      // It failed.
      if (more?.pages.length === loaded.pages.length) return;
      loaded = more;
    }
  };
  const loadOlder = async () => {
    // The first page is with the ticket.
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
