import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDryRun, useWrite, write } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { ownKey } from '../shell/own.ts';
import { Actions, Counted } from '../ui/actions.tsx';
import { useCommands } from '../ui/commands.ts';
import { Check, Input } from '../ui/form.tsx';
import { kept } from '../ui/store.ts';
import { toast } from '../ui/toasts.tsx';
import { AssignDialog, TagDialog } from './choose-dialogs.tsx';
import { ticketTexts as texts } from './texts.ts';
import type { OpenTicket } from './thread.ts';
import { nameIn } from './ticket-row.tsx';

const noteText = (ticketId: number) => kept<string>(ownKey(`text:note:${ticketId}`));

/** What can be done with a ticket, by buttons, keys and the palette. */
export const TicketActions = ({
  ticket: { id, status, tags },
  onReply,
}: {
  ticket: OpenTicket;
  onReply: () => void;
}) => {
  const { actions, merge } = texts;
  const [asked, setAsked] = useState<'assign' | 'tag'>();
  const navigate = useNavigate();
  const assign = useWrite('tickets.assign', {
    onSuccess: ({ outcomes: [outcome] }, { agentEmail }) => {
      if (outcome && !outcome.ok) toast(texts.bulk.failure(id, outcome.reason), { failed: true });
      else toast(agentEmail === null ? texts.unassigned : texts.assigned(nameIn(agentEmail)));
    },
  });
  const addTag = useWrite('tickets.addTag');
  const isSettled = status === 'resolved' || status === 'closed';
  const close = () => setAsked(undefined);
  const assignTo = (agentEmail: string | null) => {
    close();
    assign.mutate({ ids: [id], agentEmail });
  };
  useCommands([{ group: 'page', text: actions.reply, keys: 'r', run: onReply }]);
  return (
    <>
      <Actions
        actions={[
          {
            text: actions.note,
            keys: 'n',
            asks: <Note ticketId={id} />,
            confirm: texts.saveNote,
            run: async ({ body = '', inPrompt }) => {
              await write('tickets.addNote', { id, body, inPrompt: inPrompt !== undefined });
              noteText(id).set(undefined);
            },
            done: texts.noteSaved,
          },
          { text: actions.assign, keys: 'a', opens: () => setAsked('assign') },
          { text: actions.tag, keys: 't', opens: () => setAsked('tag') },
          {
            text: isSettled ? actions.reopen : actions.resolve,
            keys: 'e',
            look: 'primary',
            run: () => write('tickets.setStatus', { id, status: isSettled ? 'open' : 'resolved' }),
            done: isSettled ? texts.reopened(id) : texts.resolved(id),
          },
          {
            text: actions.merge,
            keys: 'm',
            asks: <Merge fromId={id} />,
            run: async ({ into, different, expected }) => {
              const intoId = Number(into);
              const agreed = { differentRequesters: different !== undefined };
              const counted = { dryRun: false, expected: Number(expected) };
              await write('tickets.merge', { fromId: id, intoId, ...agreed, ...counted });
              void navigate({ to: `/chamados/${intoId}`, search: true });
              return merge.done(intoId);
            },
          },
        ]}
      />
      {asked === 'assign' && <AssignDialog onChoose={assignTo} onClose={close} />}
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

/** An internal note. What was typed stays if it is closed by accident. */
const Note = ({ ticketId }: { ticketId: number }) => (
  <>
    <textarea
      aria-label={texts.noteText}
      name="body"
      required
      rows={6}
      defaultValue={noteText(ticketId).get()}
      onChange={({ target }) => noteText(ticketId).set(target.value || undefined)}
      onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
        if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
      }}
    />
    <Check label={texts.noteInPrompt} name="inPrompt" />
  </>
);

/** The ticket that stays, and a count of what moves to it. */
const Merge = ({ fromId }: { fromId: number }) => {
  const { merge } = texts;
  const [into, setInto] = useState('');
  const [isAgreed, setAgreed] = useState(false);
  const asked = { fromId, intoId: Number(into), differentRequesters: isAgreed };
  const count = useDryRun('tickets.merge', { ...asked, dryRun: true }, /^[1-9]\d{0,8}$/.test(into));
  const mustAgree = isAgreed || failureOf(count.error)?.errorCode === 'requesters-differ';
  return (
    <>
      <Input
        label={merge.into}
        name="into"
        inputMode="numeric"
        required
        value={into}
        onChange={setInto}
      />
      {mustAgree && (
        <Check label={merge.different} name="different" checked={isAgreed} onChange={setAgreed} />
      )}
      <Counted query={count}>
        {({ total, records }) => (
          <>
            <input type="hidden" name="expected" value={total} />
            {merge.warning(total, asked.intoId)}
            <ul>
              {records.map((moved) => (
                <li key={moved.kind}>
                  {moved.count} {merge.kinds[moved.kind] ?? moved.kind}
                </li>
              ))}
            </ul>
          </>
        )}
      </Counted>
    </>
  );
};
