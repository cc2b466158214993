import { useNavigate } from '@tanstack/react-router';
import { Check, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { write } from '../api/client.ts';
import { act } from '../shell/undo/undo-stack.ts';
import { Actions } from '../ui/actions.tsx';
import { changedFields } from '../ui/form.tsx';
import { AskChange, type Asked, keysOf, setStatus } from './ask-change.tsx';
import { type Change, useChange } from './changing.ts';
import type { OpenTicket } from './conversation/thread.ts';
import { Merge } from './merge.tsx';
import { ticketTexts as texts } from './texts.ts';
import { TicketFields } from './ticket-fields.tsx';

/** The actions on a ticket, by buttons, keys and the palette. */
export const TicketActions = ({
  ticket,
  isWriting,
  onMerged,
  onForward,
}: {
  ticket: OpenTicket;
  /** Returns true if the person has unsent text on the ticket. */
  isWriting: () => boolean;
  /** Moves the unsent text to the ticket that remains. */
  onMerged: (intoId: number) => Promise<void>;
  /** Forwards the newest message. */
  onForward: () => void;
}) => {
  const { id, status } = ticket;
  const { actions, changes, merge } = texts;
  const [asked, setAsked] = useState<Asked>();
  const navigate = useNavigate();
  const { mutate } = useChange();
  const lastSeenMessageId = ticket.messages.at(-1)?.id;
  const make = (change: Change) => mutate({ change, target: { ids: [id] }, lastSeenMessageId });
  const isSettled = status === 'resolved' || status === 'closed';
  const asking = (change: Asked, rank: 1 | 2) => ({
    text: changes[change],
    keys: keysOf[change],
    rank,
    opens: () => setAsked(change),
  });
  return (
    <>
      <Actions
        actions={[
          {
            text: isSettled ? actions.reopen : changes.resolve,
            keys: 'e',
            look: 'lined',
            icon: isSettled ? RotateCcw : Check,
            rank: 0,
            opens: () => make(setStatus(isSettled ? 'open' : 'resolved')),
          },
          asking('macro', 1),
          asking('assign', 1),
          asking('snooze', 1),
          asking('addTag', 2),
          {
            text: actions.merge,
            keys: 'm',
            rank: 2,
            asks: <Merge ticket={ticket} isWriting={isWriting} />,
            run: async ({ into, different, expected }) => {
              const intoId = Number(into);
              const asked = {
                fromId: id,
                intoId,
                dryRun: false,
                expected: Number(expected),
                differentRequesters: different !== undefined,
              };
              await act(
                () => write('tickets.merge', asked),
                () => ({}),
              );
              // Texts that could not be moved stay here and move when the ticket is opened again.
              await onMerged(intoId).catch(() => undefined);
              void navigate({ to: `/chamados/${intoId}`, search: true });
              return merge.done(intoId);
            },
          },
          { text: texts.forward.title, keys: 'f', rank: 3, opens: onForward },
          {
            text: actions.edit,
            rank: 3,
            asks: <TicketFields ticket={ticket} />,
            confirm: actions.save,
            run: ({ subject, main, requesterEmail, requesterName, issue }) => {
              const fields = {
                subject,
                main,
                requesterEmail: requesterEmail || null,
                requesterName: requesterName || null,
                issue: issue || null,
              };
              return write('tickets.edit', { id, ...changedFields(ticket, fields) });
            },
            done: texts.edited,
          },
        ]}
      />
      {asked && (
        <AskChange
          asked={asked}
          isSnoozed={ticket.snoozedUntil !== null}
          onChange={make}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
};
