import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Change, makeChange, type Target, useChange } from '../tickets/changing.ts';
import { ticketTexts } from '../tickets/texts.ts';
import { ConfirmDialog, Counted } from '../ui/actions.tsx';
import { Field } from '../ui/form.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { Button } from '../ui/page.tsx';

const { bulk: texts } = ticketTexts;

/** Counts the affected tickets, makes the change, and lists the tickets that did not change. */
export const BulkDialog = ({
  change,
  openId,
  onDone,
  onClose,
  ...props
}: {
  change: Change;
  target: Target;
  openId: number | undefined;
  onDone: () => void;
  onClose: () => void;
}) => {
  const [target, setTarget] = useState(props.target);
  const count = useQuery({
    queryKey: ['count', target, change.make],
    queryFn: () => makeChange(change, target, { dryRun: true }),
    gcTime: 0,
  });
  const apply = useChange(openId);
  const run = (note: string) => {
    const lastSeenMessageId = count.data?.newestMessageId ?? undefined;
    const inBulk = { expected: count.data?.total, note, lastSeenMessageId };
    const onSuccess = ({ outcomes }: { outcomes: readonly { ok: boolean }[] }) => {
      // The selection is cleared after the change; the dialog lists the failures.
      onDone();
      if (outcomes.every(({ ok }) => ok)) onClose();
    };
    apply.mutate({ change, target, inBulk }, { onSuccess });
  };
  const failed = apply.data?.outcomes.filter(({ ok }) => !ok) ?? [];
  if (apply.data && failed.length > 0) {
    return (
      <Dialog title={texts.done(apply.data.outcomes.length - failed.length)} onClose={onClose}>
        <p>{texts.failed(failed.length)}</p>
        <ul>
          {failed.map(({ id, reason }) => (
            <li key={id}>{texts.failure(id, reason)}</li>
          ))}
        </ul>
        <Button
          text={texts.retry}
          onClick={() => {
            apply.reset();
            setTarget({ ids: failed.map(({ id }) => id) });
          }}
        />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={change.title}
      confirm={texts.apply}
      startsAtConfirm
      busy={apply.isPending}
      onConfirm={({ note = '' }) => run(note)}
      onClose={onClose}
    >
      <Counted query={count}>{({ total }) => texts.changes(total)}</Counted>
      {'fields' in change.make && (
        <Field label={texts.note}>
          <textarea name="note" rows={2} maxLength={10_000} />
        </Field>
      )}
    </ConfirmDialog>
  );
};
