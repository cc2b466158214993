import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { write } from '../api/client.ts';
import { useNames } from '../shell/people.ts';
import { act } from '../shell/undo/undo-stack.ts';
import { Actions } from '../ui/actions.tsx';
import { changedFields } from '../ui/form.tsx';
import { type Change, changeTicket, useMoveOn } from './changing.ts';
import { AssignDialog, TagDialog } from './choose-dialogs.tsx';
import type { OpenTicket } from './conversation/thread.ts';
import { MacrosDialog, useRunMacro } from './macros.tsx';
import { Merge, mergeInto } from './merge.tsx';
import { SnoozeDialog } from './snooze.tsx';
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
  const { id, status, tags } = ticket;
  const nameOf = useNames();
  const { actions, merge } = texts;
  const [asked, setAsked] = useState<'assign' | 'tag' | 'snooze' | 'macro'>();
  const navigate = useNavigate();
  const moveOn = useMoveOn();
  const runMacro = useRunMacro(ticket);
  const change = useMutation({
    mutationFn: ([made, text, back]: [made: Change, text: string, back?: () => void]) =>
      changeTicket(ticket, made, text, back),
  });
  const isSettled = status === 'resolved' || status === 'closed';
  const close = () => setAsked(undefined);
  const assignTo = (assignee: string | null) => {
    close();
    const text = assignee === null ? texts.unassigned : texts.assigned(nameOf(assignee));
    change.mutate([{ assignTo: assignee }, text]);
  };
  const settle = () => {
    if (isSettled) change.mutate([{ setStatus: 'open' }, texts.reopened(id)]);
    else change.mutate([{ setStatus: 'resolved' }, texts.resolved(id), moveOn([id], id)]);
  };
  return (
    <>
      <Actions
        actions={[
          {
            text: isSettled ? actions.reopen : actions.resolve,
            keys: 'e',
            look: 'lined',
            icon: isSettled ? RotateCcw : Check,
            rank: 0,
            opens: settle,
          },
          { text: texts.macros.title, keys: ';', rank: 1, opens: () => setAsked('macro') },
          { text: actions.assign, keys: 'a', rank: 1, opens: () => setAsked('assign') },
          { text: texts.snooze.title, keys: 's', rank: 1, opens: () => setAsked('snooze') },
          { text: actions.tag, keys: 't', rank: 2, opens: () => setAsked('tag') },
          {
            text: actions.merge,
            keys: 'm',
            rank: 2,
            asks: <Merge ticket={ticket} isWriting={isWriting} />,
            run: async (fields) => {
              const intoId = await act(
                () => mergeInto(id, fields),
                () => [''],
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
            asks: (
              <TicketFields
                email={ticket.requesterEmail ?? ''}
                name={ticket.requesterName ?? ''}
                subject={ticket.subject}
                main={ticket.main}
                issue={ticket.issue ?? ''}
              />
            ),
            confirm: actions.save,
            run: ({ email, name, subject, main, issue }) =>
              write('tickets.edit', {
                id,
                ...changedFields(ticket, {
                  subject,
                  main,
                  requesterEmail: email || null,
                  requesterName: name || null,
                  issue: issue || null,
                }),
              }),
            done: texts.edited,
          },
        ]}
      />
      {asked === 'assign' && <AssignDialog onChoose={assignTo} onClose={close} />}
      {asked === 'macro' && (
        <MacrosDialog
          onClose={close}
          onChoose={(macro) => {
            close();
            runMacro(macro);
          }}
        />
      )}
      {asked === 'snooze' && <SnoozeDialog tickets={[ticket]} openId={id} onClose={close} />}
      {asked === 'tag' && (
        <TagDialog
          without={tags}
          onClose={close}
          onChoose={(tag) => {
            close();
            change.mutate([{ addTagId: tag.id }, texts.tagged(tag.name)]);
          }}
        />
      )}
    </>
  );
};
