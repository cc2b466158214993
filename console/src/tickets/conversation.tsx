import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client.ts';
import { ticketTexts as texts } from '../texts/tickets.ts';
import styles from './conversation.module.css';
import { EventLine, MessageArticle, NoteArticle } from './message.tsx';
import type { useThread } from './thread.ts';

/** The messages and notes of a ticket, opened at the newest. */
export const Conversation = ({
  ticketId,
  thread: { ticket, items, hasOlder, isLoadingOlder, loadOlder },
}: {
  ticketId: number;
  thread: ReturnType<typeof useThread>;
}) => {
  const attachments = useQuery(read('attachments.list', { ticketId })).data ?? [];
  const canMail = ticket.data?.mergedInto === null && ticket.data.requesterEmail !== null;
  return (
    <section
      aria-label={texts.conversation}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard
      tabIndex={0}
      className={styles.conversation}
    >
      <div className="stack">
        {hasOlder && (
          <button type="button" disabled={isLoadingOlder} onClick={loadOlder}>
            {texts.older}
          </button>
        )}
        {items.map((item) => {
          const key = `${item.kind}${item.id}`;
          if (item.kind === 'event') return <EventLine key={key} event={item} />;
          if (item.kind === 'note') return <NoteArticle key={key} note={item} />;
          return (
            <MessageArticle
              key={key}
              message={item}
              canMail={canMail}
              attachments={attachments.filter(({ messageId }) => messageId === item.id)}
            />
          );
        })}
      </div>
    </section>
  );
};
