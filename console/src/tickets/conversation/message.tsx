import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type OutputOf, write } from '../../api/client.ts';
import { PlainText, ReplyHtml } from '../../reply/reply-html.tsx';
import { useNames } from '../../shell/people.ts';
import { type Action, Actions } from '../../ui/actions.tsx';
import { Input } from '../../ui/form.tsx';
import { Moment } from '../../ui/page.tsx';
import { MailBadge } from '../badges.tsx';
import { ticketTexts as texts } from '../texts.ts';
import { Attachments } from './attachments.tsx';
import styles from './conversation.module.css';
import { ForwardButton } from './forward.tsx';
import { Original, OriginalButton } from './original.tsx';
import type { Message, Note } from './thread.ts';

type Attachment = OutputOf<'attachments.list'>['items'][number];

/** A message: a reader's as plain text, a reply as sanitised HTML. */
export const MessageArticle = ({
  message,
  search,
  ticketId,
  address,
  onForward,
  attachments,
}: {
  message: Message;
  /** The words that the agent searched for, which are marked. */
  search: string;
  ticketId: number;
  /** The address to which the message can be mailed now; null if it cannot. */
  address: string | null;
  onForward: ((messageId: number) => void) | undefined;
  attachments: readonly Attachment[];
}) => {
  const { id, origin, author, createdAt, body, mail, cc, automatic } = message;
  const nameOf = useNames();
  const fromReader = origin === 'requester';
  const [isOriginal, setOriginal] = useState(false);
  const text = fromReader ? <PlainText text={body} search={search} /> : <ReplyHtml html={body} />;
  if (fromReader && automatic) {
    return (
      <details className={styles.automatic}>
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
            <OriginalButton isShown={isOriginal} onToggle={() => setOriginal(!isOriginal)} />
          )}
          {onForward && <ForwardButton onClick={() => onForward(id)} />}
        </>
      }
      text={isOriginal ? <Original messageId={id} /> : text}
      attachments={attachments.filter(({ id: file }) => !body.includes(`cid:anexo-${file}"`))}
      mark={mail === 'saved' ? texts.onlyHere : undefined}
    >
      {mail && <MailState mail={mail} />}
      {mail && address !== null && mail !== 'mailed' && mail !== 'waiting' && (
        <Actions actions={mailActions({ ticketId, messageId: id, address, mail })} />
      )}
    </Article>
  );
};

/** The actions on a message that did not reach the reader. */
const mailActions = ({
  ticketId,
  messageId,
  address,
  mail,
}: {
  ticketId: number;
  messageId: number;
  address: string;
  mail: 'saved' | 'failed' | 'returned';
}): Action[] => {
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
        defaultValue={address}
      />
    ),
    confirm: texts.mendAndSend,
    run: async ({ email = '' }) => {
      await write('tickets.edit', { id: ticketId, requesterEmail: email });
      await send();
    },
    done: texts.sentMail,
  };
  return [again, mend];
};

const MailState = ({ mail }: { mail: NonNullable<Message['mail']> }) =>
  mail === 'mailed' ? (
    <>
      <Check aria-hidden size={14} />
      {texts.mails.mailed}
    </>
  ) : (
    <MailBadge mail={mail} />
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
  mark?: string | undefined;
  /** The state of its mail. */
  children: ReactNode;
}) => (
  <article className={styles.message} data-origin={origin}>
    <header className={styles.head}>
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
    {children && <div className={styles.mailed}>{children}</div>}
  </article>
);
