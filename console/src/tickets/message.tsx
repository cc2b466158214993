import { StickyNote } from 'lucide-react';
import type { OutputOf } from '../api/procedures.ts';
import { Moment } from '../parts/moment.tsx';
import { ReplyHtml } from '../reply/reply-html.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';
import { Attachments } from './attachments.tsx';
import styles from './conversation.module.css';
import { PlainText } from './plain-text.tsx';
import type { Message, Note } from './thread.ts';
import { nameIn } from './ticket-row.tsx';

type Attachment = OutputOf<'attachments.list'>[number];

/** A message: what readers sent as text, what was answered as the HTML of a reply. */
export const MessageArticle = ({
  message,
  attachments,
}: {
  message: Message;
  attachments: readonly Attachment[];
}) => {
  const { origin, body, folded, notice, mail } = message;
  const fromReader = origin === 'requester';
  return (
    <article className={styles.message} data-origin={origin}>
      <header className={styles.head}>
        <strong>{fromReader ? message.author : nameIn(message.author)}</strong>
        <span>{texts.origins[origin]}</span>
        {mail && (
          <span className={styles.mail} data-mail={mail}>
            {texts.mails[mail]}
          </span>
        )}
        <Moment at={message.createdAt} />
      </header>
      {fromReader ? <PlainText text={body} /> : <ReplyHtml html={body} />}
      {notice && <p className={styles.notice}>{notice}</p>}
      {folded && (
        <details className={styles.folded}>
          <summary>{texts.quoted}</summary>
          <PlainText text={folded} />
        </details>
      )}
      <Attachments attachments={attachments} />
    </article>
  );
};

/** An internal note. */
export const NoteArticle = ({ note }: { note: Note }) => (
  <article className={styles.note}>
    <header className={styles.head}>
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
