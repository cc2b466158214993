import { useState } from 'react';
import { useCommands } from '../app/commands.ts';
import { ticketTexts as texts } from '../texts/tickets.ts';
import { AssignDialog } from './assign-dialog.tsx';
import styles from './bulk.module.css';
import type { Change, Target } from './bulk-change.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { conditionsOf, type Filter } from './filter.ts';
import type { Selection } from './selection.ts';
import { StatusDialog } from './status-dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';

const targetOf = ({ all, ids }: Selection, filter: Filter): Target =>
  all ? { filter: conditionsOf(filter) } : { ids: [...ids.keys()] };

/** What can be done with the selected tickets. */
export default function BulkBar({ selection, filter }: { selection: Selection; filter: Filter }) {
  const { bulk } = texts;
  const [asks, setAsks] = useState<'assign' | 'tag' | 'status'>();
  const [change, setChange] = useState<Change>();
  const isEmpty = !selection.all && selection.ids.size === 0;
  const choose = (chosen: Change) => {
    setAsks(undefined);
    setChange(chosen);
  };
  const group = 'list' as const;
  useCommands(
    isEmpty
      ? []
      : [
          { group, text: bulk.assign, keys: 'a', run: () => setAsks('assign') },
          { group, text: bulk.tag, keys: 't', run: () => setAsks('tag') },
          { group, text: bulk.resolve, keys: 'e', run: () => choose({ setStatus: 'resolved' }) },
        ],
  );
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
      <button type="button" onClick={() => choose({ setStatus: 'resolved' })}>
        {bulk.resolve}
      </button>
      <button type="button" onClick={() => setAsks('assign')}>
        {bulk.assign}
      </button>
      <button type="button" onClick={() => setAsks('tag')}>
        {bulk.tag}
      </button>
      <button type="button" onClick={() => setAsks('status')}>
        {bulk.status}
      </button>
      {asks === 'assign' && (
        <AssignDialog onChoose={(assignTo) => choose({ assignTo })} onClose={cancel} />
      )}
      {asks === 'tag' && (
        <TagDialog onChoose={(addTagId) => choose({ addTagId })} onClose={cancel} />
      )}
      {asks === 'status' && (
        <StatusDialog onChoose={(setStatus) => choose({ setStatus })} onClose={cancel} />
      )}
    </div>
  );
}
