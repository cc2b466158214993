import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDryRun, useWrite, write } from '../api/client.ts';
import { AssignDialog, TagDialog } from '../tickets/choose-dialogs.tsx';
import { SnoozeDialog } from '../tickets/snooze.tsx';
import { ticketTexts as texts } from '../tickets/texts.ts';
import { ConfirmDialog, Counted } from '../ui/actions.tsx';
import { Field, type Fields } from '../ui/form.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { OptionsDialog } from '../ui/overlays/options-dialog.tsx';
import { toast } from '../ui/overlays/toasts.tsx';
import { Button } from '../ui/page.tsx';
import { useCommands } from '../ui/state/commands.ts';
import {
  type Change,
  type FailedOutcome,
  failedIn,
  type Target,
  targetOf,
  undoOf,
} from './bulk-changes.ts';
import { type Filter, type ListedTicket, statuses } from './filter.ts';
import styles from './list.module.css';
import type { Selection } from './selection.ts';

export const BulkBar = ({ selection, filter }: { selection: Selection; filter: Filter }) => {
  const { bulk } = texts;
  const [asks, setAsks] = useState<'assign' | 'tag' | 'status' | 'snooze'>();
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
  change,
  onDone,
  onClose,
}: {
  title: string;
  target: Target;
  /** The tickets as they were, as far as they are known. */
  before: readonly ListedTicket[];
  change: Change;
  onDone: () => void;
  onClose: () => void;
}) => {
  // The selection goes once the change is done; what it was stays.
  const [target, setTarget] = useState(asked);
  const [undos] = useState(() => undoOf(change, before));
  const count = useDryRun('tickets.bulk', { ...target, ...change, dryRun: true });
  const apply = useWrite('tickets.bulk', {
    onSuccess: ({ total, outcomes }) => {
      onDone();
      if (failedIn(outcomes).length > 0) return;
      onClose();
      toast(bulk.done(total), undos.length > 0 ? { undo } : {});
    },
  });
  const failed = failedIn(apply.data?.outcomes);
  const { bulk } = texts;
  const { mutate: undo } = useMutation({
    mutationFn: async () => {
      for (const input of undos) await write('tickets.bulk', input);
    },
  });
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
