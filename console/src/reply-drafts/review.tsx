import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWrite, write } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { draftTexts as texts } from '../reply/draft-texts.ts';
import { Editor, type EditorHandle } from '../reply/editor.tsx';
import { askForDraft, type OpenDraft } from '../reply/model-draft.tsx';
import { ByMail, useOnce } from '../reply/sending.tsx';
import { storageKey } from '../shell/browser-storage.ts';
import { addParts } from '../shell/reply-parts.ts';
import { mailing } from '../shell/undo/undo-bar.tsx';
import { undoSeconds } from '../shell/undo/undoable-mails.ts';
import type { OpenTicket } from '../tickets/conversation/thread.ts';
import { Actions } from '../ui/actions.tsx';
import { Reason } from '../ui/form.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { Button } from '../ui/page.tsx';
import { useCommands } from '../ui/state/commands.ts';
import { kept } from '../ui/state/store.ts';

export const Review = ({
  draft: { id, html, status },
  ticket,
  onDecided,
}: {
  draft: OpenDraft;
  ticket: OpenTicket;
  onDecided: () => void;
}) => {
  const editor = useRef<EditorHandle>(null);
  const text = useDraftText(id, html, editor);
  const approve = useWrite('replies.drafts.approve');
  const [byMail, setByMail] = useState(true);
  const once = useOnce();
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
      const { mailId } = await mailing(
        () =>
          once([content, text.html], (requestKey) =>
            approve.mutateAsync({ ...content, requestKey }),
          ),
        { ticketId: ticket.id },
      );
      text.forget();
      if (mailId === undefined) toast(texts.approved);
      if (text.isShown()) onDecided();
    } catch {
      // A toast reports the failure.
    } finally {
      busy.current = false;
    }
  };
  const discard = async (reason = '') => {
    await write('replies.drafts.discard', { id, reason });
    text.forget();
    if (text.isShown()) onDecided();
  };
  const onApprove = () => void approveOnce();
  useCommands([
    { group: 'page', text: texts.approve, keys: '$mod+Enter', run: onApprove },
    { group: 'page', text: texts.edit, keys: 'r', run: () => editor.current?.focus() },
  ]);
  return (
    <>
      {isBehind && <Newer id={id} ticketId={ticket.id} text={text} />}
      {/* What was changed is stored when the text is left. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus of the box inside */}
      <div
        onBlur={({ currentTarget, relatedTarget }) => {
          if (currentTarget.contains(relatedTarget) || busy.current || isBehind) return;
          // A toast reports the failure; the text stays in this browser.
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
              look: 'danger',
              keys: 'd',
              asks: <Reason required usual={texts.reasons} />,
              done: texts.discarded,
              run: ({ reason }) => discard(reason),
            },
          ]}
        />
        <Button
          text={texts.approve}
          className="primary"
          disabled={text.isEmpty || approve.isPending}
          onClick={onApprove}
        />
      </div>
    </>
  );
};

/** A notice in place of the approval, because the reader wrote after the draft was made. */
const Newer = ({
  id,
  ticketId,
  text,
}: {
  id: number;
  ticketId: number;
  text: ReturnType<typeof useDraftText>;
}) => {
  const navigate = useNavigate();
  const takeToTicket = async () => {
    addParts(ticketId, { below: text.html });
    await write('replies.drafts.discard', { id, reason: texts.movedReason });
    text.forget();
    if (text.isShown()) await navigate({ to: `/chamados/${ticketId}` });
  };
  return (
    <div role="alert" className="line warning">
      <p>
        <strong>{texts.newer}</strong>
        <br />
        {texts.newerWhy}
      </p>
      <Actions
        actions={[
          { text: texts.answerInTicket, run: takeToTicket },
          { text: texts.answerAnew, run: () => askForDraft(ticketId) },
        ]}
      />
    </div>
  );
};

/**
 * The text of a draft. Changes stay in this browser until the service has stored them.
 * @param stored the text that the service has
 */
const useDraftText = (id: number, stored: string, editor: RefObject<EditorHandle | null>) => {
  const here = kept<string>(storageKey(`text:draft:${id}`));
  const [html, setHtml] = useState(() => here.get() ?? stored);
  const edit = useWrite('replies.drafts.edit');
  // The text in the box; after a save, the text that the service stored.
  const shown = useRef<string>(undefined);
  const show = useEffectEvent(() => {
    const text = here.get() ?? stored;
    if (text === shown.current) return;
    shown.current = text;
    setHtml(text);
    editor.current?.setHtml(text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stored text is shown
  useEffect(() => show(), [stored]);
  return {
    html,
    isEmpty: html === '',
    onChange: (text: string) => {
      shown.current = text;
      setHtml(text);
      here.set(text);
    },
    /** Stores the changes; rejects if the draft was already decided. */
    save: async (): Promise<void> => {
      const sent = here.get();
      if (!sent) return;
      const saved = await edit.mutateAsync({ id, html: sent });
      if (shown.current !== sent) return;
      shown.current = saved.html;
      here.set(undefined);
    },
    /** Removes the local changes after the draft is decided. */
    forget: (): void => here.set(undefined),
    /** Returns true if the person is still on this draft. */
    isShown: (): boolean => editor.current !== null,
  };
};
