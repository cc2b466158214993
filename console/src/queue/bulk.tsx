import { useState } from 'react';
import type { Change } from '../tickets/changing.ts';
import { AssignDialog, TagDialog } from '../tickets/choose-dialogs.tsx';
import type { Macro } from '../tickets/macro-actions.ts';
import { MacrosDialog } from '../tickets/macros.tsx';
import { SnoozeDialog } from '../tickets/snooze.tsx';
import { ticketTexts as texts } from '../tickets/texts.ts';
import { OptionsDialog } from '../ui/overlays/options-dialog.tsx';
import { Button } from '../ui/page.tsx';
import { useCommands } from '../ui/state/commands.ts';
import { BulkDialog, MacroDialog } from './bulk-dialog.tsx';
import { type Filter, statuses } from './filter.ts';
import styles from './list.module.css';
import { type Selection, targetOf } from './selection.ts';

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
  const [asks, setAsks] = useState<'assign' | 'tag' | 'untag' | 'status' | 'snooze' | 'macro'>();
  const [chosen, setChosen] = useState<{ title: string; change?: Change; macro?: Macro }>();
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
    // These actions are not offered for tickets chosen by a filter.
    ...(selection.all
      ? []
      : [
          { group, text: texts.snooze.title, keys: 's', run: () => setAsks('snooze') },
          { group, text: texts.macros.title, keys: ';', run: () => setAsks('macro') },
        ]),
  ];
  useCommands(isEmpty ? [] : offered);
  const cancel = () => setAsks(undefined);
  // The outcome stays visible after the change clears the selection.
  if (chosen) {
    const { title, change, macro } = chosen;
    const props = {
      title,
      openId,
      target: targetOf(selection, filter),
      onDone: selection.clear,
      onClose: () => setChosen(undefined),
    };
    if (macro) return <MacroDialog macro={macro} {...props} />;
    if (change) return <BulkDialog change={change} {...props} />;
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
      {asks === 'macro' && (
        <MacrosDialog
          onChoose={(macro) => {
            setAsks(undefined);
            setChosen({ title: macro.name, macro });
          }}
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
