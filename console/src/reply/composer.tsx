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
import { addParts, type ReplyFile, type Unsaved } from '../shell/browser-storage.ts';
import { offerMail, undo } from '../shell/undo/undo-bar.tsx';
import { act } from '../shell/undo/undo-stack.ts';
import { undoSeconds } from '../shell/undo/undoable-mails.ts';
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
import { ByMail, SendButtons, useOnce, usualSending } from './sending.tsx';
import { Signature } from './signature.tsx';
import { replyTexts as texts } from './texts.ts';
import { useComposing } from './use-composing.ts';
import { useReplyParts } from './use-reply-parts.ts';

export interface ComposerHandle {
  focus: () => void;
  isEmpty: () => boolean;
  /** Empties the box and returns its text if the service does not have it; waits for a reply in flight. */
  take: () => Promise<Unsaved | undefined>;
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
  const sending = useRef<Promise<unknown>>(undefined);
  const composing = useComposing(ticketId, (html) => editor.current?.setHtml(html));
  const parts = useReplyParts(ticketId);
  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.focus(),
    isEmpty: () => composing.html === '',
    take: async () => {
      await sending.current;
      return composing.take();
    },
    attach: (files, isPasted) => {
      if (!editor.current?.isShown()) return false;
      parts.add(files);
      for (const { id, name, type } of files) {
        if (!isPasted || !type.startsWith('image/')) continue;
        editor.current.insertHtml(`<img src="cid:anexo-${id}" alt="${escapeHtml(name)}">`);
      }
      return true;
    },
  }));
  const hasAddress = address !== null;
  const [asked, setAsked] = useState<'quick' | 'signature' | 'variables'>();
  const [byMail, setByMail] = useState(true);
  const once = useOnce();
  const reply = useMutation({
    mutationFn: (content: InputOf<'tickets.reply'>) =>
      act(
        () =>
          once(content, async (requestKey) => {
            const composingRevision = (await composing.revision()) ?? undefined;
            const seen = { lastSeenMessageId, composingRevision };
            return write('tickets.reply', { ...content, ...seen, requestKey });
          }),
        ({ mailId, messageId }) => {
          const { html = '', sendAt } = content;
          // The person's own reply is not a new message, even before the conversation shows it.
          setSeenId(messageId);
          onTyping(false);
          const sent = { ticketId, parts: { ...parts.take(), before: html } };
          composing.dispatch({ type: 'cleared' });
          // If the person has left meanwhile, it does not navigate.
          if (editor.current) onSent();
          if (sendAt !== undefined) {
            const text = texts.scheduledFor(shortMoment(sendAt));
            return { text, undo: () => undo({ ...sent, mailId: mailId ?? 0, until: 0 }) };
          }
          return mailId === undefined ? { text: texts.saved } : offerMail(mailId, sent);
        },
      ),
    onError: (error) =>
      composing.dispatch({
        type: 'typed',
        html: composing.html,
        isUnsure: failureOf(error) === undefined,
      }),
  });
  const isEmpty = composing.html === '';
  const hasFailed = reply.isError;
  useLayoutEffect(() => {
    // Nothing in the composer can have the focus while the reply is sent.
    if (hasFailed && document.activeElement === document.body) editor.current?.focus();
  }, [hasFailed]);

  // The newest message when writing began, or when the person marked it as read.
  const newest = newestMessageId ?? 0;
  const [seenId, setSeenId] = useState(newest);
  if (isEmpty && newest > seenId) setSeenId(newest);
  const lastSeenMessageId = seenId || undefined;
  const isBehind = !isEmpty && newest > seenId;

  const onChange = (html: string) => {
    composing.dispatch({ type: 'typed', html });
    onTyping(html !== '');
  };
  const settle = (use: 'here' | 'elsewhere') => composing.dispatch({ type: 'settled', use });
  const sendEmail = hasAddress && byMail;
  const isBlocked =
    !composing.maySend ||
    reply.isPending ||
    parts.isTooLarge ||
    (sendEmail && parts.wrong !== undefined);
  const send = ({ resolve = false, sendAt }: { resolve?: boolean; sendAt?: string } = {}) => {
    if (isBlocked) return;
    if (missingVariables(composing.html, variables).length > 0) return setAsked('variables');
    const { files, addresses } = parts;
    const content = {
      id: ticketId,
      html: composing.html,
      sendEmail,
      undoSeconds,
      attachmentIds: files.map(({ id }) => id),
      cc: sendEmail ? addresses : [],
      resolve,
      sendAt,
    };
    if (sendAt === undefined) usualSending.set(resolve ? 'sendAndResolve' : 'send');
    composing.dispatch({ type: 'sending' });
    sending.current = reply.mutateAsync(content).catch(() => undefined);
  };
  const discard = () =>
    act(
      async () => composing.html,
      (html) => {
        const written = { ...parts.take(), before: html };
        editor.current?.setHtml('');
        onChange('');
        editor.current?.focus();
        return {
          text: texts.discarded,
          undo: async () => {
            addParts(ticketId, written);
            return texts.restored;
          },
        };
      },
    );
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
          parts={parts}
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
      {composing.elsewhere !== undefined && (
        <div role="alert" className="line between warning">
          <div>
            {texts.elsewhere}
            <ReplyHtml html={composing.elsewhere} />
          </div>
          <Button text={texts.useElsewhere} onClick={() => settle('elsewhere')} />
          <Button text={texts.useHere} onClick={() => settle('here')} />
        </div>
      )}
      <Editor
        ref={editor}
        label={texts.box}
        placeholder={texts.placeholder}
        onChange={onChange}
        onSlash={() => setAsked('quick')}
        onSend={(resolve) => send({ resolve })}
      >
        {attach}
        <IconButton icon={Zap} text={texts.quick} onClick={() => setAsked('quick')} />
        <IconButton
          icon={SignatureIcon}
          text={texts.signature}
          onClick={() => setAsked('signature')}
        />
        {!isEmpty && <IconButton icon={Trash2} text={texts.discard} onClick={() => discard()} />}
      </Editor>
      <ReplyFiles parts={parts} />
      <div className={`line ${styles.sending}`}>
        <div className={`line ${styles.option}`}>
          <ByMail hasAddress={hasAddress} checked={byMail} onChange={setByMail} />
        </div>
        <span className={`faint clip ${styles.state}`}>
          {composing.place && texts.states[composing.place]}
        </span>
        <SendLater disabled={isBlocked} onChoose={(sendAt) => send({ sendAt })} />
        <SendButtons disabled={isBlocked} onSend={(resolve) => send({ resolve })} />
      </div>
      {asked === 'signature' && <Signature onClose={() => setAsked(undefined)} />}
      {asked === 'variables' && (
        <VariablesDialog
          html={composing.html}
          variables={variables}
          onClose={(html = composing.html) => {
            setAsked(undefined);
            editor.current?.setHtml(html);
            onChange(html);
            editor.current?.focus();
          }}
        />
      )}
      {asked === 'quick' && (
        <QuickReplies
          variables={variables}
          onClose={(html) => {
            setAsked(undefined);
            if (html === undefined) return editor.current?.focus();
            editor.current?.insertHtml(html);
            if (missingVariables(html, variables).length > 0) setAsked('variables');
          }}
        />
      )}
    </div>
  );
};
