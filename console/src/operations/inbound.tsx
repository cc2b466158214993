import { useState } from 'react';
import { usePages, useRead, write } from '../api/client.ts';
import { PlainText } from '../reply/reply-html.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded, Moment } from '../ui/page.tsx';
import { List } from '../ui/table.tsx';
import { operationTexts } from './texts.ts';

const { columns, inbound: texts } = operationTexts;

export const Inbound = () => {
  const [shown, setShown] = useState<number>();
  return (
    <>
      <List
        label={operationTexts.sections.inbound.title}
        query={usePages('inbound.list', { outcome: 'quarantined' })}
        empty={texts.empty}
        keyOf={({ id }) => id}
        columns={{
          [columns.from]: ({ sender }) => sender ?? texts.unknown,
          [columns.why]: ({ reason }) => reason && (texts.reasons[reason] ?? reason),
          [columns.when]: ({ receivedAt }) => <Moment at={receivedAt} />,
        }}
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
  const query = useRead('inbound.get', { id });
  return (
    <Dialog title={query.data?.mail?.subject ?? texts.look} onClose={onClose}>
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
