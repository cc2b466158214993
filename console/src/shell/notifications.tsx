import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ItemOf, useRead } from '../api/client.ts';
import { Check } from '../ui/form.tsx';
import { createKeptStore, useStore } from '../ui/state/store.ts';
import { useSession } from './session.ts';
import { shell } from './texts.ts';
import { unseen } from './title.ts';

// Reports news while the page is in the background, in its title and, if allowed, as browser notifications.

type Ticket = ItemOf<'tickets.list'>;

type Answerable = Pick<Ticket, 'waitingSince' | 'snippet'>;

const followed = 100;

/** True if the person turned notifications on in this browser. */
const wanted = createKeptStore('console:notifications', false);

const isSupported = 'Notification' in globalThis;

const tell = (ticket: Ticket, text: string): void => {
  unseen.set((count) => count + 1);
  if (!wanted.get() || !isSupported || Notification.permission !== 'granted') return;
  // The tag makes the browser show it once for all open tabs.
  const shown = new Notification(text, {
    body: ticket.subject,
    tag: `ticket:${ticket.id}:${ticket.updatedAt}`,
  });
  shown.onclick = () => {
    window.focus();
    location.assign(`/console/chamados/${ticket.id}`);
  };
};

/**
 * Reports each ticket of a list that came or changed while the page was in the background, with its state
 * before; undefined for a ticket that is new in the list.
 */
const useFollowed = (
  filter: { assignee: string } | { mentions: 'me' },
  onChange: (ticket: Ticket, before: Ticket | undefined) => void,
): void => {
  const { data } = useRead('tickets.list', { ...filter, sort: 'updated', limit: followed });
  const known = useRef<ReadonlyMap<number, Ticket>>(undefined);
  const report = useEffectEvent(onChange);
  useEffect(() => {
    if (!data) return;
    const before = known.current;
    known.current = new Map([
      ...(before ?? []),
      ...data.items.map((item) => [item.id, item] as const),
    ]);
    if (!before || document.visibilityState === 'visible') return;
    for (const ticket of data.items) report(ticket, before.get(ticket.id));
  }, [data]);
};

/** Follows tickets assigned to the caller, new tickets and new messages of readers, and mentions. */
export const useNotifications = (): void => {
  const { email } = useSession();
  const { assigned, answered, mentioned } = shell.notifications;
  useFollowed({ mentions: 'me' }, (ticket, before) => {
    if (!before) tell(ticket, mentioned);
  });
  useFollowed({ assignee: email }, (ticket, before) => {
    if (!before) tell(ticket, assigned);
    else if (hasAnswered(ticket, before)) tell(ticket, answered);
  });
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && unseen.set(0);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
};

/** Returns true if the reader of a ticket has written since. */
export const hasAnswered = (ticket: Answerable, before: Answerable): boolean =>
  ticket.waitingSince !== null &&
  (ticket.waitingSince !== before.waitingSince || ticket.snippet !== before.snippet);

/** Lets a person turn browser notifications on; the browser asks for permission. */
export const NotificationChoice = () => {
  const isWanted = useStore(wanted);
  const [isRefused, setRefused] = useState(isSupported && Notification.permission === 'denied');
  if (!isSupported) return null;
  const choose = async (checked: boolean) => {
    const permission = checked ? await Notification.requestPermission() : undefined;
    setRefused(permission === 'denied');
    wanted.set(permission === 'granted');
  };
  return (
    <>
      <Check
        label={shell.notifications.choose}
        checked={isWanted && !isRefused}
        onChange={(checked) => void choose(checked)}
      />
      {isRefused && <p className="small">{shell.notifications.refused}</p>}
    </>
  );
};
