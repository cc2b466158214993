import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type OutputOf, write } from '../../api/client.ts';
import { PlainText, ReplyHtml } from '../../reply/reply-html.tsx';
import type { useNames } from '../../shell/people.ts';
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

export type NameOf = ReturnType<typeof useNames>;
type Attachment = OutputOf<'attachments.list'>['items'][number];

/** A message: a reader's as plain text, a reply as sanitised HTML. */
export const MessageArticle = ({
  message: {
    id,
    origin,
    author,
    createdAt,
    body,
    folded,
    notice,
    mail,
    cc,
    hasOriginal,
    automatic,
  },
  nameOf,
  search,
  ticketId,
  address,
  onForward,
  attachments,
}: {
  message: Message;
  nameOf: NameOf;
  /** The words that the agent searched for, which are marked. */
  search: string;
  ticketId: number;
  /** The address to which the message can be mailed now; null if it cannot. */
  address: string | null;
  onForward: ((messageId: number) => void) | undefined;
  attachments: readonly Attachment[];
}) => {
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
    <article className={styles.message} data-origin={origin}>
      <Head
        author={fromReader ? author : nameOf(author)}
        at={createdAt}
        action={
          <>
            {hasOriginal && (
              <OriginalButton isShown={isOriginal} onToggle={() => setOriginal(!isOriginal)} />
            )}
            {onForward && <ForwardButton onClick={() => onForward(id)} />}
          </>
        }
      >
        {origin === 'ai' && texts.origins.ai}
        {automatic && texts.automatic}
        {cc.length > 0 && (
          <span className="clip">{texts.cc(cc.map(({ email, name }) => name || email))}</span>
        )}
      </Head>
      {isOriginal ? <Original messageId={id} /> : text}
      {notice && <p className="small warning">{notice}</p>}
      <Quoted text={folded} />
      <Attachments
        attachments={attachments.filter(({ id: file }) => !body.includes(`cid:anexo-${file}"`))}
        mark={mail === 'saved' ? texts.onlyHere : undefined}
      />
      {mail && (
        <div className={styles.mailed}>
          <MailState mail={mail} />
          {address !== null && mail !== 'mailed' && mail !== 'waiting' && (
            <Actions actions={mailActions({ ticketId, messageId: id, address, mail })} />
          )}
        </div>
      )}
    </article>
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

const Quoted = ({ text }: { text: string | null }) =>
  text !== null && (
    <details className="small">
      <summary>{texts.quoted}</summary>
      <PlainText text={text} />
    </details>
  );

/** A note. That of a forward shows its mail; that of an answer to a forward shows its files. */
export const NoteArticle = ({
  note: { author, createdAt, inPrompt, body, notice, folded, mail },
  nameOf,
  attachments,
}: {
  note: Note;
  nameOf: NameOf;
  attachments: readonly Attachment[];
}) => (
  <article className={styles.message} data-origin="note">
    <Head author={/[\s<]/.test(author) ? author : nameOf(author)} at={createdAt}>
      {texts.note}
      {inPrompt && ` · ${texts.noteInPrompt}`}
    </Head>
    <PlainText text={body} />
    {notice && <p className="small warning">{notice}</p>}
    <Quoted text={folded} />
    <Attachments attachments={attachments} />
    {mail && mail !== 'saved' && (
      <div className={styles.mailed}>
        <MailState mail={mail} />
      </div>
    )}
  </article>
);

const Head = ({
  author,
  at,
  action,
  children,
}: {
  author: string;
  at: string;
  action?: ReactNode;
  children: ReactNode;
}) => (
  <header className={styles.head}>
    <strong>{author}</strong>
    {children}
    <span className="push">
      <Moment at={at} />
    </span>
    {action}
  </header>
);
