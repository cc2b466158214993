import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWrite } from '../api/client.ts';
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
  const [typed, setTyped] = useState('');
  const hold = useWrite('quiz.hold');
  const publish = useWrite('quiz.publish');
  const unpublish = useWrite('quiz.unpublish');
  const { title, why, done } = texts.decisions[decision];
  const change = { id, revision };
  const reason = typed.trim();
  const verbs = {
    hold: () => hold.mutateAsync({ ...change, ...(reason && { reason }) }),
    release: () => hold.mutateAsync({ ...change, held: false }),
    publish: () => publish.mutateAsync(change),
    unpublish: () => unpublish.mutateAsync({ ...change, reason }),
  };
  const decide = async () => {
    try {
      await verbs[decision]();
      toast(done);
    } catch {
      // A toast says why. If somebody changed it, what it is now is looked at before it is decided on again.
      refresh(queries);
    }
    onClose();
  };
  return (
    <ConfirmDialog
      title={title}
      confirm={title}
      danger={decision === 'unpublish'}
      busy={hold.isPending || publish.isPending || unpublish.isPending}
      onConfirm={() => void decide()}
      onClose={onClose}
    >
      <p>{why}</p>
      {(decision === 'hold' || decision === 'unpublish') && (
        <Field label={texts.reason}>
          <input
            required={decision === 'unpublish'}
            pattern=".*\S.*"
            maxLength={300}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      )}
    </ConfirmDialog>
  );
};
