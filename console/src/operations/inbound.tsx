import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, readPages, write } from '../api/client.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Moment } from '../parts/moment.tsx';
import { List } from '../parts/table.tsx';
import { Loaded } from '../parts/waiting.tsx';
import { operationTexts } from '../texts/operations.ts';
import { PlainText } from '../tickets/plain-text.tsx';

const { columns, inbound: texts } = operationTexts;

/** The mails of readers that wait in quarantine. */
export const Inbound = () => {
  const [shown, setShown] = useState<number>();
  return (
    <>
      <List
        label={operationTexts.sections.inbound.title}
        query={useInfiniteQuery(readPages('inbound.list', { outcome: 'quarantined' }))}
        empty={texts.empty}
        keyOf={({ id }) => id}
        columns={[
          { title: columns.from, cell: ({ sender }) => sender ?? texts.unknown },
          { title: columns.why, cell: ({ reason }) => reason && (texts.reasons[reason] ?? reason) },
          { title: columns.when, cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
        ]}
        actions={({ id }) => [
          { text: texts.look, opens: () => setShown(id) },
          { ...texts.retry, run: () => readAgain(id) },
        ]}
      />
      {shown !== undefined && <Mail id={shown} onClose={() => setShown(undefined)} />}
    </>
  );
};

const readAgain = async (id: number): Promise<string> => {
  const { outcome, ticketId } = await write('inbound.retry', { id });
  return ticketId === undefined ? texts.notTaken(outcome) : texts.taken(ticketId);
};

/** A mail as text: nothing in it is loaded or run. */
const Mail = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const query = useQuery(read('inbound.get', { id }));
  return (
    <Dialog title={query.data?.mail?.subject ?? texts.look} onClose={onClose} wide>
      <Loaded query={query}>
        {({ mail, source }) => (
          <>
            {mail && <PlainText text={mail.text} />}
            {mail && mail.attachments.length > 0 && <p>{texts.attachments(mail.attachments)}</p>}
            <details open={!mail}>
              <summary>{texts.source}</summary>
              <PlainText text={source} />
            </details>
          </>
        )}
      </Loaded>
    </Dialog>
  );
};
