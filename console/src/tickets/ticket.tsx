import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Eye, Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { write } from '../api/client.ts';
import { Composer } from '../reply/composer.tsx';
import { useLanding } from '../shell/account.tsx';
import { useOpenId } from '../ui/address.ts';
import { press } from '../ui/commands.ts';
import { Loaded } from '../ui/page.tsx';
import { Conversation } from './conversation.tsx';
import { OpenHeader } from './open-header.tsx';
import { Side } from './side.tsx';
import { ticketTexts as texts } from './texts.ts';
import { type OpenTicket, useThread } from './thread.ts';
import styles from './ticket.module.css';
import { TicketActions } from './ticket-actions.tsx';
import { nameIn, StatusBadge } from './ticket-row.tsx';
import { useUploads } from './uploads.tsx';

export default function Ticket() {
  const id = useOpenId();
  return id !== undefined && <Found key={id} id={id} />;
}

const Found = ({ id }: { id: number }) => {
  const thread = useThread(id);
  return (
    <Loaded query={thread.ticket} heading="h1">
      {(ticket) => <Opened ticket={ticket} thread={thread} />}
    </Loaded>
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
    if (landing === 'list') void navigate({ to: '/fila', search: true });
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
        {mergedInto === null && (
          <TicketActions ticket={ticket} onReply={() => composer.current?.focus()} />
        )}
        <Presence id={id} typing={typing} />
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

const signMs = 12_000;

/** Who else has a ticket open. It says that the caller has, until they leave. */
const Presence = ({ id, typing }: { id: number; typing: boolean }) => {
  const { data } = useQuery({
    // The service hints at `tickets.presence` when others come, write or go.
    queryKey: ['tickets.presence', { id }, typing],
    queryFn: () => write('tickets.presence', { id, state: typing ? 'typing' : 'viewing' }),
    placeholderData: (before) => before,
    refetchInterval: signMs,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(
    () => () => {
      write('tickets.presence', { id, state: 'left' }).catch(() => undefined);
    },
    [id],
  );
  return (
    <p role="status" className="line small">
      {data?.others.map(({ email, name, state }) => (
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
  <Link to={`/chamados/${id}`} search>
    {text}
  </Link>
);
