import { useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useWrite, write } from '../api/client.ts';
import { useNames } from '../shell/people.ts';
import { Actions } from '../ui/actions.tsx';
import { changedFields } from '../ui/form.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { AssignDialog, TagDialog } from './choose-dialogs.tsx';
import type { OpenTicket } from './conversation/thread.ts';
import { Merge, mergeInto } from './merge.tsx';
import { SnoozeDialog } from './snooze.tsx';
import { ticketTexts as texts } from './texts.ts';
import { TicketFields } from './ticket-fields.tsx';

/** Actions on a ticket, by buttons, keys and the palette. */
export const TicketActions = ({
  ticket,
  onForward,
}: {
  ticket: OpenTicket;
  /** Passes its newest message on. */
  onForward: () => void;
}) => {
  const { id, status, tags } = ticket;
  const nameOf = useNames();
  const { actions, merge } = texts;
  const [asked, setAsked] = useState<'assign' | 'tag' | 'snooze'>();
  const navigate = useNavigate();
  const assign = useWrite('tickets.assign', {
    onSuccess: ({ outcomes: [outcome] }, { agentEmail }) => {
      if (outcome && !outcome.ok) toast(texts.bulk.failure(id, outcome.reason), { failed: true });
      else toast(agentEmail === null ? texts.unassigned : texts.assigned(nameOf(agentEmail)));
    },
  });
  const addTag = useWrite('tickets.addTag');
  const isSettled = status === 'resolved' || status === 'closed';
  const close = () => setAsked(undefined);
  const assignTo = (agentEmail: string | null) => {
    close();
    assign.mutate({ ids: [id], agentEmail });
  };
  return (
    <>
      <Actions
        actions={[
          {
            text: isSettled ? actions.reopen : actions.resolve,
            keys: 'e',
            look: 'lined',
            icon: Check,
            rank: 0,
            run: () => write('tickets.setStatus', { id, status: isSettled ? 'open' : 'resolved' }),
            done: isSettled ? texts.reopened(id) : texts.resolved(id),
          },
          { text: actions.assign, keys: 'a', rank: 1, opens: () => setAsked('assign') },
          { text: texts.snooze.title, keys: 's', rank: 1, opens: () => setAsked('snooze') },
          { text: actions.tag, keys: 't', rank: 2, opens: () => setAsked('tag') },
          {
            text: actions.merge,
            keys: 'm',
            rank: 2,
            asks: <Merge ticket={ticket} />,
            run: async (fields) => {
              const intoId = await mergeInto(id, fields);
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
      {asked === 'snooze' && <SnoozeDialog tickets={[ticket]} onClose={close} />}
      {asked === 'tag' && (
        <TagDialog
          without={tags}
          onClose={close}
          onChoose={({ id: tagId }) => {
            close();
            addTag.mutate({ id, tagId });
          }}
        />
      )}
    </>
  );
};
