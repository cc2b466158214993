import { Link, useNavigate } from '@tanstack/react-router';
import { Eye, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { press } from '../app/commands.ts';
import { useLanding } from '../app/preferences.ts';
import { Failed, Loading } from '../parts/waiting.tsx';
import { Composer } from '../reply/composer.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';
import { Conversation } from './conversation.tsx';
import { Back, OpenHeader } from './open-header.tsx';
import { usePresence } from './presence.ts';
import { Side } from './side.tsx';
import { StatusBadge } from './status-badge.tsx';
import { type OpenTicket, useThread } from './thread.ts';
import styles from './ticket.module.css';
import { TicketActions } from './ticket-actions.tsx';
import { nameIn } from './ticket-row.tsx';

/** A ticket: its conversation, a reply, and what is known about its reader. */
export default function Ticket({ id }: { id: number }) {
  const thread = useThread(id);
  const { data, error, refetch } = thread.ticket;
  if (data) return <Opened ticket={data} thread={thread} />;
  return (
    <section className={styles.ticket}>
      <Back list="/fila" />
      {error ? <Failed error={error} onAgain={() => void refetch()} /> : <Loading />}
    </section>
  );
}

const Opened = ({
  ticket,
  thread,
}: {
  ticket: OpenTicket;
  thread: ReturnType<typeof useThread>;
}) => {
  const { id, requesterName, requesterEmail, newsletter, mergedInto } = ticket;
  const composer = useRef<{ focus: () => void }>(null);
  const area = useRef<HTMLElement>(null);
  const [typing, setTyping] = useState(false);
  const navigate = useNavigate();
  const { landing } = useLanding();
  const leave = () => {
    if (landing === 'next') press('j');
    if (landing === 'list') void navigate({ to: '/fila', search: (before: object) => before });
  };
  return (
    <section ref={area} className={styles.ticket}>
      <OpenHeader
        list="/fila"
        subject={ticket.subject}
        facts={
          <>
            <StatusBadge status={ticket.status} /> {texts.ticket(id)} ·{' '}
            {requesterName ?? requesterEmail ?? texts.anonymous}
            {ticket.assigneeEmail && ` · ${texts.assignedTo(nameIn(ticket.assigneeEmail))}`}
          </>
        }
      >
        <TicketActions ticket={ticket} onReply={() => composer.current?.focus()} />
        <Presence ticketId={id} typing={typing} />
        <Relations ticket={ticket} />
      </OpenHeader>
      <Conversation ticketId={id} {...thread} />
      {mergedInto === null && (
        <Composer
          ref={composer}
          variables={{ requesterName, newsletter, ticketId: id }}
          hasAddress={requesterEmail !== null}
          newestMessageId={ticket.messages.at(-1)?.id}
          onTyping={setTyping}
          onSent={leave}
        />
      )}
      <Side ticket={ticket} area={area} />
    </section>
  );
};

/** Who else is here. */
const Presence = ({ ticketId, typing }: { ticketId: number; typing: boolean }) => {
  const others = usePresence(ticketId, typing);
  return (
    <p role="status" className={`line ${styles.presence}`}>
      {others.map(({ email, name, state }) => (
        <span key={email}>
          {state === 'typing' ? <Pencil aria-hidden size={14} /> : <Eye aria-hidden size={14} />}
          {texts.presence[state](name ?? nameIn(email))}
        </span>
      ))}
    </p>
  );
};

/** The tickets that this one was merged into or continues. */
const Relations = ({ ticket: { mergedInto, followsId } }: { ticket: OpenTicket }) => {
  const relations = [
    mergedInto !== null && ([mergedInto, texts.mergedInto(mergedInto)] as const),
    followsId !== null && ([followsId, texts.follows(followsId)] as const),
  ].filter((relation) => relation !== false);
  return relations.map(([id, text]) => (
    <Link
      key={id}
      to={`/chamados/${id}` as string}
      search={(before: object) => before}
      className={styles.relation}
    >
      {text}
    </Link>
  ));
};
