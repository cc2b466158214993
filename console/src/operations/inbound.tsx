import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { read, readPages, write } from '../api/client.ts';
import type { ItemOf } from '../api/procedures.ts';
import { Actions } from '../parts/actions.tsx';
import { useAddress } from '../parts/address.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Moment } from '../parts/moment.tsx';
import { Toolbar } from '../parts/page.tsx';
import { Select } from '../parts/select.tsx';
import { List } from '../parts/table.tsx';
import { fullMoment } from '../parts/time.ts';
import { Failed, Loading } from '../parts/waiting.tsx';
import { operationTexts } from '../texts/operations.ts';
import { PlainText } from '../tickets/plain-text.tsx';

const { columns, inbound: texts } = operationTexts;
const outcomes = Object.keys(texts.outcomes) as ItemOf<'inbound.list'>['outcome'][];

/** What readers sent by mail and what became of it, the quarantine first. */
export const Inbound = () => {
  const { search, change } = useAddress();
  const outcome = outcomes.find((known) => known === search.destino) ?? 'quarantined';
  const [shown, setShown] = useState<number>();
  const { data } = useQuery(read('inbound.status'));
  return (
    <>
      {data && (
        <p>{texts.mailbox(data.mailbox, data.position && fullMoment(data.position.readAt))}</p>
      )}
      <Toolbar>
        <Select
          label={texts.outcome}
          value={outcome}
          options={outcomes.map((known) => [known, texts.outcomes[known]])}
          onChange={(destino) => change({ destino })}
        />
      </Toolbar>
      <List
        label={operationTexts.sections.inbound.title}
        query={useInfiniteQuery(readPages('inbound.list', { outcome }))}
        empty={texts.empty}
        keyOf={({ id }) => id}
        columns={[
          { title: columns.from, cell: ({ sender }) => sender ?? texts.unknown },
          {
            title: columns.why,
            cell: ({ reason, ticketId }) =>
              ticketId ? (
                <Link to={`/chamados/${ticketId}` as string}>{texts.ticket(ticketId)}</Link>
              ) : (
                reason && (texts.reasons[reason] ?? reason)
              ),
          },
          { title: columns.when, cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
          {
            title: columns.actions,
            cell: ({ id }) =>
              outcome === 'quarantined' && (
                <Toolbar>
                  <button type="button" onClick={() => setShown(id)}>
                    {texts.look}
                  </button>
                  <Actions actions={[{ ...texts.retry, run: () => readAgain(id) }]} />
                </Toolbar>
              ),
          },
        ]}
      />
      {shown !== undefined && <Mail id={shown} onClose={() => setShown(undefined)} />}
    </>
  );
};

const readAgain = async (id: number): Promise<string> => {
  const { outcome, ticketId } = await write('inbound.retry', { id });
  return ticketId === undefined ? texts.notTaken(outcome) : texts.ticket(ticketId);
};

/** A mail as text: nothing in it is loaded or run. */
const Mail = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const { data, error, refetch } = useQuery(read('inbound.get', { id }));
  const mail = data?.mail;
  return (
    <Dialog title={mail?.subject ?? texts.look} onClose={onClose} wide>
      {error && <Failed error={error} onAgain={() => void refetch()} />}
      {!data && !error && <Loading />}
      {mail && <PlainText text={mail.text} />}
      {mail && mail.attachments.length > 0 && <p>{texts.attachments(mail.attachments)}</p>}
      {data && (
        <details open={!mail}>
          <summary>{texts.source}</summary>
          <PlainText text={data.source} />
        </details>
      )}
    </Dialog>
  );
};
