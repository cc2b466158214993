import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Eye, PanelRight, Pencil } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { write } from '../api/client.ts';
import { Composer, type ComposerHandle } from '../reply/composer.tsx';
import { ModelDraft } from '../reply/model-draft.tsx';
import { LaterReplies } from '../reply/scheduled-replies.tsx';
import { landing } from '../shell/account.tsx';
import { useNames } from '../shell/people.ts';
import { PlacedNotices } from '../shell/undo/undo-bar.tsx';
import { fullMoment } from '../ui/format/time.ts';
import { toast } from '../ui/overlays/toasts.tsx';
import { focusHeading, IconButton, Loaded } from '../ui/page.tsx';
import { useOpenId } from '../ui/state/address.ts';
import { press } from '../ui/state/commands.ts';
import { createStore, useStore } from '../ui/state/store.ts';
import { StatusBadge } from './badges.tsx';
import { carryOver, isWritingBeside } from './carry-over.ts';
import { Conversation } from './conversation/conversation.tsx';
import { ForwardDialog } from './conversation/forward.tsx';
import { type OpenTicket, useThread } from './conversation/thread.ts';
import { OpenHeader } from './open-header.tsx';
import { ReplyAndNote } from './reply-and-note.tsx';
import { SidePanel } from './side-panel.tsx';
import { ticketTexts as texts } from './texts.ts';
import styles from './ticket.module.css';
import { TicketActions } from './ticket-actions.tsx';
import { Uploads, useUploads } from './uploads.tsx';

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
  const composer = useRef<ComposerHandle>(null);
  const { area, ...uploads } = useUploads(id, (files, isPasted) => {
    if (composer.current?.attach(files, isPasted)) return;
    toast(texts.attached(files.length));
    showsSide.set(true);
  });
  const [typing, setTyping] = useState(false);
  const [forwarded, setForwarded] = useState<number>();
  const hasSide = useStore(showsSide);
  const nameOf = useNames();
  const navigate = useNavigate();
  const leave = () => {
    // Even after the last ticket, keys must not type into the emptied box.
    focusHeading();
    if (landing.get() === 'next') press('j');
    else if (landing.get() === 'list') void navigate({ to: '/fila', search: true });
  };
  const [isCarried, setCarried] = useState(mergedInto !== null);
  const carry = async (intoId: number) => {
    const isMoved = await carryOver(id, intoId, await composer.current?.take());
    setCarried(true);
    if (isMoved) toast(texts.merge.carried(intoId));
  };
  const onMerged = useEffectEvent(carry);
  // A colleague may have merged the ticket.
  useEffect(() => {
    if (mergedInto !== null) onMerged(mergedInto).catch(() => undefined);
  }, [mergedInto]);
  const hasAddress = requesterEmail !== null;
  const newestMessageId = ticket.messages.at(-1)?.id;
  return (
    <section {...area} className={styles.ticket} data-side={hasSide || undefined}>
      <OpenHeader
        list="/fila"
        subject={ticket.subject}
        facts={
          <>
            <StatusBadge status={ticket.status} />
            <span>#{id}</span>
            <span className="clip">{requesterName ?? requesterEmail ?? texts.anonymous}</span>
            {ticket.assigneeEmail && (
              <span className="clip">{texts.assignedTo(nameOf(ticket.assigneeEmail))}</span>
            )}
            {ticket.snoozedUntil && (
              <span title={fullMoment(ticket.snoozedUntil)}>
                {texts.snooze.until} {texts.snooze.shortly(ticket.snoozedUntil)}
              </span>
            )}
            {mergedInto !== null && (
              <Link to={`/chamados/${mergedInto}`} search>
                {texts.mergedInto(mergedInto)}
              </Link>
            )}
            {followsId !== null && (
              <Link to={`/chamados/${followsId}`} search>
                {texts.follows(followsId)}
              </Link>
            )}
            <Presence id={id} typing={typing} />
          </>
        }
      >
        {mergedInto === null && (
          <TicketActions
            ticket={ticket}
            isWriting={() => composer.current?.isEmpty() === false || isWritingBeside(id)}
            onMerged={carry}
            onForward={() => setForwarded(newestMessageId)}
          />
        )}
        <IconButton
          icon={PanelRight}
          text={texts.actions.side}
          className={styles.toSide ?? ''}
          aria-expanded={hasSide}
          onClick={() => showsSide.set(!hasSide)}
        />
      </OpenHeader>
      <Conversation
        ticket={ticket}
        thread={thread}
        onForward={mergedInto === null ? setForwarded : undefined}
      />
      <div className={styles.notices}>
        <PlacedNotices />
      </div>
      {/* What is written in it goes along before it is closed. */}
      {(mergedInto === null || !isCarried) && (
        <>
          <ModelDraft ticketId={id} hasAddress={hasAddress} newestMessageId={newestMessageId} />
          <ReplyAndNote ticketId={id} composer={composer}>
            <LaterReplies ticketId={id} later={ticket.later} />
            <Composer
              ref={composer}
              variables={{ requesterName, newsletter, ticketId: id }}
              address={requesterEmail}
              everyone={ticket.replyAll}
              newestMessageId={newestMessageId}
              attach={<Uploads {...uploads} />}
              onTyping={setTyping}
              onSent={leave}
            />
          </ReplyAndNote>
        </>
      )}
      {forwarded !== undefined && (
        <ForwardDialog
          ticketId={id}
          messageId={forwarded}
          onClose={() => setForwarded(undefined)}
        />
      )}
      <SidePanel ticket={ticket} />
    </section>
  );
};

/** True if narrow windows show the reader's panel beside a ticket. */
const showsSide = createStore(false);

const signMs = 12_000;

/** Shows who else has the ticket open, and reports the caller's presence until they leave. */
const Presence = ({ id, typing }: { id: number; typing: boolean }) => {
  const { data } = useQuery({
    // The service hints at `tickets.presence` when someone comes, types or leaves.
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
    <span role="status" className="line">
      {data?.others.map(({ email, name, state }) => (
        <span key={email}>
          {state === 'typing' ? <Pencil size={14} /> : <Eye size={14} />}
          {texts.presence[state](name ?? email)}
        </span>
      ))}
    </span>
  );
};
