import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWrite, write } from '../api/client.ts';
import { failureText } from '../api/failure.ts';
import type { OutputOf } from '../api/procedures.ts';
import { refresh } from '../api/refresh.ts';
import { toast } from '../app/toasts.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';
import { type Change, type ListedTicket, type Target, undoOf } from './bulk-change.ts';

type Outcome = OutputOf<'tickets.bulk'>['outcomes'][number];
type FailedOutcome = Extract<Outcome, { ok: false }>;

/** Counts what a change concerns, does it, and shows which tickets did not change. */
export const BulkDialog = ({
  target: asked,
  before,
  change,
  onDone,
  onClose,
}: {
  target: Target;
  /** The tickets as they were, as far as they are known. */
  before: readonly ListedTicket[];
  change: Change;
  onDone: () => void;
  onClose: () => void;
}) => {
  const queries = useQueryClient();
  // The selection goes once the change is done; what it was stays.
  const [target, setTarget] = useState(asked);
  const [undos] = useState(() => undoOf(change, before));
  const count = useWrite('tickets.bulk');
  const apply = useWrite('tickets.bulk');
  const { mutate: startCount } = count;
  useEffect(() => startCount({ ...target, ...change, dryRun: true }), [startCount, target, change]);
  const failed = apply.data?.outcomes.filter((outcome): outcome is FailedOutcome => !outcome.ok);
  const { bulk } = texts;
  const undo = async () => {
    try {
      for (const input of undos) await write('tickets.bulk', input);
    } catch (error) {
      toast(failureText(error), { failed: true });
    }
    refresh(queries);
  };
  const confirm = () =>
    apply.mutate(
      { ...target, ...change, dryRun: false, expected: count.data?.total },
      {
        onSuccess: ({ total, outcomes }) => {
          onDone();
          if (outcomes.some(({ ok }) => !ok)) return;
          onClose();
          toast(bulk.done(total), undos.length > 0 ? { undo: () => void undo() } : {});
        },
        onError: () => startCount({ ...target, ...change, dryRun: true }),
      },
    );
  const retry = (outcomes: readonly FailedOutcome[]) => {
    apply.reset();
    setTarget({ ids: outcomes.map(({ id }) => id) });
  };
  if (apply.data && failed?.length) {
    return (
      <Dialog title={bulk.done(apply.data.total - failed.length)} onClose={onClose}>
        <p>{bulk.failed(failed.length)}</p>
        <ul>
          {failed.map(({ id, reason }) => (
            <li key={id}>
              {texts.ticket(id)}: {bulk.reasons[reason]}
            </li>
          ))}
        </ul>
        <button type="button" onClick={() => retry(failed)}>
          {bulk.retry}
        </button>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={summaryOf(change)}
      confirm={bulk.apply}
      busy={!count.data || count.isPending || apply.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p role="status">{count.data ? bulk.changes(count.data.total) : bulk.counting}</p>
    </ConfirmDialog>
  );
};

const summaryOf = ({ setStatus, addTagId, assignTo }: Change): string => {
  const { bulk } = texts;
  if (setStatus !== undefined) return `${bulk.status}: ${texts.statuses[setStatus]}`;
  if (addTagId !== undefined) return bulk.tag;
  return `${bulk.assign}: ${assignTo ?? texts.nobody}`;
};
