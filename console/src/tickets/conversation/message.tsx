import { Check, Forward, ScanText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { write } from '../../api/client.ts';
import { PlainText, ReplyHtml } from '../../reply/reply-html.tsx';
import { useNames } from '../../shell/people.ts';
import { type Action, Actions } from '../../ui/actions.tsx';
import { Input } from '../../ui/form.tsx';
import { IconButton, Moment } from '../../ui/page.tsx';
import { useAddress } from '../../ui/state/address.ts';
import { ticketTexts as texts } from '../texts.ts';
import { type Attachment, Attachments, Original } from './attachments.tsx';
import styles from './conversation.module.css';
import type { Message, Note, OpenTicket } from './thread.ts';

/** A message: a reader's as plain text, a reply as sanitised HTML. */
export const MessageArticle = ({
  message,
  ticket,
  onForward,
  attachments,
}: {
  message: Message;
  ticket: OpenTicket;
  onForward: ((messageId: number) => void) | undefined;
  attachments: readonly Attachment[];
}) => {
  const { id, origin, author, createdAt, body, mail, cc, automatic } = message;
  const nameOf = useNames();
  const { search } = useAddress().search;
  const fromReader = origin === 'requester';
  const [isOriginal, setOriginal] = useState(false);
  const text = fromReader ? <PlainText text={body} search={search} /> : <ReplyHtml html={body} />;
  if (fromReader && automatic) {
    return (
      <details className={`small ${styles.automatic}`}>
        <summary>
          {texts.automatic} · {author} · <Moment at={createdAt} />
        </summary>
        {text}
      </details>
    );
  }
  return (
    <Article
      {...message}
      author={fromReader ? author : nameOf(author)}
      facts={
        <>
          {origin === 'ai' && texts.fromModel}
          {automatic && texts.automatic}
          {cc.length > 0 && (
            <span className="clip">{texts.cc(cc.map(({ email, name }) => name || email))}</span>
          )}
        </>
      }
      action={
        <>
          {message.hasOriginal && (
            <IconButton
              icon={ScanText}
              text={texts.original}
              className="low"
              aria-pressed={isOriginal}
              onClick={() => setOriginal(!isOriginal)}
            />
          )}
          {onForward && (
            <IconButton
              icon={Forward}
              text={texts.forward.title}
              className="low"
              onClick={() => onForward(id)}
            />
          )}
        </>
      }
      text={isOriginal ? <Original messageId={id} /> : text}
      attachments={attachments.filter(({ id: file }) => !body.includes(`cid:anexo-${file}"`))}
      mark={mail === 'saved' ? texts.onlyHere : undefined}
    >
      {mail && (
        <>
          <MailState mail={mail} />
          <Actions actions={mailActions(ticket, message)} />
        </>
      )}
    </Article>
  );
};

/** The actions on a message that did not reach the reader. */
const mailActions = (
  { id, requesterEmail, mergedInto }: OpenTicket,
  { id: messageId, mail }: Message,
): Action[] => {
  const isDue = mail === 'saved' || mail === 'failed' || mail === 'returned';
  if (!isDue || requesterEmail === null || mergedInto !== null) return [];
  const send = () => write('tickets.mailMessage', { messageId });
  const again: Action = {
    text: mail === 'saved' ? texts.sendsMail : texts.sendsMailAgain,
    run: send,
    done: texts.sentMail,
  };
  if (mail === 'saved') return [again];
  const mend: Action = {
    text: texts.mendAddress,
    asks: (
      <Input
        label={texts.fields.email}
        name="email"
        type="email"
        required
        maxLength={254}
        defaultValue={requesterEmail}
      />
    ),
    confirm: texts.mendAndSend,
    run: async ({ email = '' }) => {
      await write('tickets.edit', { id, requesterEmail: email });
      await send();
    },
    done: texts.sentMail,
  };
  return [again, mend];
};

const MailState = ({ mail }: { mail: NonNullable<Message['mail']> }) =>
  mail === 'mailed' ? (
    <>
      <Check size={14} />
      {texts.mails.mailed}
    </>
  ) : (
    <span
      className="state"
      data-tone={mail === 'failed' || mail === 'returned' ? 'ask' : undefined}
    >
      {texts.mails[mail]}
    </span>
  );

/** A note. That of a forward shows its mail; that of an answer to a forward shows its files. */
export const NoteArticle = ({
  note,
  attachments,
}: {
  note: Note;
  attachments: readonly Attachment[];
}) => {
  const { author, mail } = note;
  const nameOf = useNames();
  return (
    <Article
      {...note}
      origin="note"
      author={/[\s<]/.test(author) ? author : nameOf(author)}
      facts={
        <>
          {texts.changes.note}
          {note.inPrompt && ` · ${texts.noteInPrompt}`}
        </>
      }
      text={<PlainText text={note.body} />}
      attachments={attachments}
    >
      {mail && mail !== 'saved' && <MailState mail={mail} />}
    </Article>
  );
};

/** The frame of a message or a note: its head, its text, what is folded, its files and its mail. */
const Article = ({
  origin,
  author,
  createdAt,
  facts,
  action,
  text,
  notice,
  folded,
  attachments,
  mark,
  children,
}: Pick<Message, 'createdAt' | 'notice' | 'folded'> & {
  origin: string;
  author: string;
  facts: ReactNode;
  action?: ReactNode;
  text: ReactNode;
  attachments: readonly Attachment[];
  mark?: string;
  /** The state of its mail. */
  children: ReactNode;
}) => (
  <article className={styles.message} data-origin={origin}>
    <header className={`line ${styles.head}`}>
      <strong>{author}</strong>
      {facts}
      <span className="push">
        <Moment at={createdAt} />
      </span>
      {action}
    </header>
    {text}
    {notice && <p className="small warning">{notice}</p>}
    {folded !== null && (
      <details className="small">
        <summary>{texts.quoted}</summary>
        <PlainText text={folded} />
      </details>
    )}
    <Attachments attachments={attachments} mark={mark} />
    {children && <div className={`line small ${styles.mailed}`}>{children}</div>}
  </article>
);
