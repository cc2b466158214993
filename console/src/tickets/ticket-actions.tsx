import { useState } from 'react';
import { useWrite } from '../api/client.ts';
import { useCommands } from '../app/commands.ts';
import { toast } from '../app/toasts.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';
import type { OpenTicket } from './thread.ts';
import { nameIn } from './ticket-row.tsx';

type Asked = 'note' | 'assign' | 'tag' | 'merge';

/** What can be done with a ticket, by buttons, keys and the palette. */
export const TicketActions = ({
  ticket: { id, status, tags, mergedInto },
  onReply,
}: {
  ticket: OpenTicket;
  onReply: () => void;
}) => {
  const [asked, setAsked] = useState<Asked>();
  const setStatus = useWrite('tickets.setStatus');
  const assign = useWrite('tickets.assign');
  const addTag = useWrite('tickets.addTag');
  const isSettled = status === 'resolved' || status === 'closed';
  const { actions } = texts;
  const close = () => setAsked(undefined);
  const settle = () =>
    setStatus.mutate(
      { id, status: isSettled ? 'open' : 'resolved' },
      { onSuccess: () => !isSettled && toast(texts.resolved(id)) },
    );
  const assignTo = (agentEmail: string | null) => {
    close();
    assign.mutate(
      { ids: [id], agentEmail },
      {
        onSuccess: () =>
          toast(agentEmail === null ? texts.unassigned : texts.assigned(nameIn(agentEmail))),
      },
    );
  };
  const group = 'ticket' as const;
  const offered = [
    { group, text: actions.reply, keys: 'r', run: onReply },
    { group, text: actions.note, keys: 'n', run: () => setAsked('note') },
    { group, text: actions.assign, keys: 'a', run: () => setAsked('assign') },
    { group, text: actions.tag, keys: 't', run: () => setAsked('tag') },
    { group, text: isSettled ? actions.reopen : actions.resolve, keys: 'e', run: settle },
    { group, text: actions.merge, run: () => setAsked('merge') },
  ];
  const possible = mergedInto === null ? offered : [];
  useCommands(possible);
  return (
    <div className="line">
      {possible.slice(1).map(({ text, run }) => (
        <button
          key={text}
          type="button"
          className={run === settle ? 'primary' : undefined}
          disabled={run === settle && setStatus.isPending}
          onClick={run}
        >
          {text}
        </button>
      ))}
      {asked === 'note' && <NoteDialog ticketId={id} onClose={close} />}
      {asked === 'assign' && <AssignDialog onChoose={assignTo} onClose={close} />}
      {asked === 'merge' && <MergeDialog fromId={id} onClose={close} />}
      {asked === 'tag' && (
        <TagDialog
          without={tags}
          onClose={close}
          onChoose={(tagId) => {
            close();
            addTag.mutate({ id, tagId });
          }}
        />
      )}
    </div>
  );
};
