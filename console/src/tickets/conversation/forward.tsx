import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type InputOf, useRead, write } from '../../api/client.ts';
import { Editor, type EditorHandle } from '../../reply/editor.tsx';
import { useOnce } from '../../reply/sending.tsx';
import { replyTexts } from '../../reply/texts.ts';
import { addressesIn, maxReplyBytes } from '../../reply/use-reply-parts.ts';
import { type UnsentForward, unsentForward } from '../../shell/browser-storage.ts';
import { mailing } from '../../shell/undo/undo-bar.tsx';
import { undoSeconds } from '../../shell/undo/undoable-mails.ts';
import { ConfirmDialog } from '../../ui/actions.tsx';
import { Check, Input } from '../../ui/form.tsx';
import { bytesText } from '../../ui/format/figures.ts';
import { ticketTexts as texts } from '../texts.ts';
import styles from './conversation.module.css';

/**
 * Mails a message to people outside the team. Typed text is stored until it is sent, and returns after an
 * undo.
 */
export const ForwardDialog = ({
  ticketId,
  messageId,
  onClose,
}: {
  ticketId: number;
  messageId: number;
  onClose: () => void;
}) => {
  const unsent = unsentForward(messageId);
  const [forward, setForward] = useState<UnsentForward>(() => unsent.get() ?? { to: '', html: '' });
  const editor = useRef<EditorHandle>(null);
  const change = (changed: Partial<UnsentForward>) => {
    const next = { ...forward, ...changed };
    setForward(next);
    unsent.set(next);
  };
  const files = (useRead('attachments.list', { ticketId }).data?.items ?? []).filter(
    (file) => file.messageId === messageId,
  );
  const open = files.filter(({ quarantined }) => !quarantined);
  const chosen = open.filter(({ id }) => forward.files?.includes(id) ?? true);
  const chosenIds = chosen.map(({ id }) => id);
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0);
  const { addresses, wrong } = addressesIn(forward.to);
  const once = useOnce();
  const send = useMutation({
    mutationFn: (content: InputOf<'tickets.forward'>) =>
      mailing(
        () => once(content, (requestKey) => write('tickets.forward', { ...content, requestKey })),
        { ticketId, forward: { messageId, ...forward } },
      ),
    onSuccess: () => {
      unsent.set(undefined);
      onClose();
    },
  });
  const isBlocked =
    addresses.length === 0 || wrong !== undefined || bytes > maxReplyBytes || send.isPending;
  const submit = () => {
    if (isBlocked) return;
    send.mutate({
      id: ticketId,
      messageId,
      to: addresses,
      html: forward.html,
      undoSeconds,
      attachmentIds: chosenIds,
    });
  };
  return (
    <ConfirmDialog
      title={texts.forward.title}
      confirm={texts.forward.title}
      busy={isBlocked}
      onConfirm={submit}
      onClose={onClose}
    >
      <Input
        label={texts.forward.to}
        value={forward.to}
        placeholder={replyTexts.ccHint}
        aria-invalid={wrong !== undefined || undefined}
        onChange={(to) => change({ to })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          editor.current?.focus();
        }}
      />
      {wrong !== undefined && <p role="alert">{replyTexts.wrongAddress(wrong)}</p>}
      <Editor
        ref={editor}
        initial={forward.html}
        label={texts.forward.text}
        placeholder={texts.forward.hint}
        onChange={(html) => change({ html })}
        onSend={submit}
      />
      {files.length > 0 && (
        <fieldset className={`stack ${styles.files}`}>
          <legend>{texts.attachments}</legend>
          {files.map(({ id, name, size, quarantined }) => (
            <Check
              key={id}
              label={`${name} · ${quarantined ? texts.quarantined : bytesText(size)}`}
              disabled={quarantined}
              checked={chosenIds.includes(id)}
              onChange={(isOn) =>
                change({
                  files: isOn ? [...chosenIds, id] : chosenIds.filter((other) => other !== id),
                })
              }
            />
          ))}
        </fieldset>
      )}
      {bytes > maxReplyBytes && <p role="alert">{replyTexts.tooLarge(bytesText(bytes))}</p>}
      <p className="small">{texts.forward.answers}</p>
    </ConfirmDialog>
  );
};
