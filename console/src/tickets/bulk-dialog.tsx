import { useEffect, useState } from 'react';
import { useWrite } from '../api/client.ts';
import type { OutputOf } from '../api/procedures.ts';
import { Dialog } from '../parts/dialog.tsx';
import { shell } from '../texts/shell.ts';
import { ticketTexts as texts } from '../texts/tickets.ts';
import styles from './bulk.module.css';
import type { Change, Target } from './bulk-change.ts';

type Outcome = OutputOf<'tickets.bulk'>['outcomes'][number];
type FailedOutcome = Extract<Outcome, { ok: false }>;

/** Counts what a change concerns, does it, and shows what became of each ticket. */
export const BulkDialog = ({
  target: asked,
  change,
  onDone,
  onClose,
}: {
  target: Target;
  change: Change;
  onDone: () => void;
  onClose: () => void;
}) => {
  // The selection goes once the change is done; what it was stays.
  const [target, setTarget] = useState(asked);
  const count = useWrite('tickets.bulk');
  const apply = useWrite('tickets.bulk');
  const { mutate: startCount } = count;
  useEffect(() => startCount({ ...target, ...change, dryRun: true }), [startCount, target, change]);
  const failed = apply.data?.outcomes.filter((outcome): outcome is FailedOutcome => !outcome.ok);
  const { bulk } = texts;
  const confirm = () =>
    apply.mutate(
      { ...target, ...change, dryRun: false, expected: count.data?.total },
      { onSuccess: onDone, onError: () => startCount({ ...target, ...change, dryRun: true }) },
    );
  const retry = (outcomes: readonly FailedOutcome[]) => {
    apply.reset();
    setTarget({ ids: outcomes.map(({ id }) => id) });
  };
  if (apply.data && failed) {
    return (
      <Dialog title={bulk.done(apply.data.total - failed.length)} onClose={onClose}>
        {failed.length > 0 && (
          <>
            <p>{bulk.failed(failed.length)}</p>
            <ul className={styles.outcomes}>
              {failed.map(({ id, reason }) => (
                <li key={id}>
                  {texts.ticket(id)}: {bulk.reasons[reason]}
                </li>
              ))}
            </ul>
          </>
        )}
        <div className={styles.buttons}>
          {failed.length > 0 && (
            <button type="button" onClick={() => retry(failed)}>
              {bulk.retry}
            </button>
          )}
          <button type="button" className="primary" onClick={onClose}>
            {shell.close}
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={summaryOf(change)} onClose={onClose}>
      <p role="status">{count.data ? bulk.changes(count.data.total) : bulk.counting}</p>
      <div className={styles.buttons}>
        <button type="button" onClick={onClose}>
          {shell.cancel}
        </button>
        <button
          type="button"
          className="primary"
          disabled={!count.data || count.isPending || apply.isPending}
          onClick={confirm}
        >
          {bulk.apply}
        </button>
      </div>
    </Dialog>
  );
};

const summaryOf = ({ setStatus, addTagId, assignTo }: Change): string => {
  const { bulk } = texts;
  if (setStatus !== undefined) return `${bulk.status}: ${texts.statuses[setStatus]}`;
  if (addTagId !== undefined) return bulk.tag;
  return `${bulk.assign}: ${assignTo ?? texts.nobody}`;
};
