import { StickyNote } from 'lucide-react';
import type { ReactNode } from 'react';
import { type OutputOf, useRead, write } from '../api/client.ts';
import { PlainText, ReplyHtml } from '../reply/reply-html.tsx';
import { Actions } from '../ui/actions.tsx';
import { Button, Moment } from '../ui/page.tsx';
import { Attachments } from './attachments.tsx';
import styles from './conversation.module.css';
import { ticketTexts as texts } from './texts.ts';
import type { Event, Message, Note, useThread } from './thread.ts';
import { MailBadge, nameIn } from './ticket-row.tsx';

/** The messages and notes of a ticket, opened at the newest. */
export const Conversation = ({
  ticketId,
  thread: { ticket, items, hasOlder, isLoadingOlder, loadOlder },
}: {
  ticketId: number;
  thread: ReturnType<typeof useThread>;
}) => {
  const attachments = useRead('attachments.list', { ticketId }).data ?? [];
  const canMail = ticket.data?.mergedInto === null && ticket.data.requesterEmail !== null;
  return (
    <section
      aria-label={texts.conversation}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard
      tabIndex={0}
      className={styles.conversation}
    >
      <div className="stack">
        {hasOlder && <Button text={texts.older} disabled={isLoadingOlder} onClick={loadOlder} />}
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

type Attachment = OutputOf<'attachments.list'>[number];

/** A message: what readers sent as text, what was answered as the HTML of a reply. */
const MessageArticle = ({
  message: { id, origin, author, createdAt, body, folded, notice, mail },
  canMail,
  attachments,
}: {
  message: Message;
  /** Whether it can be mailed now if it was not. */
  canMail: boolean;
  attachments: readonly Attachment[];
}) => {
  const fromReader = origin === 'requester';
  return (
    <article className={`stack box ${styles.message}`} data-origin={origin}>
      <Head author={fromReader ? author : nameIn(author)} at={createdAt}>
        {texts.origins[origin]}
        {mail && <MailBadge mail={mail} />}
        {canMail && (mail === 'saved' || mail === 'failed') && (
          <Actions
            actions={[
              { text: texts.sendsMail, run: () => write('tickets.mailMessage', { messageId: id }) },
            ]}
          />
        )}
      </Head>
      {fromReader ? <PlainText text={body} /> : <ReplyHtml html={body} />}
      {notice && <p className="small warning">{notice}</p>}
      {folded && (
        <details className="small">
          <summary>{texts.quoted}</summary>
          <PlainText text={folded} />
        </details>
      )}
      <Attachments attachments={attachments} />
    </article>
  );
};

const NoteArticle = ({ note: { author, createdAt, inPrompt, body } }: { note: Note }) => (
  <article className={`stack box ${styles.message}`} data-origin="note">
    <Head author={nameIn(author)} at={createdAt}>
      <StickyNote aria-hidden size={15} />
      {texts.note}
      {inPrompt && ` · ${texts.noteInPrompt}`}
    </Head>
    <PlainText text={body} />
  </article>
);

const Head = ({ author, at, children }: { author: string; at: string; children: ReactNode }) => (
  <header className={`line small ${styles.head}`}>
    <strong>{author}</strong>
    {children}
    <span className="push">
      <Moment at={at} />
    </span>
  </header>
);

/** What was done to the ticket between messages; most acts are messages and notes themselves. */
const EventLine = ({ event: { author, changes, at } }: { event: Event }) => {
  const done = changes.flatMap(({ field, after }) => texts.events[field]?.(after) ?? []);
  if (done.length === 0) return null;
  return (
    <p className="line small">
      {nameIn(author)} {done.join(', ')} <Moment at={at} />
    </p>
  );
};
