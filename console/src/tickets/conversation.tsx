import { Check } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { type OutputOf, useRead, write } from '../api/client.ts';
import { PlainText, ReplyHtml } from '../reply/reply-html.tsx';
import { useNames } from '../shell/people.ts';
import { type Action, Actions } from '../ui/actions.tsx';
import { Input } from '../ui/form.tsx';
import { Button, Moment } from '../ui/page.tsx';
import { Attachments } from './attachments.tsx';
import styles from './conversation.module.css';
import { ticketTexts as texts } from './texts.ts';
import type { Event, Message, Note, useThread } from './thread.ts';
import { MailBadge } from './ticket-row.tsx';

/** The messages and notes of a ticket, opened at the newest. */
export const Conversation = ({
  ticketId,
  thread: { ticket, items, hasOlder, isLoadingOlder, loadOlder },
}: {
  ticketId: number;
  thread: ReturnType<typeof useThread>;
}) => {
  const attachments = useRead('attachments.list', { ticketId }).data?.items ?? [];
  const nameOf = useNames();
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // A mail that is longer than the place for it is read from its top.
    const newest = [...(box.current?.querySelectorAll('article') ?? [])].at(-1);
    if (!box.current || !newest || newest.offsetHeight < box.current.clientHeight) return;
    newest.scrollIntoView({ block: 'start' });
  }, []);
  const address = ticket.data?.mergedInto === null ? ticket.data.requesterEmail : null;
  return (
    <section
      ref={box}
      aria-label={texts.conversation}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard
      tabIndex={0}
      className={styles.conversation}
    >
      <div>
        {hasOlder && <Button text={texts.older} disabled={isLoadingOlder} onClick={loadOlder} />}
        {items.map((item) => {
          const key = `${item.kind}${item.id}`;
          if (item.kind === 'event') return <EventLine key={key} event={item} nameOf={nameOf} />;
          if (item.kind === 'note') return <NoteArticle key={key} note={item} nameOf={nameOf} />;
          return (
            <MessageArticle
              key={key}
              message={item}
              nameOf={nameOf}
              ticketId={ticketId}
              address={address}
              attachments={attachments.filter(({ messageId }) => messageId === item.id)}
            />
          );
        })}
      </div>
    </section>
  );
};

type NameOf = ReturnType<typeof useNames>;
type Attachment = OutputOf<'attachments.list'>['items'][number];

/** A message: what readers sent as text, what was answered as the HTML of a reply. */
const MessageArticle = ({
  message: { id, origin, author, createdAt, body, folded, notice, mail, cc },
  nameOf,
  ticketId,
  address,
  attachments,
}: {
  message: Message;
  nameOf: NameOf;
  ticketId: number;
  /** Where it can be mailed now if it was not; null: nowhere. */
  address: string | null;
  attachments: readonly Attachment[];
}) => {
  const fromReader = origin === 'requester';
  return (
    <article className={styles.message} data-origin={origin}>
      <Head author={fromReader ? author : nameOf(author)} at={createdAt}>
        {origin === 'ai' && texts.origins.ai}
        {cc.length > 0 && (
          <span className="clip">{texts.cc(cc.map(({ email, name }) => name || email))}</span>
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
      <Attachments
        attachments={attachments.filter(({ id: file }) => !body.includes(`cid:anexo-${file}"`))}
        mark={mail === 'saved' ? texts.onlyHere : undefined}
      />
      {mail && (
        <div className={styles.mailed}>
          {mail === 'mailed' ? (
            <>
              <Check aria-hidden size={14} />
              {texts.mails.mailed}
            </>
          ) : (
            <MailBadge mail={mail} />
          )}
          {address !== null && mail !== 'mailed' && mail !== 'waiting' && (
            <Actions actions={mailActions({ ticketId, messageId: id, address, mail })} />
          )}
        </div>
      )}
    </article>
  );
};

/** What can be done with a message that the reader has not got. */
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

const NoteArticle = ({
  note: { author, createdAt, inPrompt, body },
  nameOf,
}: {
  note: Note;
  nameOf: NameOf;
}) => (
  <article className={styles.message} data-origin="note">
    <Head author={nameOf(author)} at={createdAt}>
      {texts.note}
      {inPrompt && ` · ${texts.noteInPrompt}`}
    </Head>
    <PlainText text={body} />
  </article>
);

const Head = ({ author, at, children }: { author: string; at: string; children: ReactNode }) => (
  <header className={styles.head}>
    <strong>{author}</strong>
    {children}
    <span className="push">
      <Moment at={at} />
    </span>
  </header>
);

/** What was done to the ticket between messages; most acts are messages and notes themselves. */
const EventLine = ({
  event: { author, changes, at },
  nameOf,
}: {
  event: Event;
  nameOf: NameOf;
}) => {
  const done = changes.flatMap(
    ({ field, after }) => texts.events[field]?.(after, nameOf, author) ?? [],
  );
  if (done.length === 0) return null;
  return (
    <p className={styles.event}>
      <span>
        {nameOf(author)} {done.join(', ')} · <Moment at={at} />
      </span>
    </p>
  );
};
