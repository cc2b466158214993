import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Check, Field, type Fields } from '../parts/page.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';

/** Merges a ticket into another, after a count of what moves. */
export const MergeDialog = ({ fromId, onClose }: { fromId: number; onClose: () => void }) => {
  const navigate = useNavigate();
  const [mustAgree, setMustAgree] = useState(false);
  const count = useWrite('tickets.merge');
  const merge = useWrite('tickets.merge');
  const counted = count.data;
  const submit = ({ into, different }: Fields) => {
    const intoId = Number(into);
    const asked = { fromId, intoId, differentRequesters: different !== undefined };
    const startCount = () =>
      count.mutate(
        { ...asked, dryRun: true },
        {
          onError: (error) => {
            if (failureOf(error)?.errorCode === 'requesters-differ') setMustAgree(true);
          },
        },
      );
    if (!counted) return startCount();
    merge.mutate(
      { ...asked, dryRun: false, expected: counted.total },
      {
        onSuccess: () => {
          onClose();
          toast(texts.merge.done(intoId));
          void navigate({ to: `/chamados/${intoId}`, search: (before: object) => before });
        },
        onError: startCount,
      },
    );
  };
  return (
    <ConfirmDialog
      title={texts.merge.title}
      confirm={counted ? texts.merge.confirm : texts.merge.count}
      busy={count.isPending || merge.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <Field label={texts.merge.into}>
        <input
          name="into"
          inputMode="numeric"
          pattern="[1-9][0-9]{0,8}"
          required
          onChange={count.reset}
        />
      </Field>
      {mustAgree && <Check label={texts.merge.different} name="different" onChange={count.reset} />}
      {counted && (
        <div role="status">
          <p>{texts.merge.warning(counted.total, count.variables.intoId)}</p>
          <ul>
            {counted.records.map(({ kind, count: records }) => (
              <li key={kind}>
                {records} {texts.merge.kinds[kind] ?? kind}
              </li>
            ))}
          </ul>
        </div>
      )}
    </ConfirmDialog>
  );
};
