import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { read, readPages } from '../api/client.ts';
import type { ItemOf, OutputOf } from '../api/procedures.ts';

/** A message or an internal note. */
export type ThreadItem = ItemOf<'tickets.messages'>;
export type Message = Extract<ThreadItem, { kind: 'message' }>;
export type Note = Extract<ThreadItem, { kind: 'note' }>;
export type OpenTicket = OutputOf<'tickets.get'>;

const pageSize = 50;

/** Oldest first; of the same moment, the note is about the message. */
const byMoment = (one: ThreadItem, other: ThreadItem): number =>
  one.createdAt.localeCompare(other.createdAt) ||
  one.kind.localeCompare(other.kind) ||
  one.id - other.id;

/** A ticket with the newest of its messages and notes, and the ones before once they are asked for. */
export const useThread = (id: number) => {
  const ticket = useQuery(read('tickets.get', { id }));
  const [asked, setAsked] = useState(false);
  // From the newest on: what came in since does not move a page away.
  const pages = useInfiniteQuery({
    ...readPages('tickets.messages', { id, limit: pageSize }),
    enabled: asked,
  });
  const { data } = ticket;
  const items = useMemo(() => {
    const all: ThreadItem[] = [
      ...(pages.data?.pages.flatMap((page) => page.items) ?? []),
      ...(data?.messages.map((message) => ({ kind: 'message' as const, ...message })) ?? []),
      ...(data?.notes.map((note) => ({ kind: 'note' as const, ...note })) ?? []),
    ];
    return [...new Map(all.map((item) => [`${item.kind}${item.id}`, item])).values()].sort(
      byMoment,
    );
  }, [pages.data, data]);
  const hasOlder = pages.data ? pages.hasNextPage : data?.messagesCursor != null;
  const loadOlder = async () => {
    setAsked(true);
    if (!pages.data) await pages.refetch();
    await pages.fetchNextPage();
  };
  return { ticket, items, hasOlder, isLoadingOlder: pages.isFetching, loadOlder };
};
