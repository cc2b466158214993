import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDryRun, write } from '../api/client.ts';
import { useRequestKey } from '../reply/sending.tsx';
import { act } from '../shell/undo/undo-stack.ts';
import { type Change, leaves, undoOf, useMoveOn } from '../tickets/changing.ts';
import { type Macro, settles } from '../tickets/macro-actions.ts';
import { ticketTexts as texts } from '../tickets/texts.ts';
import { ConfirmDialog, Counted } from '../ui/actions.tsx';
import { Field } from '../ui/form.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { Button } from '../ui/page.tsx';
import type { targetOf } from './selection.ts';

const { bulk } = texts;

interface Props {
  title: string;
  target: ReturnType<typeof targetOf>;
  openId: number | undefined;
  onDone: () => void;
  onClose: () => void;
}

interface Outcome {
  id: number;
  ok: boolean;
  reason?: string | undefined;
}

/** Changes several tickets, after it shows their number. */
export const BulkDialog = ({ change, ...props }: Props & { change: Change }) => {
  const [target, setTarget] = useState(props.target);
  const count = useDryRun('tickets.bulk', { ...target, ...change, dryRun: true });
  return (
    <CountedDialog
      {...props}
      count={count}
      leaves={leaves(change)}
      hasNote
      run={(expected, note) =>
        write('tickets.bulk', {
          ...target,
          ...change,
          dryRun: false,
          expected,
          ...(note && { note }),
        })
      }
      onRetry={(ids) => setTarget({ ids })}
    />
  );
};

/** Runs a macro on several tickets, after it shows their number. */
export const MacroDialog = ({ macro, ...props }: Props & { macro: Macro }) => {
  const [ids, setIds] = useState(props.target.ids ?? []);
  const input = { id: macro.id, ids };
  const count = useDryRun('macros.run', { ...input, dryRun: true });
  const requestKey = useRequestKey();
  return (
    <CountedDialog
      {...props}
      count={count}
      leaves={settles(macro.actions)}
      hasNote={false}
      run={async (expected) => {
        const newest = count.data?.dryRun ? count.data.newestMessageId : null;
        const content = { ...input, expected, lastSeenMessageId: newest ?? undefined };
        const ran = await write('macros.run', { ...content, requestKey: requestKey.for(content) });
        requestKey.renew();
        if (ran.dryRun) return { outcomes: [] };
        const outcomes = ran.outcomes.map(({ ticketId, ...outcome }) => ({
          id: ticketId,
          ...outcome,
        }));
        return { changeId: ran.changeId, outcomes };
      }}
      onRetry={setIds}
    />
  );
};

/** Counts the affected tickets, makes the change, and lists the tickets that did not change. */
const CountedDialog = ({
  title,
  openId,
  count,
  leaves: isLeaving,
  hasNote,
  run,
  onRetry,
  onDone,
  onClose,
}: Omit<Props, 'target'> & {
  count: UseQueryResult<{ total: number }>;
  /** True if the change removes the tickets from the queue. */
  leaves: boolean;
  hasNote: boolean;
  run: (
    expected: number | undefined,
    note: string,
  ) => Promise<{ changeId?: string | undefined; outcomes: readonly Outcome[] }>;
  onRetry: (ids: number[]) => void;
}) => {
  const moveOn = useMoveOn();
  const apply = useMutation({
    mutationFn: (note: string) =>
      act(
        () => run(count.data?.total, note),
        ({ outcomes, changeId }) => {
          const changed = outcomes.flatMap(({ id, ok }) => (ok ? [id] : []));
          const back = isLeaving ? moveOn(changed, openId) : () => undefined;
          const undo = changeId === undefined ? undefined : undoOf(changeId, back);
          return [bulk.done(changed.length), undo];
        },
      ),
    onSuccess: ({ outcomes }) => {
      // The selection is cleared after the change; the dialog lists the failures.
      onDone();
      if (outcomes.every(({ ok }) => ok)) onClose();
    },
  });
  const failed = apply.data?.outcomes.filter(({ ok }) => !ok) ?? [];
  if (apply.data && failed.length > 0) {
    return (
      <Dialog title={bulk.done(apply.data.outcomes.length - failed.length)} onClose={onClose}>
        <p>{bulk.failed(failed.length)}</p>
        <ul>
          {failed.map(({ id, reason }) => (
            <li key={id}>{bulk.failure(id, reason)}</li>
          ))}
        </ul>
        <Button
          text={bulk.retry}
          onClick={() => {
            apply.reset();
            onRetry(failed.map(({ id }) => id));
          }}
        />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={title}
      confirm={bulk.apply}
      startsAtConfirm
      busy={apply.isPending}
      onConfirm={({ note = '' }) => apply.mutate(note)}
      onClose={onClose}
    >
      <Counted query={count}>{({ total }) => bulk.changes(total)}</Counted>
      {hasNote && (
        <Field label={bulk.note}>
          <textarea name="note" rows={2} maxLength={10_000} />
        </Field>
      )}
    </ConfirmDialog>
  );
};
