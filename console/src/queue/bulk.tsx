import { useState } from 'react';
import { AskChange, type Asked, setStatus } from '../tickets/ask-change.tsx';
import { type Change, useChange } from '../tickets/changing.ts';
import { ticketTexts as texts } from '../tickets/texts.ts';
import { Button } from '../ui/page.tsx';
import { useCommands } from '../ui/state/commands.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import type { Filter } from './filter.ts';
import styles from './list.module.css';
import { type Selection, targetOf } from './selection.ts';

const { bulk } = texts;

/** The actions on selected tickets; those of `some` are not offered for tickets chosen by a filter. */
const offers: readonly { text: string; keys?: string; asked?: Asked; some?: true }[] = [
  { text: bulk.resolve, keys: 'e' },
  { text: bulk.assign, keys: 'a', asked: 'assign' },
  { text: bulk.tag, keys: 't', asked: 'tag' },
  { text: bulk.untag, asked: 'untag' },
  { text: bulk.status, asked: 'status' },
  { text: texts.snooze.title, keys: 's', asked: 'snooze', some: true },
  { text: texts.macros.title, keys: ';', asked: 'macro', some: true },
];

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
  const [asked, setAsked] = useState<Asked>();
  const [chosen, setChosen] = useState<Change>();
  const { mutate: make } = useChange(openId);
  const target = targetOf(selection, filter);
  const isEmpty = !selection.all && selection.ids.size === 0;
  const choose = (change: Change) => {
    if ('until' in change.make) make({ change, target }, { onSuccess: selection.clear });
    else setChosen(change);
  };
  const offered = offers
    .filter(({ some }) => !(some && selection.all))
    .map(({ asked: next, some: _, ...offer }) => ({
      ...offer,
      group: 'list' as const,
      run: () => (next ? setAsked(next) : choose(setStatus('resolved'))),
    }));
  useCommands(isEmpty ? [] : offered);
  // The outcome stays visible after the change clears the selection.
  if (chosen) {
    return (
      <BulkDialog
        change={chosen}
        target={target}
        openId={openId}
        onDone={selection.clear}
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
          tickets={[...selection.ids.values()]}
          onChange={choose}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
};
