import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { toast } from '../app/toasts.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { shell } from '../texts/shell.ts';
import { ticketTexts as texts } from '../texts/tickets.ts';
import styles from './ticket.module.css';

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
    <Dialog title={texts.merge.title} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (count.data) confirm();
          else startCount();
        }}
      >
        <label>
          {texts.merge.into}
          <input
            autoFocus
            inputMode="numeric"
            pattern="[1-9][0-9]{0,8}"
            required
            value={into}
            onChange={({ target }) => {
              setInto(target.value);
              count.reset();
            }}
          />
        </label>
        {mustAgree && (
          <label className={styles.inPrompt}>
            <input
              type="checkbox"
              checked={different}
              onChange={({ target }) => {
                setDifferent(target.checked);
                count.reset();
              }}
            />
            {texts.merge.different}
          </label>
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
        <div className={styles.buttons}>
          <button type="button" onClick={onClose}>
            {shell.cancel}
          </button>
          <button type="submit" className="primary" disabled={count.isPending || merge.isPending}>
            {count.data ? texts.merge.confirm : texts.merge.count}
          </button>
        </div>
      </form>
    </Dialog>
  );
};
