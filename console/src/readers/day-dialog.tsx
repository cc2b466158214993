import { useWrite } from '../api/client.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field } from '../parts/page.tsx';
import { readerTexts as texts } from '../texts/readers.ts';

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
      onConfirm={(fields) => {
        const [day, reason] = [String(fields.get('day')), String(fields.get('reason')).trim()];
        correct.mutate({ email, day, reason }, { onSuccess: done });
      }}
      onClose={onClose}
    >
      <Field label={texts.day}>
        <input type="date" name="day" required max={today} />
      </Field>
      <Field label={texts.reason}>
        <input name="reason" required pattern=".*\S.*" maxLength={300} />
      </Field>
    </ConfirmDialog>
  );
};
