import { Check } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { type OutputOf, useRead, write } from '../../api/client.ts';
import { PlainText, ReplyHtml } from '../../reply/reply-html.tsx';
import { useNames } from '../../shell/people.ts';
import { type Action, Actions } from '../../ui/actions.tsx';
import { Input } from '../../ui/form.tsx';
import { hasWords } from '../../ui/format/words.ts';
import { Button, Moment } from '../../ui/page.tsx';
import { useAddress } from '../../ui/state/address.ts';
import { useCommands } from '../../ui/state/commands.ts';
import { MailBadge } from '../badges.tsx';
import { ticketTexts as texts } from '../texts.ts';
import { Attachments } from './attachments.tsx';
import styles from './conversation.module.css';
import { ForwardButton } from './forward.tsx';
import { Original, OriginalButton } from './original.tsx';
import type { Event, Message, Note, useThread } from './thread.ts';

/** The pages of a conversation that are loaded to find the searched words. */
const mostSearched = 250;

/** The messages and notes of a ticket, opened at the newest, or at what was searched for. */
export const Conversation = ({
  ticketId,
  thread: { ticket, items, hasOlder, isLoadingOlder, loadOlder, printAll },
  onForward,
}: {
  ticketId: number;
  thread: ReturnType<typeof useThread>;
  /** Passes a message on; undefined: nothing can be sent from here. */
  onForward?: ((messageId: number) => void) | undefined;
}) => {
  const attachments = useRead('attachments.list', { ticketId }).data?.items ?? [];
  const nameOf = useNames();
  const box = useRef<HTMLElement>(null);
  const { search = '' } = useAddress().search;
  const sought = useRef(search);
  useLayoutEffect(() => {
    // A mail that is longer than the place for it is read from its top.
    const newest = [...(box.current?.querySelectorAll('article') ?? [])].at(-1);
    if (!box.current || !newest || newest.offsetHeight < box.current.clientHeight) return;
    newest.scrollIntoView({ block: 'start' });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is loaded
  useLayoutEffect(() => {
    const articles = [...(box.current?.querySelectorAll('article') ?? [])];
    const hit = articles.findLast(({ textContent }) => hasWords(textContent, sought.current));
    if (hit) {
      sought.current = '';
      hit.scrollIntoView({ block: 'start' });
    } else if (sought.current && hasOlder && items.length < mostSearched) void loadOlder();
  }, [items.length]);
  useCommands([
    { group: 'page', text: texts.actions.print, keys: '$mod+p', run: () => void printAll() },
  ]);
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
        {hasOlder && <p className={styles.printed}>{texts.notPrinted}</p>}
        {hasOlder && <Button text={texts.older} disabled={isLoadingOlder} onClick={loadOlder} />}
        {items.map((item) => {
          const key = `${item.kind}${item.id}`;
          if (item.kind === 'event') return <EventLine key={key} event={item} nameOf={nameOf} />;
          if (item.kind === 'note') {
            const files = attachments.filter(({ noteId }) => noteId === item.id);
            return <NoteArticle key={key} note={item} nameOf={nameOf} attachments={files} />;
          }
          return (
            <MessageArticle
              key={key}
              message={item}
              nameOf={nameOf}
              search={search}
              ticketId={ticketId}
              address={address}
              onForward={onForward}
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
  /** The words that led here, which are marked. */
  search: string;
  ticketId: number;
  /** The address for mailing it now; null: none. */
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

/** Actions on a message that did not reach the reader. */
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

/** A note; a forward shows its mail, a response to one its files. */
const NoteArticle = ({
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

/** Acts on the ticket between messages; most acts are messages and notes themselves. */
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
