import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePages, useRead, write } from '../api/client.ts';
import { PlainText } from '../reply/reply-html.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { Loaded, Moment, Page } from '../ui/page.tsx';
import { List } from '../ui/table.tsx';
import { setAsideTexts as texts } from './texts.ts';

const { release, retry } = texts;

/** The set-aside mails that nobody has viewed yet. */
export default function SetAsideScreen() {
  return (
    <Page title={texts.title} actions={<Link to="/fila">{texts.back}</Link>}>
      <p>{texts.why}</p>
      <SetAsideMails filter={{ unseen: true }} empty={texts.empty} may={['release', 'dismiss']} />
    </Page>
  );
}

/** The actions on a set-aside mail, apart from viewing it. */
const acts = {
  release: (id: number) => ({
    ...release,
    run: async () => texts.taken((await write('inbound.release', { id })).ticketId),
  }),
  dismiss: (id: number) => ({
    text: texts.dismiss,
    done: texts.dismissed,
    run: () => write('inbound.dismiss', { ids: [id] }),
  }),
  retry: (id: number) => ({
    ...retry,
    run: async () => {
      const { outcome, ticketId } = await write('inbound.retry', { id });
      return ticketId === undefined ? texts.notTaken(outcome) : texts.taken(ticketId);
    },
  }),
};

/** The mails that opened no ticket, with sender, subject and reason. */
export const SetAsideMails = ({
  filter,
  empty,
  may,
}: {
  filter: { unseen?: true; outcome?: 'quarantined' };
  empty: string;
  may: readonly (keyof typeof acts)[];
}) => {
  const [shown, setShown] = useState<number>();
  return (
    <>
      <List
        label={texts.title}
        query={usePages('inbound.list', filter)}
        empty={empty}
        columns={{
          [texts.mail]: ({ subject, sender, reason }) => (
            <>
              <p>{subject || texts.noSubject}</p>
              <p className="small">{sender ?? texts.unknown}</p>
              <p className="small">{reason && (texts.reasons[reason] ?? reason)}</p>
            </>
          ),
          [texts.when]: ({ receivedAt }) => <Moment at={receivedAt} />,
        }}
        actions={({ id }) => [
          { text: texts.look, opens: () => setShown(id) },
          ...may.map((act) => acts[act](id)),
        ]}
      />
      {shown !== undefined && <Mail id={shown} onClose={() => setShown(undefined)} />}
    </>
  );
};

/** The source of a mail as text, so that nothing in it is loaded or run. */
const Mail = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const query = useRead('inbound.get', { id });
  return (
    <Dialog title={query.data?.mail?.subject || texts.look} onClose={onClose}>
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
