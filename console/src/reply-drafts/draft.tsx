import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useRead, write } from '../api/client.ts';
import { draftTexts as texts } from '../reply/draft-texts.ts';
import { Editor, type EditorHandle } from '../reply/editor.tsx';
import {
  askForDraft,
  Basis,
  discardOf,
  type OpenDraft,
  useApproval,
} from '../reply/model-draft.tsx';
import { ReplyHtml } from '../reply/reply-html.tsx';
import { ByMail } from '../reply/sending.tsx';
import { addParts, storageKey } from '../shell/browser-storage.ts';
import { PlacedNotices } from '../shell/undo/undo-bar.tsx';
import { Conversation } from '../tickets/conversation/conversation.tsx';
import { type OpenTicket, useThread } from '../tickets/conversation/thread.ts';
import { OpenHeader } from '../tickets/open-header.tsx';
import { ticketTexts } from '../tickets/texts.ts';
import styles from '../tickets/ticket.module.css';
import { Actions } from '../ui/actions.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { Button, Loaded } from '../ui/page.tsx';
import { useCommands } from '../ui/state/commands.ts';
import { kept } from '../ui/state/store.ts';

/** A model's draft beside its conversation. */
export const Draft = ({ id, onDecided }: { id: number; onDecided: () => void }) => {
  const query = useRead('replies.drafts.get', { id });
  return (
    <Loaded query={query} heading="h1">
      {(draft) => <Opened draft={draft} onDecided={onDecided} />}
    </Loaded>
  );
};

const Opened = ({ draft, onDecided }: { draft: OpenDraft; onDecided: () => void }) => {
  const { ticketId, status } = draft;
  const thread = useThread(ticketId);
  return (
    <section className={styles.ticket} data-review>
      <OpenHeader
        list="/rascunhos"
        subject={draft.subject}
        facts={
          <span className="clip">
            {draft.requesterName ?? draft.requesterEmail ?? ticketTexts.anonymous}
          </span>
        }
      >
        <Link to={`/chamados/${ticketId}`}>{texts.openTicket(ticketId)}</Link>
      </OpenHeader>
      <Loaded query={thread.ticket}>
        {(ticket) => <Conversation ticket={ticket} thread={thread} />}
      </Loaded>
      <div className={styles.notices}>
        <PlacedNotices />
      </div>
      <section aria-label={texts.draft} className={`stack ${styles.side} ${styles.review}`}>
        <div>
          {draft.edited && <strong className="small">{texts.edited}</strong>}
          <Basis draft={draft} />
        </div>
        {status === 'pending' || status === 'stale' ? (
          thread.ticket.data && (
            <Review draft={draft} ticket={thread.ticket.data} onDecided={onDecided} />
          )
        ) : (
          <>
            <p>
              {texts.notPending[status]} {draft.discardReason}
            </p>
            <ReplyHtml html={draft.html} />
          </>
        )}
      </section>
    </section>
  );
};

/** Edits, approves or discards a draft. This browser stores the changes until it is approved. */
const Review = ({
  draft: { id, html: stored, status },
  ticket,
  onDecided,
}: {
  draft: OpenDraft;
  ticket: OpenTicket;
  onDecided: () => void;
}) => {
  const editor = useRef<EditorHandle>(null);
  const here = kept<string>(storageKey(`text:draft:${id}`));
  const [written, setWritten] = useState(here.get);
  const html = written ?? stored;
  const [byMail, setByMail] = useState(true);
  const newestId = ticket.messages.at(-1)?.id ?? 0;
  const [seenId] = useState(newestId);
  const hasAddress = ticket.requesterEmail !== null;
  const sends = useApproval(ticket.id);
  const navigate = useNavigate();
  /** Removes the local changes, and leaves the draft unless the person has left it. */
  const end = (leave: () => unknown) => {
    here.set(undefined);
    if (editor.current) leave();
  };
  const approve = useMutation({
    mutationFn: async () => {
      if (written !== undefined) await write('replies.drafts.edit', { id, html: written });
      return sends({ id, sendEmail: hasAddress && byMail, lastSeenMessageId: seenId }, html);
    },
    onSuccess: (text) => {
      toast(text);
      end(onDecided);
    },
  });
  const isBehind = status === 'stale' || newestId > seenId;
  const onApprove = () => {
    if (!approve.isPending && html !== '' && !isBehind) approve.mutate();
  };
  const discard = (reason: string) => write('replies.drafts.discard', { id, reason });
  useCommands([
    { group: 'page', text: texts.approve, keys: '$mod+Enter', run: onApprove },
    { group: 'page', text: texts.edit, keys: 'r', run: () => editor.current?.focus() },
  ]);
  return (
    <>
      {isBehind && (
        <div role="alert" className="line warning">
          <p>
            <strong>{texts.newer}</strong>
            <br />
            {texts.newerWhy}
          </p>
          <Actions
            actions={[
              {
                text: texts.answerInTicket,
                run: async () => {
                  await discard(texts.movedReason);
                  addParts(ticket.id, { below: html });
                  end(() => navigate({ to: `/chamados/${ticket.id}` }));
                },
              },
              { text: texts.answerAnew, run: () => askForDraft(ticket.id) },
            ]}
          />
        </div>
      )}
      <Editor
        // A colleague has changed the text.
        key={stored}
        ref={editor}
        label={texts.box}
        initial={html}
        onChange={(text) => {
          setWritten(text);
          here.set(text);
        }}
        onSend={onApprove}
      />
      <div className="line end">
        <ByMail hasAddress={hasAddress} checked={byMail} onChange={setByMail} />
        <Actions
          actions={[
            {
              ...discardOf(async ({ reason = '' }) => {
                await discard(reason);
                end(onDecided);
              }),
              look: 'danger',
              keys: 'd',
            },
          ]}
        />
        <Button
          text={texts.approve}
          className="primary"
          disabled={html === '' || approve.isPending}
          onClick={onApprove}
        />
      </div>
    </>
  );
};
