import { useEffect, useRef, useState } from 'react';
import { ask, type ItemOf, useRead } from '../api/client.ts';
import { Check } from '../ui/form.tsx';
import { createKeptStore, useStore } from '../ui/store.ts';
import { useSession } from './session.ts';
import { shell } from './texts.ts';
import { unseen } from './title.ts';

// What is new while nobody looks at the page: in its title and, if the person allows it, as
// notifications of the browser.

type Ticket = ItemOf<'tickets.list'>;

const followed = 100;

/** Whether this browser notifies. */
const wanted = createKeptStore('console:notifications', false);

const isSupported = 'Notification' in globalThis;

const notify = (ticket: Ticket, text: string): void => {
  if (!wanted.get() || !isSupported || Notification.permission !== 'granted') return;
  // The tag shows it once, however many tabs are open.
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

/** Follows the notes that mention the caller. */
const useMentions = (email: string): void => {
  const { data } = useRead('tickets.list', { mentions: 'me', sort: 'updated', limit: followed });
  const known = useRef<ReadonlyMap<number, string>>(undefined);
  useEffect(() => {
    if (!data) return;
    const before = known.current;
    known.current = new Map(data.items.map(({ id, updatedAt }) => [id, updatedAt]));
    if (!before || document.visibilityState === 'visible') return;
    for (const ticket of data.items.filter(({ id, updatedAt }) => before.get(id) !== updatedAt)) {
      const since = before.get(ticket.id) ?? '';
      const newest = ask('tickets.get', { id: ticket.id });
      const tellMention = ({ notes }: Awaited<typeof newest>) => {
        const note = notes.findLast(({ mentions }) => mentions.includes(email));
        if (note && note.createdAt > since) tell(ticket, shell.notifications.mentioned);
      };
      // Without a response nothing is told; the list is fetched again anyway.
      newest.then(tellMention, () => undefined);
    }
  }, [data, email]);
};

/**
 * Follows the tickets that are assigned to the caller, new ones and new messages of readers, and
 * the notes that mention them.
 */
export const useNotifications = (): void => {
  const { email: assignee } = useSession();
  useMentions(assignee);
  const { data } = useRead('tickets.list', { assignee, sort: 'updated', limit: followed });
  const known = useRef<ReadonlyMap<number, string>>(undefined);
  useEffect(() => {
    if (!data) return;
    const before = known.current;
    known.current = new Map([
      ...(before ?? []),
      ...data.items.map((ticket) => [ticket.id, ticket.updatedAt] as const),
    ]);
    if (!before || document.visibilityState === 'visible') return;
    for (const ticket of data.items) {
      const changedAt = before.get(ticket.id);
      if (changedAt === undefined) tell(ticket, shell.notifications.assigned);
      else if (ticket.waitingSince !== null && changedAt !== ticket.updatedAt) {
        const newest = ask('tickets.get', { id: ticket.id });
        const tellNewer = ({ messages }: Awaited<typeof newest>) => {
          const last = messages.at(-1);
          if (last?.origin === 'requester' && last.createdAt > changedAt)
            tell(ticket, shell.notifications.answered);
        };
        // Without a response nothing is told; the list is fetched again anyway.
        newest.then(tellNewer, () => undefined);
      }
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
