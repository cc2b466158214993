import { Link, useNavigate } from '@tanstack/react-router';
import { Eye, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { press } from '../app/commands.ts';
import { useLanding } from '../app/preferences.ts';
import { useOpenId } from '../parts/address.ts';
import { Loaded } from '../parts/waiting.tsx';
import { Composer } from '../reply/composer.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';
import { Conversation } from './conversation.tsx';
import { OpenHeader } from './open-header.tsx';
import { usePresence } from './presence.ts';
import { Side } from './side.tsx';
import { StatusBadge } from './status-badge.tsx';
import { type OpenTicket, useThread } from './thread.ts';
import styles from './ticket.module.css';
import { TicketActions } from './ticket-actions.tsx';
import { nameIn } from './ticket-row.tsx';
import { useUploads } from './uploads.tsx';

/** A ticket: its conversation, a reply, and what is known about its reader. */
export default function Ticket() {
  const id = useOpenId();
  return id !== undefined && <Found key={id} id={id} />;
}

const Found = ({ id }: { id: number }) => {
  const thread = useThread(id);
  return (
    <Loaded query={thread.ticket}>{(ticket) => <Opened ticket={ticket} thread={thread} />}</Loaded>
  );
};

const Opened = ({
  ticket,
  thread,
}: {
  ticket: OpenTicket;
  thread: ReturnType<typeof useThread>;
}) => {
  const { id, requesterName, requesterEmail, newsletter, mergedInto, followsId } = ticket;
  const composer = useRef<{ focus: () => void }>(null);
  const { area, ...uploads } = useUploads(id);
  const [typing, setTyping] = useState(false);
  const navigate = useNavigate();
  const { landing } = useLanding();
  const leave = () => {
    if (landing === 'next') press('j');
    if (landing === 'list') void navigate({ to: '/fila', search: (before: object) => before });
  };
  return (
    <section {...area} className={styles.ticket}>
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
        {mergedInto !== null && <Relation id={mergedInto} text={texts.mergedInto(mergedInto)} />}
        {followsId !== null && <Relation id={followsId} text={texts.follows(followsId)} />}
      </OpenHeader>
      <Conversation ticketId={id} thread={thread} />
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
      <Side ticket={ticket} uploads={uploads} />
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

/** A ticket that this one was merged into or continues. */
const Relation = ({ id, text }: { id: number; text: string }) => (
  <Link to={`/chamados/${id}`} search={(before: object) => before}>
    {text}
  </Link>
);
