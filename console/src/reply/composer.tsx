import { useMutation } from '@tanstack/react-query';
import { Signature as SignatureIcon, Trash2, Zap } from 'lucide-react';
import {
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type InputOf, write } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import type { ReplyFile } from '../shell/files-and-cc.ts';
import { offerMail, undo } from '../shell/undo/undo-bar.tsx';
import { act } from '../shell/undo/undo-stack.ts';
import { giveBack, undoSeconds } from '../shell/undo/undoable-mails.ts';
import { shortMoment } from '../ui/format/time.ts';
import { Button, IconButton } from '../ui/page.tsx';
import { useCommands } from '../ui/state/commands.ts';
import styles from './editor.module.css';
import { Editor, type EditorHandle } from './editor.tsx';
import {
  missingVariables,
  QuickReplies,
  type Variables,
  VariablesDialog,
} from './quick-replies.tsx';
import { Recipients, ReplyFiles } from './recipients-and-files.tsx';
import { escapeHtml, ReplyHtml } from './reply-html.tsx';
import { SendLater } from './scheduled-replies.tsx';
import { ByMail, SendButtons, useRequestKey, usualSending } from './sending.tsx';
import { Signature } from './signature.tsx';
import { replyTexts as texts } from './texts.ts';
import { useComposing } from './use-composing.ts';
import { useFilesAndCc } from './use-files-and-cc.ts';

export interface ComposerHandle {
  focus: () => void;
  isEmpty: () => boolean;
  /** Empties the box and returns its text, which moves to another ticket. */
  take: () => string;
  /** Puts a text before what is already written. */
  use: (html: string) => void;
  /** Attaches files to the reply; pasted pictures go into its text. Returns false if another text is open. */
  attach: (files: readonly ReplyFile[], isPasted: boolean) => boolean;
}

export const Composer = ({
  ref,
  variables,
  address,
  everyone,
  newestMessageId,
  attach,
  onTyping,
  onSent,
}: {
  ref: Ref<ComposerHandle>;
  variables: Variables;
  /** The reader's address; null means that a reply is saved and not mailed. */
  address: string | null;
  /** The other recipients of the reader's last mail. */
  everyone: readonly string[];
  newestMessageId: number | undefined;
  /** The button that adds files. */
  attach: ReactNode;
  onTyping: (typing: boolean) => void;
  onSent: () => void;
}) => {
  const { ticketId } = variables;
  const editor = useRef<EditorHandle>(null);
  const composing = useComposing(ticketId, (html) => editor.current?.setHtml(html));
  const extras = useFilesAndCc(ticketId);
  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.focus(),
    isEmpty: () => composing.html === '',
    take: () => {
      composing.dispatch({ type: 'moved' });
      return composing.html;
    },
    use: (html) => {
      composing.dispatch({ type: 'putBefore', html });
      editor.current?.focus();
    },
    attach: (files, isPasted) => {
      if (!editor.current?.isShown()) return false;
      extras.add(files);
      for (const { id, name, type } of files) {
        if (!isPasted || !type.startsWith('image/')) continue;
        editor.current.insertHtml(`<img src="cid:anexo-${id}" alt="${escapeHtml(name)}">`);
      }
      return true;
    },
  }));
  const hasAddress = address !== null;
  const [asksQuick, setAsksQuick] = useState(false);
  const [asksSignature, setAsksSignature] = useState(false);
  const [byMail, setByMail] = useState(true);
  const requestKey = useRequestKey();
  // A text whose variables have no value yet.
  const [incomplete, setIncomplete] = useState<string>();
  const reply = useMutation({
    mutationFn: (input: InputOf<'tickets.reply'>) =>
      act(
        () => write('tickets.reply', input),
        ({ mailId, messageId }) => {
          const { html = '', sendAt } = input;
          requestKey.renew();
          setOwnId(messageId);
          onTyping(false);
          const sent = { mailId: mailId ?? 0, ticketId, html, extras: extras.take() };
          composing.dispatch({ type: 'cleared' });
          // If the person has left meanwhile, it does not navigate.
          if (editor.current) onSent();
          if (sendAt !== undefined) {
            const text = texts.scheduledFor(shortMoment(sendAt));
            return [text, () => undo({ ...sent, until: 0 })];
          }
          return mailId === undefined ? [texts.saved] : offerMail(sent);
        },
      ),
    onError: (error) => {
      composing.dispatch({ type: 'sendFailed' });
      const failure = failureOf(error);
      if (failure?.errorCode === 'newer-message') setRefusedFor(Number(failure.state));
      // A lost response may have been a success, and the same key then returns it.
      else if (failure) requestKey.renew();
    },
  });
  const isEmpty = composing.html === '';
  const hasFailed = reply.isError;
  useLayoutEffect(() => {
    // Nothing in the composer can have the focus while the reply is sent.
    if (hasFailed && document.activeElement === document.body) editor.current?.focus();
  }, [hasFailed]);

  // The newest message when writing began, or when the person marked it as read.
  const [seenId, setSeenId] = useState(newestMessageId);
  const [refusedFor, setRefusedFor] = useState<number>();
  if (isEmpty && seenId !== newestMessageId) setSeenId(newestMessageId);
  const newest = Math.max(newestMessageId ?? 0, refusedFor ?? 0);
  // The person's own reply is not a new message, even before the conversation shows it.
  const [ownId, setOwnId] = useState(0);
  const lastSeenMessageId = seenId && Math.max(seenId, ownId);
  const isBehind = !isEmpty && lastSeenMessageId !== undefined && newest > lastSeenMessageId;
  const missing = missingVariables(composing.html, variables);

  const onChange = (html: string) => {
    composing.dispatch({ type: 'typed', html });
    onTyping(html !== '');
  };
  const sendEmail = hasAddress && byMail;
  const isBlocked =
    isEmpty || reply.isPending || extras.isTooLarge || (sendEmail && extras.wrong !== undefined);
  const send = ({ resolve = false, sendAt }: { resolve?: boolean; sendAt?: string } = {}) => {
    if (isBlocked) return;
    if (missing.length > 0) return setIncomplete(composing.html);
    const { files, addresses } = extras;
    const content = {
      id: ticketId,
      html: composing.html,
      sendEmail,
      undoSeconds,
      ...(files.length > 0 && { attachmentIds: files.map(({ id }) => id) }),
      ...(sendEmail && addresses.length > 0 && { cc: addresses }),
      ...(resolve && { resolve }),
      ...(sendAt !== undefined && { sendAt }),
    };
    if (sendAt === undefined) usualSending.set(resolve ? 'sendAndResolve' : 'send');
    composing.dispatch({ type: 'sending' });
    reply.mutate({ ...content, lastSeenMessageId, requestKey: requestKey.for(content) });
  };
  const { mutate: discard } = useMutation({
    mutationFn: () => {
      const { html } = composing;
      return act(
        () => write('tickets.composing.discard', { id: ticketId }),
        () => {
          const written = { ticketId, html, extras: extras.take() };
          clear();
          return [
            texts.discarded,
            async () => {
              giveBack(written);
              return texts.restored;
            },
          ];
        },
      );
    },
  });
  const clear = () => {
    composing.dispatch({ type: 'cleared' });
    onTyping(false);
    editor.current?.focus();
  };
  const isShown = () => editor.current?.isShown() ?? false;
  useCommands([
    { group: 'page', text: texts.send, keys: '$mod+Enter', run: () => isShown() && send() },
    {
      group: 'page',
      text: texts.sendAndResolve,
      keys: '$mod+Shift+Enter',
      run: () => isShown() && send({ resolve: true }),
    },
  ]);
  return (
    <div className={`stack ${styles.composer}`} inert={reply.isPending}>
      {address && (
        <Recipients
          address={address}
          everyone={everyone}
          extras={extras}
          onAll={() => editor.current?.focus()}
        />
      )}
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
        onSend={(resolve) => send({ resolve })}
      >
        {attach}
        <IconButton icon={Zap} text={texts.quick} onClick={() => setAsksQuick(true)} />
        <IconButton
          icon={SignatureIcon}
          text={texts.signature}
          onClick={() => setAsksSignature(true)}
        />
        {!isEmpty && <IconButton icon={Trash2} text={texts.discard} onClick={() => discard()} />}
      </Editor>
      {missing.length > 0 && (
        <p role="alert" className="line">
          {texts.missing(missing)}
          <Button
            text={texts.complete}
            className="low"
            onClick={() => setIncomplete(composing.html)}
          />
        </p>
      )}
      <ReplyFiles extras={extras} />
      <div className={`line ${styles.sending}`}>
        <div className={`line ${styles.option}`}>
          <ByMail hasAddress={hasAddress} checked={byMail} onChange={setByMail} />
        </div>
        <span className={`faint clip ${styles.state}`}>{texts.states[composing.place]}</span>
        <SendLater disabled={isBlocked} onChoose={(sendAt) => send({ sendAt })} />
        <SendButtons disabled={isBlocked} onSend={(resolve) => send({ resolve })} />
      </div>
      {asksSignature && <Signature onClose={() => setAsksSignature(false)} />}
      {incomplete !== undefined && (
        <VariablesDialog
          html={incomplete}
          variables={variables}
          onClose={(html = incomplete) => {
            setIncomplete(undefined);
            editor.current?.setHtml(html);
            onChange(html);
            editor.current?.focus();
          }}
        />
      )}
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
