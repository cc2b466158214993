import { Clock } from 'lucide-react';
import { useState } from 'react';
import { type OutputOf, useRead, useWrite } from '../api/client.ts';
import { addParts } from '../shell/browser-storage.ts';
import { useNames } from '../shell/people.ts';
import { fullMoment } from '../ui/format/time.ts';
import { Button, IconButton, Moment } from '../ui/page.tsx';
import { uiTexts } from '../ui/texts.ts';
import styles from './editor.module.css';
import { MomentDialog } from './moment-dialog.tsx';
import { ReplyHtml } from './reply-html.tsx';
import { replyTexts as texts } from './texts.ts';

/** A button that asks when a reply is sent later. */
export const SendLater = ({
  disabled,
  onChoose,
}: {
  disabled: boolean;
  onChoose: (sendAt: string) => void;
}) => {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <IconButton
        icon={Clock}
        text={texts.later}
        disabled={disabled}
        onClick={() => setAsks(true)}
      />
      {asks && (
        <MomentDialog
          title={texts.later}
          onChoose={(sendAt: string) => {
            setAsks(false);
            onChoose(sendAt);
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
};

/** The scheduled replies of a ticket, which wait for their time or for their author. */
export const LaterReplies = ({
  ticketId,
  later,
}: {
  ticketId: number;
  later: OutputOf<'tickets.get'>['later'];
}) => {
  const nameOf = useNames();
  const files = useRead('attachments.list', { ticketId }).data?.items ?? [];
  const undo = useWrite('outbox.undo', {
    onSuccess: ({ html = null, attachmentIds = [], cc = [] }) => {
      addParts(ticketId, {
        files: files.filter(({ id }) => attachmentIds.includes(id)),
        cc: cc.join(', '),
        before: html ?? '',
      });
    },
  });
  if (later.length === 0) return null;
  return (
    <section aria-label={texts.scheduled} className={styles.later}>
      {later.map(({ mailId, author, html, resolve, sendsAt, heldAt }) => (
        <div key={mailId}>
          <p className="line small">
            <Clock size={14} />
            {heldAt === null ? (
              <span>
                {texts.leaves(nameOf(author), resolve)} <Moment at={sendsAt} />
              </span>
            ) : (
              <strong title={fullMoment(heldAt)}>{texts.held(nameOf(author))}</strong>
            )}
            <span className="push" />
            <Button
              text={uiTexts.undo}
              className="low"
              disabled={undo.isPending}
              onClick={() => undo.mutate({ id: mailId })}
            />
          </p>
          <ReplyHtml html={html} />
        </div>
      ))}
    </section>
  );
};
