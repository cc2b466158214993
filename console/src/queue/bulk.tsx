import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AskChange, type Asked, keysOf, setStatus } from '../tickets/ask-change.tsx';
import { type Change, makeChange, type Target, useChange } from '../tickets/changing.ts';
import { ticketTexts as texts } from '../tickets/texts.ts';
import { ConfirmDialog, Counted } from '../ui/actions.tsx';
import { Field } from '../ui/form.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { Button } from '../ui/page.tsx';
import { useCommands } from '../ui/state/commands.ts';
import type { Filter } from './filter.ts';
import styles from './list-header.module.css';
import { type Selection, targetOf } from './selection.ts';

const { bulk, changes } = texts;

const forAll: readonly Asked[] = ['assign', 'addTag', 'removeTag', 'status'];
/** The changes that are also offered, unless a filter has chosen the tickets. */
const forSome: readonly Asked[] = ['snooze', 'macro'];

/** Actions on the selected tickets. */
export const BulkBar = ({ selection, filter }: { selection: Selection; filter: Filter }) => {
  const [asked, setAsked] = useState<Asked>();
  const [chosen, setChosen] = useState<Change>();
  const { mutate: make } = useChange();
  const target = targetOf(selection, filter);
  const isEmpty = !selection.all && selection.ids.size === 0;
  const choose = (change: Change) => {
    if ('until' in change.make) make({ change, target }, { onSuccess: selection.clear });
    else setChosen(change);
  };
  const asking = (change: Asked) => ({
    text: changes[change],
    keys: keysOf[change],
    run: () => setAsked(change),
  });
  const offered = [
    { text: changes.resolve, keys: 'e', run: () => choose(setStatus('resolved')) },
    ...forAll.map(asking),
    ...(selection.all ? [] : forSome.map(asking)),
  ].map((offer) => ({ ...offer, group: 'list' as const }));
  useCommands(isEmpty ? [] : offered);
  // The outcome stays visible after the change ends the selection of what changed.
  if (chosen) {
    return (
      <BulkDialog
        change={chosen}
        target={target}
        onDone={selection.narrow}
        onClose={() => setChosen(undefined)}
      />
    );
  }
  if (isEmpty) return null;
  return (
    <div className={`line bar ${styles.bulk}`}>
      <span role="status">{selection.all ? bulk.allFound : bulk.selected(selection.ids.size)}</span>
      {offered.map(({ text, run }) => (
        <Button text={text} key={text} className="lined low" onClick={run} />
      ))}
      {!selection.all && (
        <Button text={bulk.selectAll} className="low" onClick={selection.selectAll} />
      )}
      <Button text={bulk.clear} className="low" onClick={selection.clear} />
      {asked && (
        <AskChange
          asked={asked}
          isSnoozed={[...selection.ids.values()].some((ticket) => ticket?.snoozedUntil)}
          onChange={choose}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
};

/** Counts the affected tickets, makes the change, and lists the tickets that did not change. */
const BulkDialog = ({
  change,
  target: now,
  onDone,
  onClose,
}: {
  change: Change;
  target: Target;
  /** Called with the tickets that did not change. */
  onDone: (left: readonly number[]) => void;
  onClose: () => void;
}) => {
  // The selection changes after the change, while the dialog lists the failures.
  const [target] = useState(now);
  const count = useQuery({
    queryKey: ['count', target, change.make],
    queryFn: () => makeChange(change, target, { dryRun: true }),
    gcTime: 0,
  });
  const { data, isPending, mutate } = useChange();
  const run = (note: string) => {
    const lastSeenMessageId = count.data?.newestMessageId ?? undefined;
    const inBulk = { expected: count.data?.total, note, lastSeenMessageId };
    mutate(
      { change, target, inBulk },
      {
        onSuccess: ({ outcomes }) => {
          const left = outcomes.flatMap(({ id, ok }) => (ok ? [] : [id]));
          onDone(left);
          if (left.length === 0) onClose();
        },
      },
    );
  };
  const failed = data?.outcomes.filter(({ ok }) => !ok) ?? [];
  if (data && failed.length > 0) {
    return (
      <Dialog title={bulk.done(data.outcomes.length - failed.length)} onClose={onClose}>
        <p>{bulk.failed(failed.length)}</p>
        <ul>
          {failed.map(({ id, reason }) => (
            <li key={id}>{bulk.failure(id, reason)}</li>
          ))}
        </ul>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={change.title}
      confirm={bulk.apply}
      startsAtConfirm
      busy={isPending}
      onConfirm={({ note = '' }) => run(note)}
      onClose={onClose}
    >
      <Counted query={count}>{({ total }) => bulk.changes(total)}</Counted>
      {'fields' in change.make && (
        <Field label={bulk.note}>
          <textarea name="note" rows={2} maxLength={10_000} />
        </Field>
      )}
    </ConfirmDialog>
  );
};
