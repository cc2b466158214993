import { useMutation, useQueryClient } from '@tanstack/react-query';
import { write } from '../api/client.ts';
import { refresh } from '../api/refresh.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Field } from '../parts/page.tsx';
import { quizTexts as texts } from '../texts/quiz.ts';
import type { Quiz } from './draft-fields.ts';

export type Decision = keyof typeof texts.decisions;

/** Asks before a quiz is held, released, published or unpublished, and why. */
export const DecideDialog = ({
  quiz: { id, revision },
  decision,
  onClose,
}: {
  quiz: Quiz;
  decision: Decision;
  onClose: () => void;
}) => {
  const queries = useQueryClient();
  const { title, why, done } = texts.decisions[decision];
  const change = { id, revision };
  const verbs = {
    hold: (reason: string) => write('quiz.hold', { ...change, ...(reason && { reason }) }),
    release: () => write('quiz.hold', { ...change, held: false }),
    publish: () => write('quiz.publish', change),
    unpublish: (reason: string) => write('quiz.unpublish', { ...change, reason }),
  };
  const decide = useMutation({
    mutationFn: (reason: string): Promise<unknown> => verbs[decision](reason),
    onSuccess: () => toast(done),
    // If somebody changed it, what it is now is looked at before it is decided on again.
    onError: () => refresh(queries),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      title={title}
      confirm={title}
      danger={decision === 'unpublish'}
      busy={decide.isPending}
      onConfirm={(form) => decide.mutate(String(form.get('reason') ?? '').trim())}
      onClose={onClose}
    >
      <p>{why}</p>
      {(decision === 'hold' || decision === 'unpublish') && (
        <Field label={texts.reason}>
          <input
            name="reason"
            required={decision === 'unpublish'}
            pattern=".*\S.*"
            maxLength={300}
          />
        </Field>
      )}
    </ConfirmDialog>
  );
};
