import { useLayoutEffect, useRef } from 'react';
import { useRead } from '../../api/client.ts';
import { useNames } from '../../shell/people.ts';
import { hasWords } from '../../ui/format/words.ts';
import { Button, Moment } from '../../ui/page.tsx';
import { useAddress } from '../../ui/state/address.ts';
import { useCommands } from '../../ui/state/commands.ts';
import { ticketTexts as texts } from '../texts.ts';
import styles from './conversation.module.css';
import { MessageArticle, NoteArticle } from './message.tsx';
import type { Event, OpenTicket, useThread } from './thread.ts';

/** The messages and notes of a ticket. It opens at the newest one or at the first search hit. */
export const Conversation = ({
  ticket,
  thread: { items, hasOlder, isLoadingOlder, loadOlder, printAll },
  onForward,
}: {
  ticket: OpenTicket;
  thread: ReturnType<typeof useThread>;
  /** Forwards a message; undefined if the ticket allows no sending. */
  onForward?: (messageId: number) => void;
}) => {
  const attachments = useRead('attachments.list', { ticketId: ticket.id }).data?.items ?? [];
  const box = useRef<HTMLElement>(null);
  const sought = useRef(useAddress().search.search ?? '');
  useLayoutEffect(() => {
    // A message that is higher than the view is read from its top.
    const newest = articlesIn(box.current).at(-1);
    if (!box.current || !newest || newest.offsetHeight < box.current.clientHeight) return;
    newest.scrollIntoView({ block: 'start' });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is loaded
  useLayoutEffect(() => {
    const hit = articlesIn(box.current).findLast(({ textContent }) =>
      hasWords(textContent, sought.current),
    );
    if (!hit) return;
    sought.current = '';
    hit.scrollIntoView({ block: 'start' });
  }, [items.length]);
  useCommands([
    { group: 'page', text: texts.actions.print, keys: '$mod+p', run: () => void printAll() },
  ]);
  return (
    <section
      ref={box}
      aria-label={texts.conversation}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard
      tabIndex={0}
      className={styles.conversation}
    >
      <div>
        {hasOlder && (
          <Button text={texts.older} disabled={isLoadingOlder} onClick={() => void loadOlder()} />
        )}
        {items.map((item) => {
          const key = `${item.kind}${item.id}`;
          if (item.kind === 'event') return <EventLine key={key} event={item} />;
          if (item.kind === 'note') {
            const files = attachments.filter(({ noteId }) => noteId === item.id);
            return <NoteArticle key={key} note={item} attachments={files} />;
          }
          return (
            <MessageArticle
              key={key}
              message={item}
              ticket={ticket}
              onForward={onForward}
              attachments={attachments.filter(({ messageId }) => messageId === item.id)}
            />
          );
        })}
      </div>
    </section>
  );
};

const articlesIn = (box: HTMLElement | null) => [...(box?.querySelectorAll('article') ?? [])];

/** A change of the ticket, between messages. Most acts are messages or notes themselves. */
const EventLine = ({ event: { author, changes, at } }: { event: Event }) => {
  const nameOf = useNames();
  const done = changes.flatMap(
    ({ field, after }) => texts.events[field]?.(after, nameOf, author) ?? [],
  );
  if (done.length === 0) return null;
  return (
    <p className={`line faint ${styles.event}`}>
      <span>
        {nameOf(author)} {done.join(', ')} · <Moment at={at} />
      </span>
    </p>
  );
};
