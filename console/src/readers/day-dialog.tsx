import { useState } from 'react';
import { useWrite } from '../api/client.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field } from '../parts/page.tsx';
import { readerTexts as texts } from '../texts/readers.ts';

const maxReasonLength = 300;

/** Gives a reader a day back, or takes one away, for a reason. */
export const DayDialog = ({
  change,
  email,
  today,
  onClose,
}: {
  change: 'addDay' | 'removeDay';
  email: string;
  today: string;
  onClose: () => void;
}) => {
  const [day, setDay] = useState('');
  const [reason, setReason] = useState('');
  const correct = useWrite(`streaks.${change}`);
  const done = ({ changed, currentStreak }: { changed: boolean; currentStreak: number }) => {
    toast(changed ? texts.corrected(currentStreak) : texts.dayKnown);
    onClose();
  };
  return (
    <ConfirmDialog
      title={texts[change]}
      confirm={texts[change]}
      danger={change === 'removeDay'}
      busy={correct.isPending}
      onConfirm={() => correct.mutate({ email, day, reason: reason.trim() }, { onSuccess: done })}
      onClose={onClose}
    >
      <Field label={texts.day}>
        <input
          type="date"
          required
          max={today}
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
      </Field>
      <Field label={texts.reason}>
        <input
          required
          pattern=".*\S.*"
          maxLength={maxReasonLength}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </ConfirmDialog>
  );
};
