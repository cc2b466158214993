import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ask, type ItemOf, type OutputOf, useRead } from '../api/client.ts';
import { Check } from '../ui/form.tsx';
import { createKeptStore, useStore } from '../ui/state/store.ts';
import { useSession } from './session.ts';
import { shell } from './texts.ts';
import {
  changedIn,
  isAnsweredSince,
  isMentionedSince,
  type LastChanges,
  lastChangesWith,
} from './ticket-changes.ts';
import { unseen } from './title.ts';

// Reports news while the page is in the background, in its title and, if allowed, as browser notifications.

type Ticket = ItemOf<'tickets.list'>;

const followed = 100;

/** True if the person turned notifications on in this browser. */
const wanted = createKeptStore('console:notifications', false);

const isSupported = 'Notification' in globalThis;

const notify = (ticket: Ticket, text: string): void => {
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

const tell = (ticket: Ticket, text: string): void => {
  unseen.set((count) => count + 1);
  notify(ticket, text);
};

/**
 * Follows tickets and reports each one that changed while the page was in the background, with the time of
 * its previous change, which is undefined for a new ticket.
 */
const useFollowed = (
  filter: { assignee: string } | { mentions: 'me' },
  onChange: (ticket: Ticket, before: string | undefined) => void,
): void => {
  const { data } = useRead('tickets.list', { ...filter, sort: 'updated', limit: followed });
  const known = useRef<LastChanges>(undefined);
  const report = useEffectEvent(onChange);
  useEffect(() => {
    if (!data) return;
    const changed = changedIn(known.current, data.items);
    known.current = lastChangesWith(known.current, data.items);
    if (document.visibilityState === 'visible') return;
    for (const [ticket, since] of changed) report(ticket, since);
  }, [data]);
};

/** Notifies of a ticket if its latest change is news. It does nothing if the ticket cannot be fetched. */
const tellIf = async (
  ticket: Ticket,
  text: string,
  isNews: (opened: OutputOf<'tickets.get'>) => boolean,
): Promise<void> => {
  const opened = await ask('tickets.get', { id: ticket.id }).catch(() => undefined);
  if (opened && isNews(opened)) tell(ticket, text);
};

/**
 * Follows tickets assigned to the caller, new tickets, new messages of readers, and notes that mention the
 * caller.
 */
export const useNotifications = (): void => {
  const { email } = useSession();
  const { assigned, answered, mentioned } = shell.notifications;
  useFollowed({ mentions: 'me' }, (ticket, since = '') =>
    tellIf(ticket, mentioned, (opened) => isMentionedSince(opened, email, since)),
  );
  useFollowed({ assignee: email }, (ticket, since) => {
    if (since === undefined) return tell(ticket, assigned);
    if (ticket.waitingSince === null) return;
    void tellIf(ticket, answered, (opened) => isAnsweredSince(opened, since));
  });
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && unseen.set(0);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
};

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
