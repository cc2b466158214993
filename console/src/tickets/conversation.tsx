import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { read } from '../api/client.ts';
import { ticketTexts as texts } from '../texts/tickets.ts';
import styles from './conversation.module.css';
import { EventLine, MessageArticle, NoteArticle } from './message.tsx';
import type { ThreadItem, useThread } from './thread.ts';

type Props = Pick<
  ReturnType<typeof useThread>,
  'ticket' | 'items' | 'hasOlder' | 'isLoadingOlder' | 'loadOlder'
> & {
  ticketId: number;
};

/** The messages and notes of a ticket, opened at the newest. */
export const Conversation = ({
  ticketId,
  ticket: { data: ticket },
  items,
  hasOlder,
  isLoadingOlder,
  loadOlder,
}: Props) => {
  const attachments = useQuery(read('attachments.list', { ticketId })).data ?? [];
  const canMail = ticket?.mergedInto === null && ticket.requesterEmail !== null;
  const scroller = useRef<HTMLElement>(null);
  useKeptPlace(scroller, items);
  return (
    <section
      ref={scroller}
      aria-label={texts.conversation}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard
      tabIndex={0}
      className={`stack ${styles.conversation}`}
    >
      {hasOlder && (
        <button type="button" disabled={isLoadingOlder} onClick={loadOlder}>
          {texts.older}
        </button>
      )}
      {items.map((item) => {
        if (item.kind === 'event') return <EventLine key={`event${item.id}`} event={item} />;
        if (item.kind === 'note') return <NoteArticle key={`note${item.id}`} note={item} />;
        return (
          <MessageArticle
            key={item.id}
            message={item}
            canMail={canMail}
            attachments={attachments.filter(({ messageId }) => messageId === item.id)}
          />
        );
      })}
    </section>
  );
};

/** Shows the newest item first and stays there while it is seen; older ones that load above move nothing. */
const useKeptPlace = (
  scroller: React.RefObject<HTMLElement | null>,
  items: readonly ThreadItem[],
): void => {
  const place = useRef({ atEnd: true, fromEnd: 0 });
  useEffect(() => {
    const element = scroller.current;
    const note = () => {
      if (!element) return;
      const fromEnd = element.scrollHeight - element.scrollTop;
      place.current = { atEnd: fromEnd - element.clientHeight < 40, fromEnd };
    };
    element?.addEventListener('scroll', note, { passive: true });
    return () => element?.removeEventListener('scroll', note);
  }, [scroller]);
  const first = items[0]?.id;
  const last = items.at(-1)?.id;
  const shownFirst = useRef(first);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (place.current.atEnd && last !== undefined) element.scrollTop = element.scrollHeight;
    else if (shownFirst.current !== first) {
      element.scrollTop = element.scrollHeight - place.current.fromEnd;
    }
    shownFirst.current = first;
  }, [scroller, first, last]);
};
