import { useId, useState } from 'react';
import { useWrite } from '../api/client.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field } from '../parts/page.tsx';
import { draftTexts as texts } from '../texts/drafts.ts';

const maxReasonLength = 300;

/** Asks why a draft is discarded. */
export const DiscardDialog = ({
  id,
  onDiscarded,
  onClose,
}: {
  id: number;
  onDiscarded: () => void;
  onClose: () => void;
}) => {
  const [reason, setReason] = useState('');
  const usual = useId();
  const discard = useWrite('replies.drafts.discard');
  const confirm = () => {
    const done = () => {
      toast(texts.discarded);
      onClose();
      onDiscarded();
    };
    discard.mutate({ id, reason: reason.trim() }, { onSuccess: done });
  };
  return (
    <ConfirmDialog
      title={texts.discard}
      confirm={texts.discard}
      busy={discard.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Field label={texts.reason}>
        <input
          required
          pattern=".*\S.*"
          list={usual}
          maxLength={maxReasonLength}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      <datalist id={usual}>
        {texts.reasons.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </ConfirmDialog>
  );
};
