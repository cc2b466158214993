import { Link } from '@tanstack/react-router';
import { type ItemOf, usePages, write } from '../api/client.ts';
import type { Action } from '../ui/actions.tsx';
import { Select, Toolbar } from '../ui/form.tsx';
import { Moment } from '../ui/page.tsx';
import { useAddress } from '../ui/state/address.ts';
import { List } from '../ui/table.tsx';
import { operationTexts } from './texts.ts';

const { columns, mails: texts } = operationTexts;
type Mail = ItemOf<'outbox.list'>;
const statuses = Object.keys(texts.statuses) as Mail['status'][];

/** The outbox: the state of each mail, and the actions that the state allows. */
export const Mails = () => {
  const { search, change } = useAddress();
  const status = statuses.find((known) => known === search.situacao) ?? 'failed';
  return (
    <>
      <Toolbar>
        <Select
          label={columns.state}
          value={status}
          options={Object.entries(texts.statuses)}
          onChange={(situacao) => change({ situacao })}
        />
      </Toolbar>
      <List
        label={operationTexts.sections.mails}
        query={usePages('outbox.list', { status })}
        empty={texts.empty}
        columns={{
          [columns.to]: ({ recipient }) => recipient,
          [columns.ticket]: ({ ticketId, subject }) => (
            <Link to={`/chamados/${ticketId}`}>{subject}</Link>
          ),
          [columns.why]: ({ error, waitingFor }) =>
            waitingFor ? texts.waitingFor[waitingFor] : error,
          [columns.when]: ({ lastAttemptAt, createdAt }) => (
            <Moment at={lastAttemptAt ?? createdAt} />
          ),
        }}
        actions={actionsOf}
      />
    </>
  );
};

export const actionsOf = ({ id, status, waitingFor }: Mail): Action[] => {
  if (waitingFor === 'undo') return [{ ...texts.undo, run: () => write('outbox.undo', { id }) }];
  if (!['pending', 'failed', 'unknown', 'dropped'].includes(status)) return [];
  const retry = status === 'unknown' ? texts.retryTwice : texts.retry;
  const drop: Action = { ...texts.drop, look: 'danger', run: () => write('outbox.drop', { id }) };
  return [{ ...retry, run: () => send(id) }, ...(status === 'dropped' ? [] : [drop])];
};

const send = async (id: number): Promise<string> => {
  const { status, error } = await write('outbox.retry', { id });
  return [`${columns.state}: ${texts.statuses[status]}`, error].filter(Boolean).join('. ');
};
