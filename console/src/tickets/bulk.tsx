import { useState } from 'react';
import { useCommands } from '../app/commands.ts';
import { OptionsDialog } from '../parts/options-dialog.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';
import { AssignDialog } from './assign-dialog.tsx';
import styles from './bulk.module.css';
import type { Change, Target } from './bulk-change.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { conditionsOf, type Filter, statuses } from './filter.ts';
import type { Selection } from './selection.ts';
import { TagDialog } from './tag-dialog.tsx';

const targetOf = ({ all, ids }: Selection, filter: Filter): Target =>
  all ? { filter: conditionsOf(filter) } : { ids: [...ids.keys()] };

/** What can be done with the selected tickets. */
export const BulkBar = ({ selection, filter }: { selection: Selection; filter: Filter }) => {
  const { bulk } = texts;
  const [asks, setAsks] = useState<'assign' | 'tag' | 'status'>();
  const [change, setChange] = useState<Change>();
  const isEmpty = !selection.all && selection.ids.size === 0;
  const choose = (chosen: Change) => {
    setAsks(undefined);
    setChange(chosen);
  };
  const group = 'list' as const;
  const offered = [
    { group, text: bulk.resolve, keys: 'e', run: () => choose({ setStatus: 'resolved' }) },
    { group, text: bulk.assign, keys: 'a', run: () => setAsks('assign') },
    { group, text: bulk.tag, keys: 't', run: () => setAsks('tag') },
    { group, text: bulk.status, run: () => setAsks('status') },
  ];
  useCommands(isEmpty ? [] : offered);
  const cancel = () => setAsks(undefined);
  // The outcome stays when the change has cleared the selection.
  if (change) {
    return (
      <BulkDialog
        target={targetOf(selection, filter)}
        before={[...selection.ids.values()]}
        change={change}
        onDone={selection.clear}
        onClose={() => setChange(undefined)}
      />
    );
  }
  if (isEmpty) return null;
  return (
    <div className={`line ${styles.bar}`}>
      <span role="status">{selection.all ? bulk.allFound : bulk.selected(selection.ids.size)}</span>
      {!selection.all && (
        <button type="button" className="quiet" onClick={selection.selectAll}>
          {bulk.selectAll}
        </button>
      )}
      <button type="button" className="quiet" onClick={selection.clear}>
        {bulk.clear}
      </button>
      {offered.map(({ text, run }) => (
        <button key={text} type="button" onClick={run}>
          {text}
        </button>
      ))}
      {asks === 'assign' && (
        <AssignDialog onChoose={(assignTo) => choose({ assignTo })} onClose={cancel} />
      )}
      {asks === 'tag' && (
        <TagDialog onChoose={(addTagId) => choose({ addTagId })} onClose={cancel} />
      )}
      {asks === 'status' && (
        <OptionsDialog
          title={bulk.status}
          options={statuses.map((status) => [status, texts.statuses[status]])}
          onChoose={(chosen) => choose({ setStatus: statuses.find((status) => status === chosen) })}
          onClose={cancel}
        />
      )}
    </div>
  );
};
