import { StickyNote } from 'lucide-react';
import { useWrite } from '../api/client.ts';
import type { OutputOf } from '../api/procedures.ts';
import { Moment } from '../parts/moment.tsx';
import { ReplyHtml } from '../reply/reply-html.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';
import { Attachments } from './attachments.tsx';
import styles from './conversation.module.css';
import { PlainText } from './plain-text.tsx';
import type { Event, Message, Note } from './thread.ts';
import { nameIn } from './ticket-row.tsx';

type Attachment = OutputOf<'attachments.list'>[number];

/** A message: what readers sent as text, what was answered as the HTML of a reply. */
export const MessageArticle = ({
  message,
  canMail,
  attachments,
}: {
  message: Message;
  /** Whether it can be mailed now if it was not. */
  canMail: boolean;
  attachments: readonly Attachment[];
}) => {
  const { origin, body, folded, notice, mail } = message;
  const send = useWrite('tickets.mailMessage');
  const fromReader = origin === 'requester';
  return (
    <article className={`stack ${styles.message}`} data-origin={origin}>
      <header className={`line small ${styles.head}`}>
        <strong>{fromReader ? message.author : nameIn(message.author)}</strong>
        <span>{texts.origins[origin]}</span>
        {mail && (
          <span className={styles.mail} data-mail={mail}>
            {texts.mails[mail]}
          </span>
        )}
        {canMail && (mail === 'saved' || mail === 'failed') && (
          <button
            type="button"
            className="quiet"
            disabled={send.isPending}
            onClick={() => send.mutate({ messageId: message.id })}
          >
            {texts.sendsMail}
          </button>
        )}
        <Moment at={message.createdAt} />
      </header>
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

/** What was done to the ticket between messages; most acts are messages and notes themselves. */
export const EventLine = ({ event: { author, changes, at } }: { event: Event }) => {
  const done = changes.flatMap(({ field, after }) => texts.events[field]?.(after) ?? []);
  if (done.length === 0) return null;
  return (
    <p className="line small">
      {nameIn(author)} {done.join(', ')} <Moment at={at} />
    </p>
  );
};

/** An internal note. */
export const NoteArticle = ({ note }: { note: Note }) => (
  <article className={`stack ${styles.note}`}>
    <header className={`line small ${styles.head}`}>
      <StickyNote aria-hidden size={15} />
      <strong>{nameIn(note.author)}</strong>
      <span>
        {texts.note}
        {note.inPrompt && ` · ${texts.noteInPrompt}`}
      </span>
      <Moment at={note.createdAt} />
    </header>
    <PlainText text={note.body} />
  </article>
);
