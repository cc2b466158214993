import { Send, Zap } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useWrite, write } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { offerUndo, undoSeconds } from '../shell/undo.tsx';
import { Actions } from '../ui/actions.tsx';
import { Button, IconButton } from '../ui/page.tsx';
import { toast } from '../ui/toasts.tsx';
import styles from './editor.module.css';
import { Editor, type EditorHandle } from './editor.tsx';
import { AskForDraft } from './model-draft.tsx';
import { QuickReplies, type Variables } from './quick-replies.tsx';
import { ReplyHtml } from './reply-html.tsx';
import { ByMail, useRequestKey } from './sending.tsx';
import { replyTexts as texts } from './texts.ts';
import { useComposing } from './use-composing.ts';

export interface ComposerHandle {
  focus: () => void;
  /** Puts a text before what is written. */
  use: (html: string) => void;
}

export const Composer = ({
  ref,
  variables,
  address,
  newestMessageId,
  attach,
  onTyping,
  onSent,
}: {
  ref: Ref<ComposerHandle>;
  variables: Variables;
  /** The reader's; null: a reply is only saved. */
  address: string | null;
  newestMessageId: number | undefined;
  /** A button that adds files. */
  attach: ReactNode;
  onTyping: (typing: boolean) => void;
  onSent: () => void;
}) => {
  const { ticketId } = variables;
  const editor = useRef<EditorHandle>(null);
  const composing = useComposing(ticketId, (html) => editor.current?.setHtml(html));
  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.focus(),
    use: (html) => {
      composing.dispatch({ type: 'putBefore', html });
      editor.current?.focus();
    },
  }));
  const hasAddress = address !== null;
  const [asksQuick, setAsksQuick] = useState(false);
  const [byMail, setByMail] = useState(true);
  const requestKey = useRequestKey();
  const reply = useWrite('tickets.reply', {
    onSuccess: ({ mailId }, { html = '' }) => {
      requestKey.renew();
      onTyping(false);
      if (mailId === undefined) toast(texts.saved);
      else offerUndo({ mailId, ticketId, html });
      composing.dispatch({ type: 'cleared' });
      // Who has left stays where they are.
      if (editor.current) onSent();
    },
    onError: (error) => {
      composing.dispatch({ type: 'sendFailed' });
      const failure = failureOf(error);
      if (failure?.errorCode === 'newer-message') setRefusedFor(Number(failure.state));
      // A response that was lost may have been a success: the same key then returns it.
      else if (failure) requestKey.renew();
    },
  });
  const isEmpty = composing.html === '';
  const hasFailed = reply.isError;
  useEffect(() => {
    // While it was sent, nothing in here could have the focus.
    if (hasFailed && document.activeElement === document.body) editor.current?.focus();
  }, [hasFailed]);

  // The newest message when the writing began, or when somebody said that they have read it.
  const [seenId, setSeenId] = useState(newestMessageId);
  const [refusedFor, setRefusedFor] = useState<number>();
  if (isEmpty && seenId !== newestMessageId) setSeenId(newestMessageId);
  const newest = Math.max(newestMessageId ?? 0, refusedFor ?? 0);
  const isBehind = !isEmpty && seenId !== undefined && newest > seenId;

  const onChange = (html: string) => {
    composing.dispatch({ type: 'typed', html });
    onTyping(html !== '');
  };
  const sendEmail = hasAddress && byMail;
  const send = () => {
    if (isEmpty || reply.isPending) return;
    const content = { id: ticketId, html: composing.html, sendEmail, undoSeconds };
    composing.dispatch({ type: 'sending' });
    reply.mutate({ ...content, lastSeenMessageId: seenId, requestKey: requestKey.for(content) });
  };
  const discard = async () => {
    await write('tickets.composing.discard', { id: ticketId });
    composing.dispatch({ type: 'cleared' });
    onTyping(false);
    return texts.discarded;
  };
  return (
    <div className={`stack ${styles.composer}`} inert={reply.isPending}>
      {address && <p className={`small clip ${styles.to}`}>{texts.to(address)}</p>}
      {isBehind && (
        <div role="alert" className="line between warning">
          <p>
            <strong>{texts.newer}</strong> {texts.newerWhy}
          </p>
          <Button text={texts.seen} onClick={() => setSeenId(newest)} />
        </div>
      )}
      {composing.place === 'elsewhere' && (
        <div role="alert" className="line between warning">
          <div>
            {texts.elsewhere}
            <ReplyHtml html={composing.elsewhere} />
          </div>
          <Button text={texts.useElsewhere} onClick={() => composing.settle('elsewhere')} />
          <Button text={texts.useHere} onClick={() => composing.settle('here')} />
        </div>
      )}
      <Editor
        ref={editor}
        label={texts.box}
        placeholder={texts.placeholder}
        onChange={onChange}
        onSlash={() => setAsksQuick(true)}
        onSend={send}
      >
        {attach}
        <IconButton icon={Zap} text={texts.quick} onClick={() => setAsksQuick(true)} />
      </Editor>
      <div className="line">
        <div className={`line ${styles.option}`}>
          <AskForDraft ticketId={ticketId} />
          <ByMail hasAddress={hasAddress} checked={byMail} onChange={setByMail} />
        </div>
        <span className={`faint clip ${styles.state}`}>{texts.states[composing.place]}</span>
        {!isEmpty && <Actions actions={[{ text: texts.discard, run: discard }]} />}
        <Button
          icon={Send}
          text={texts.send}
          className="primary"
          disabled={isEmpty || reply.isPending}
          onClick={send}
        />
      </div>
      {asksQuick && (
        <QuickReplies
          variables={variables}
          onClose={(html) => {
            setAsksQuick(false);
            if (html === undefined) editor.current?.focus();
            else editor.current?.insertHtml(html);
          }}
        />
      )}
    </div>
  );
};
