import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Check, Field } from '../parts/page.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';

/** Merges a ticket into another, after a count of what moves. */
export const MergeDialog = ({ fromId, onClose }: { fromId: number; onClose: () => void }) => {
  const navigate = useNavigate();
  const [into, setInto] = useState('');
  const [different, setDifferent] = useState(false);
  const count = useWrite('tickets.merge');
  const merge = useWrite('tickets.merge');
  const intoId = Number(into);
  const asked = { fromId, intoId, differentRequesters: different };
  const startCount = () => count.mutate({ ...asked, dryRun: true });
  const confirm = () =>
    merge.mutate(
      { ...asked, dryRun: false, expected: count.data?.total },
      {
        onSuccess: () => {
          onClose();
          toast(texts.merge.done(intoId));
          void navigate({ to: `/chamados/${intoId}`, search: (before: object) => before });
        },
        onError: startCount,
      },
    );
  const mustAgree = failureOf(count.error)?.errorCode === 'requesters-differ' || different;
  return (
    <ConfirmDialog
      title={texts.merge.title}
      confirm={count.data ? texts.merge.confirm : texts.merge.count}
      busy={count.isPending || merge.isPending}
      onConfirm={count.data ? confirm : startCount}
      onClose={onClose}
    >
      <Field label={texts.merge.into}>
        <input
          inputMode="numeric"
          pattern="[1-9][0-9]{0,8}"
          required
          value={into}
          onChange={({ target }) => {
            setInto(target.value);
            count.reset();
          }}
        />
      </Field>
      {mustAgree && (
        <Check
          label={texts.merge.different}
          checked={different}
          onChange={(checked) => {
            setDifferent(checked);
            count.reset();
          }}
        />
      )}
      {count.data && (
        <div role="status">
          <p>{texts.merge.warning(count.data.total, intoId)}</p>
          <ul>
            {count.data.records.map(({ kind, count: records }) => (
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
