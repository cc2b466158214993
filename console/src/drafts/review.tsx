import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { read, useWrite, write } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { refresh } from '../api/refresh.ts';
import { useCommands } from '../app/commands.ts';
import { toast } from '../app/toasts.tsx';
import { offerUndo, undoSeconds } from '../app/undo.tsx';
import { Actions } from '../parts/actions.tsx';
import { Field } from '../parts/page.tsx';
import { ByMail } from '../reply/by-mail.tsx';
import { Editor, type EditorHandle } from '../reply/editor.tsx';
import { useRequestKey } from '../reply/request-key.ts';
import { draftTexts as texts } from '../texts/drafts.ts';
import type { OpenTicket } from '../tickets/thread.ts';
import { type OpenDraft, useDraftText } from './draft-text.ts';

const maxReason = 300;

/** Edits a draft and decides on it. */
export const Review = ({
  draft: { id, html, status },
  ticket,
  onDecided,
}: {
  draft: OpenDraft;
  ticket: OpenTicket;
  onDecided: () => void;
}) => {
  const queries = useQueryClient();
  const editor = useRef<EditorHandle>(null);
  const text = useDraftText(id, html, editor);
  const approve = useWrite('replies.drafts.approve');
  const [byMail, setByMail] = useState(true);
  const usual = useId();
  const requestKey = useRequestKey();
  const busy = useRef(false);
  const newestId = ticket.messages.at(-1)?.id ?? 0;
  const [seenId] = useState(newestId);
  const isRefused = failureOf(approve.error)?.errorCode === 'newer-message';
  const isBehind = status === 'stale' || newestId > seenId || isRefused;
  const hasAddress = ticket.requesterEmail !== null;
  const sendEmail = hasAddress && byMail;

  const approveOnce = async () => {
    if (busy.current || text.isEmpty || isBehind) return;
    busy.current = true;
    try {
      await text.save();
      const content = { id, sendEmail, undoSeconds, lastSeenMessageId: seenId };
      const { mailId } = await approve.mutateAsync({
        ...content,
        requestKey: requestKey.for([content, text.html]),
      });
      text.forget();
      if (mailId === undefined) toast(texts.approved);
      else offerUndo({ mailId, ticketId: ticket.id });
      onDecided();
    } catch (error) {
      // A response that was lost may have been a success: the same key then returns it.
      if (failureOf(error)) requestKey.renew();
      refresh(queries);
    } finally {
      busy.current = false;
    }
  };
  const discard = async (reason = '') => {
    await write('replies.drafts.discard', { id, reason });
    text.forget();
    onDecided();
  };
  const onApprove = () => void approveOnce();
  useCommands([
    { group: 'ticket', text: texts.approve, keys: '$mod+Enter', run: onApprove },
    { group: 'ticket', text: texts.edit, keys: 'r', run: () => editor.current?.focus() },
  ]);
  return (
    <>
      {isBehind && <Newer id={id} ticketId={ticket.id} text={text} />}
      {/* What was changed is stored when the text is left. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus of the box inside */}
      <div
        onBlur={({ currentTarget, relatedTarget }) => {
          if (currentTarget.contains(relatedTarget) || busy.current || isBehind) return;
          // A failure is told by a toast; the text stays here.
          text.save().catch(() => undefined);
        }}
      >
        <Editor ref={editor} label={texts.box} onChange={text.onChange} onSend={onApprove} />
      </div>
      <div className="line end">
        <ByMail hasAddress={hasAddress} checked={byMail} onChange={setByMail} />
        <Actions
          actions={[
            {
              text: texts.discard,
              danger: true,
              keys: 'd',
              asks: (
                <Field label={texts.reason}>
                  <input
                    name="reason"
                    required
                    pattern=".*\S.*"
                    list={usual}
                    maxLength={maxReason}
                  />
                </Field>
              ),
              done: texts.discarded,
              run: ({ reason }) => discard(reason),
            },
          ]}
        />
        <datalist id={usual}>
          {texts.reasons.map((reason) => (
            <option key={reason} value={reason} />
          ))}
        </datalist>
        <button
          type="button"
          className="primary"
          disabled={text.isEmpty || approve.isPending}
          onClick={onApprove}
        >
          {texts.approve}
        </button>
      </div>
    </>
  );
};

/** Instead of an approval: the reader wrote again since the draft was made. */
const Newer = ({
  id,
  ticketId,
  text,
}: {
  id: number;
  ticketId: number;
  text: ReturnType<typeof useDraftText>;
}) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const compose = useWrite('tickets.composing.save');
  const discard = useWrite('replies.drafts.discard');
  const create = useWrite('replies.drafts.create');
  const takeToTicket = async () => {
    const composing = await queries.fetchQuery({
      ...read('tickets.composing.get', { id: ticketId }),
      staleTime: 0,
    });
    const { revision, html } = composing;
    await compose.mutateAsync({ id: ticketId, revision, html: `${html ?? ''}${text.html}` });
    await discard.mutateAsync({ id, reason: texts.movedReason });
    text.forget();
    await navigate({ to: `/chamados/${ticketId}` });
  };
  return (
    <div role="alert" className="line warning">
      <p>
        <strong>{texts.newer}</strong>
        <br />
        {texts.newerWhy}
      </p>
      <button type="button" disabled={compose.isPending} onClick={() => void takeToTicket()}>
        {texts.answerInTicket}
      </button>
      <button
        type="button"
        disabled={create.isPending}
        onClick={() => create.mutate({ ticketIds: [ticketId] })}
      >
        {texts.answerAnew}
      </button>
    </div>
  );
};
