import { useId, useState } from 'react';
import { useWrite } from '../api/client.ts';
import { toast } from '../app/toasts.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { draftTexts as texts } from '../texts/drafts.ts';
import { shell } from '../texts/shell.ts';
import styles from './drafts.module.css';

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
  return (
    <Dialog title={texts.discard} onClose={onClose}>
      <form
        className={styles.discard}
        onSubmit={(event) => {
          event.preventDefault();
          discard.mutate(
            { id, reason: reason.trim() },
            {
              onSuccess: () => {
                toast(texts.discarded);
                onClose();
                onDiscarded();
              },
            },
          );
        }}
      >
        <label>
          {texts.reason}
          <input
            required
            pattern=".*\S.*"
            list={usual}
            maxLength={maxReasonLength}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </label>
        <datalist id={usual}>
          {texts.reasons.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
        <div className={styles.decide}>
          <button type="button" onClick={onClose}>
            {shell.cancel}
          </button>
          <button type="submit" className="primary" disabled={discard.isPending}>
            {texts.discard}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
