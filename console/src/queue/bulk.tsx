import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type InputOf, useDryRun, write } from '../api/client.ts';
import { act } from '../shell/undo-stack.ts';
import {
  type Change,
  type FailedOutcome,
  failedIn,
  leaves,
  useMoveOn,
} from '../tickets/changing.ts';
import { AssignDialog, TagDialog } from '../tickets/choose-dialogs.tsx';
import { SnoozeDialog } from '../tickets/snooze.tsx';
import { ticketTexts as texts } from '../tickets/texts.ts';
import { ConfirmDialog, Counted } from '../ui/actions.tsx';
import { Field, type Fields } from '../ui/form.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { OptionsDialog } from '../ui/overlays/options-dialog.tsx';
import { Button } from '../ui/page.tsx';
import { useCommands } from '../ui/state/commands.ts';
import { type Target, targetOf, undoOf } from './bulk-changes.ts';
import { type Filter, type ListedTicket, statuses } from './filter.ts';
import styles from './list.module.css';
import type { Selection } from './selection.ts';

/** Actions on the selected tickets. */
export const BulkBar = ({
  selection,
  filter,
  openId,
}: {
  selection: Selection;
  filter: Filter;
  openId: number | undefined;
}) => {
  const { bulk } = texts;
  const [asks, setAsks] = useState<'assign' | 'tag' | 'untag' | 'status' | 'snooze'>();
  const [chosen, setChosen] = useState<{ title: string; change: Change }>();
  const isEmpty = !selection.all && selection.ids.size === 0;
  const choose = (title: string, change: Change) => {
    setAsks(undefined);
    setChosen({ title, change });
  };
  const resolve = () => choose(bulk.resolve, { setStatus: 'resolved' });
  const group = 'list' as const;
  const offered = [
    { group, text: bulk.resolve, keys: 'e', run: resolve },
    { group, text: bulk.assign, keys: 'a', run: () => setAsks('assign') },
    { group, text: bulk.tag, keys: 't', run: () => setAsks('tag') },
    { group, text: bulk.untag, run: () => setAsks('untag') },
    { group, text: bulk.status, run: () => setAsks('status') },
    // Tickets chosen by filter cannot be snoozed.
    ...(selection.all
      ? []
      : [{ group, text: texts.snooze.title, keys: 's', run: () => setAsks('snooze') }]),
  ];
  useCommands(isEmpty ? [] : offered);
  const cancel = () => setAsks(undefined);
  // The outcome stays when the change has cleared the selection.
  if (chosen) {
    return (
      <BulkDialog
        target={targetOf(selection, filter)}
        before={[...selection.ids.values()]}
        openId={openId}
        {...chosen}
        onDone={selection.clear}
        onClose={() => setChosen(undefined)}
      />
    );
  }
  if (isEmpty) return null;
  return (
    <div className={`line bar ${styles.bulk}`}>
      <span role="status">{selection.all ? bulk.allFound : bulk.selected(selection.ids.size)}</span>
      {!selection.all && (
        <Button text={bulk.selectAll} className="low" onClick={selection.selectAll} />
      )}
      <Button text={bulk.clear} className="low" onClick={selection.clear} />
      {offered.map(({ text, run }) => (
        <Button text={text} key={text} className="lined low" onClick={run} />
      ))}
      {asks === 'assign' && (
        <AssignDialog
          onChoose={(assignTo) =>
            choose(`${bulk.assign}: ${assignTo ?? texts.nobody}`, { assignTo })
          }
          onClose={cancel}
        />
      )}
      {asks === 'snooze' && (
        <SnoozeDialog
          tickets={[...selection.ids.values()]}
          openId={openId}
          onDone={selection.clear}
          onClose={cancel}
        />
      )}
      {asks === 'tag' && (
        <TagDialog
          onChoose={({ id, name }) => choose(`${bulk.tag}: ${name}`, { addTagId: id })}
          onClose={cancel}
        />
      )}
      {asks === 'untag' && (
        <TagDialog
          title={bulk.untag}
          onChoose={({ id, name }) => choose(`${bulk.untag}: ${name}`, { removeTagId: id })}
          onClose={cancel}
        />
      )}
      {asks === 'status' && (
        <OptionsDialog
          title={bulk.status}
          options={statuses.map((status) => [status, texts.statuses[status]])}
          onChoose={(value) => {
            const setStatus = statuses.find((status) => status === value);
            if (setStatus) choose(`${bulk.status}: ${texts.statuses[setStatus]}`, { setStatus });
          }}
          onClose={cancel}
        />
      )}
    </div>
  );
};

/** Counts what a change concerns, does it, and shows which tickets did not change. */
const BulkDialog = ({
  title,
  target: asked,
  before,
  openId,
  change,
  onDone,
  onClose,
}: {
  title: string;
  target: Target;
  /** The tickets as they were, as far as they are known. */
  before: readonly ListedTicket[];
  openId: number | undefined;
  change: Change;
  onDone: () => void;
  onClose: () => void;
}) => {
  // The selection goes once the change is done; what it was stays.
  const [target, setTarget] = useState(asked);
  const [undos] = useState(() => undoOf(change, before));
  const moveOn = useMoveOn();
  const count = useDryRun('tickets.bulk', { ...target, ...change, dryRun: true });
  const apply = useMutation({
    mutationFn: (input: InputOf<'tickets.bulk'>) =>
      act(
        () => write('tickets.bulk', input),
        ({ outcomes }) => {
          const changed = outcomes.flatMap(({ id, ok }) => (ok ? [id] : []));
          const back = leaves(change) ? moveOn(changed, openId) : () => undefined;
          const undo = async () => {
            for (const former of undos) await write('tickets.bulk', former);
            back();
            return texts.snooze.undone(changed.length);
          };
          return [bulk.done(changed.length), undo];
        },
      ),
    onSuccess: ({ outcomes }) => {
      onDone();
      if (failedIn(outcomes).length === 0) onClose();
    },
  });
  const failed = failedIn(apply.data?.outcomes);
  const { bulk } = texts;
  const confirm = ({ note }: Fields) =>
    apply.mutate({
      ...target,
      ...change,
      dryRun: false,
      expected: count.data?.total,
      ...(note && { note }),
    });
  const retry = (outcomes: readonly FailedOutcome[]) => {
    apply.reset();
    setTarget({ ids: outcomes.map(({ id }) => id) });
  };
  if (apply.data && failed.length > 0) {
    return (
      <Dialog title={bulk.done(apply.data.total - failed.length)} onClose={onClose}>
        <p>{bulk.failed(failed.length)}</p>
        <ul>
          {failed.map(({ id, reason }) => (
            <li key={id}>{bulk.failure(id, reason)}</li>
          ))}
        </ul>
        <Button text={bulk.retry} onClick={() => retry(failed)} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={title}
      confirm={bulk.apply}
      startsAtConfirm
      busy={apply.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Counted query={count}>{({ total }) => bulk.changes(total)}</Counted>
      <Field label={bulk.note}>
        <textarea name="note" rows={2} maxLength={10_000} />
      </Field>
    </ConfirmDialog>
  );
};
