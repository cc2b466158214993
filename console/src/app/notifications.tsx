import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { read } from '../api/client.ts';
import type { ItemOf } from '../api/procedures.ts';
import { notificationTexts as texts } from '../texts/notifications.ts';
import { useSession } from './session.ts';
import { createKeptStore, useStore } from './store.ts';
import { unseen } from './title.ts';

// What is new while nobody looks at the page: in its title and, if the person allows it, as notifications of the browser.

type Ticket = ItemOf<'tickets.list'>;

const followed = 100;

/** Whether this browser notifies. */
const wanted = createKeptStore('console:notifications', (stored) => stored === true);

const isSupported = 'Notification' in globalThis;

const notify = (ticket: Ticket, text: string): void => {
  if (!wanted.get() || !isSupported || Notification.permission !== 'granted') return;
  // The tag shows it once, however many tabs are open.
  const shown = new Notification(text, {
    body: ticket.subject,
    tag: `ticket:${ticket.id}:${ticket.waitingSince}`,
  });
  shown.onclick = () => {
    window.focus();
    location.assign(`/console/chamados/${ticket.id}`);
  };
};

/** Follows the tickets that are assigned to the caller: new ones, and new messages of readers. */
export const useNotifications = (): void => {
  const assignee = useSession()?.email ?? '';
  const { data } = useQuery({
    ...read('tickets.list', { assignee, sort: 'updated', limit: followed }),
    enabled: assignee !== '',
  });
  const known = useRef<ReadonlyMap<number, string | null>>(undefined);
  useEffect(() => {
    if (!data) return;
    const before = known.current;
    known.current = new Map([
      ...(before ?? []),
      ...data.items.map((ticket) => [ticket.id, ticket.waitingSince] as const),
    ]);
    if (!before || document.visibilityState === 'visible') return;
    for (const ticket of data.items) {
      const isNew = !before.has(ticket.id);
      const isAnswered =
        ticket.waitingSince !== null && before.get(ticket.id) !== ticket.waitingSince;
      if (!isNew && !isAnswered) continue;
      unseen.set((count) => count + 1);
      notify(ticket, isNew ? texts.assigned : texts.answered);
    }
  }, [data]);
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && unseen.set(0);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
};

/** Lets a person have notifications of the browser, which asks for permission. */
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
    <label>
      <input
        type="checkbox"
        checked={isWanted && !isRefused}
        onChange={({ target }) => void choose(target.checked)}
      />{' '}
      {texts.choose}
      {isRefused && <small> {texts.refused}</small>}
    </label>
  );
};
