import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ItemOf, type OutputOf, readPages, useRead } from '../../api/client.ts';

type Written = ItemOf<'tickets.messages'>;
export type Message = Extract<Written, { kind: 'message' }>;
export type Note = Extract<Written, { kind: 'note' }>;
/** Something that was done to the ticket. */
export type Event = ItemOf<'tickets.history'> & { kind: 'event'; createdAt: string };
export type OpenTicket = OutputOf<'tickets.get'>;

type ThreadItem = Written | Event;

const pageSize = 50;

/** Oldest first; of the same moment, the note is about the message. */
const byMoment = (one: ThreadItem, other: ThreadItem): number =>
  one.createdAt.localeCompare(other.createdAt) ||
  one.kind.localeCompare(other.kind) ||
  Number(one.id) - Number(other.id);

/** A ticket with the newest of its messages and notes, and the ones before once they are asked for. */
export const useThread = (id: number) => {
  const ticket = useRead('tickets.get', { id });
  const [asked, setAsked] = useState(false);
  // From the newest on: what came in since does not move a page away.
  const pages = useInfiniteQuery({
    ...readPages('tickets.messages', { id, limit: pageSize }),
    enabled: asked,
  });
  const history = useRead('tickets.history', { id });
  const { data } = ticket;
  const hasOlder = pages.data ? pages.hasNextPage : data?.messagesCursor != null;
  const written: Written[] = [
    ...(pages.data?.pages.flatMap((page) => page.items) ?? []),
    ...(data?.messages.map((message) => ({ kind: 'message' as const, ...message })) ?? []),
    ...(data?.notes.map((note) => ({ kind: 'note' as const, ...note })) ?? []),
  ];
  const shown: ThreadItem[] = [
    ...new Map(written.map((item) => [`${item.kind}${item.id}`, item])).values(),
  ].sort(byMoment);
  const [first] = shown;
  const events = history.data?.items
    .map((event): Event => ({ ...event, kind: 'event', createdAt: event.at }))
    // Those before the messages that are shown come with these.
    .filter(({ at }) => !hasOlder || (first && at >= first.createdAt));
  const items = [...shown, ...(events ?? [])].sort(byMoment);
  const loadOlder = async () => {
    setAsked(true);
    if (!pages.data) await pages.refetch();
    await pages.fetchNextPage();
  };
  return { ticket, items, hasOlder, isLoadingOlder: pages.isFetching, loadOlder };
};
