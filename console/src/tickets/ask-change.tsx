import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read, useRead } from '../api/client.ts';
import { MomentDialog } from '../reply/moment-dialog.tsx';
import { useNames } from '../shell/people.ts';
import { useSession } from '../shell/session.ts';
import { OptionsDialog } from '../ui/overlays/options-dialog.tsx';
import type { Change } from './changing.ts';
import { settles, summaryOf } from './macro-actions.ts';
import { allStatuses, ticketTexts as texts } from './texts.ts';

const { actions, changes, snooze } = texts;

/** The changes that a dialog asks more about. */
export type Asked = 'assign' | 'addTag' | 'removeTag' | 'status' | 'snooze' | 'macro';

export const keysOf: Partial<Record<Asked, string>> = {
  assign: 'a',
  addTag: 't',
  snooze: 's',
  macro: ';',
};

type Choice = [value: string, text: string, change: Change, beside?: ReactNode];

export const setStatus = (status: (typeof allStatuses)[number]): Change => ({
  title: texts.statusSet(status),
  leaves: status === 'resolved' || status === 'closed',
  make: { fields: { setStatus: status } },
});

export const removeTag = ({ id, name }: { id: number; name: string }): Change => ({
  title: texts.untagged(name),
  make: { fields: { removeTagId: id } },
});

/** Returns a function that describes the actions of a macro. */
export const useSummary = () => {
  const tags = useRead('tags.list').data?.items ?? [];
  const nameOf = useNames();
  const tagOf = (id: number) => tags.find((tag) => tag.id === id)?.name ?? `#${id}`;
  return ({ actions: list }: { actions: Parameters<typeof summaryOf>[0] }) =>
    summaryOf(list, tagOf, nameOf);
};

const useChoices = (asked: Asked) => {
  const me = useSession().email;
  const nameOf = useNames();
  const describe = useSummary();
  const team = useRead('me.get').data?.team ?? [];
  const tags = useRead('tags.list').data?.items ?? [];
  const macros = useQuery({ ...read('macros.list'), enabled: asked === 'macro' });
  const assignTo = (assignee: string | null): Change => ({
    title: assignee === null ? texts.unassigned : texts.assigned(nameOf(assignee)),
    make: { fields: { assignTo: assignee } },
  });
  const choices: Partial<Record<Asked, () => Choice[]>> = {
    assign: () => [
      [me, actions.assignToMe, assignTo(me)],
      ...team
        .filter(({ email }) => email !== me)
        .map(({ email, name }): Choice => [email, name ?? email, assignTo(email)]),
      ['', actions.unassign, assignTo(null)],
    ],
    addTag: () =>
      tags.map(({ id, name }) => [
        String(id),
        name,
        { title: texts.tagged(name), make: { fields: { addTagId: id } } },
      ]),
    removeTag: () => tags.map((tag) => [String(tag.id), tag.name, removeTag(tag)]),
    status: () => allStatuses.map((status) => [status, texts.statuses[status], setStatus(status)]),
    macro: () =>
      macros.data?.items.map((macro) => [
        String(macro.id),
        macro.name,
        {
          title: macro.name,
          leaves: settles(macro.actions),
          make: { macro },
        },
        <span key={macro.id} className="faint">
          {describe(macro)}
        </span>,
      ]) ?? [],
  };
  return { choices: choices[asked]?.() ?? [], isFinding: asked === 'macro' && macros.isPending };
};

/** A sentinel that means until the reader writes. */
const never = '9999-01-01T00:00:00.000Z';

/** Asks for the rest of a change: to whom, which tag, until when, which macro. */
export const AskChange = ({
  asked,
  isSnoozed,
  onChange,
  onClose,
}: {
  asked: Asked;
  /** True if a snooze can be ended. */
  isSnoozed: boolean;
  onChange: (change: Change) => void;
  onClose: () => void;
}) => {
  const { choices, isFinding } = useChoices(asked);
  const choose = (change: Change) => {
    onClose();
    onChange(change);
  };
  if (asked === 'snooze') {
    const others: [string, string | null][] = [[snooze.untilReader, never]];
    if (isSnoozed) others.push([snooze.end, null]);
    return (
      <MomentDialog
        title={changes.snooze}
        others={others}
        // Null brings snoozed tickets back.
        onChoose={(until) => {
          const title = until === null ? snooze.ended : snooze.done;
          choose({ title, leaves: until !== null, make: { until } });
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <OptionsDialog
      title={changes[asked]}
      isFinding={isFinding}
      options={choices.map(([value, text, , beside]) => [value, text, beside])}
      onChoose={(chosen) => {
        const choice = choices.find(([value]) => value === chosen);
        if (choice) choose(choice[2]);
      }}
      onClose={onClose}
    >
      {asked === 'macro' && !isFinding && choices.length === 0 && (
        <p className="small">{texts.macros.none}</p>
      )}
    </OptionsDialog>
  );
};
