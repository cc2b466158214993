import { Clock } from 'lucide-react';
import { useState } from 'react';
import { type OutputOf, useRead, useWrite } from '../api/client.ts';
import { useNames } from '../shell/people.ts';
import { addParts } from '../shell/reply-parts.ts';
import { ConfirmDialog } from '../ui/actions.tsx';
import { Input } from '../ui/form.tsx';
import {
  addDays,
  civilToday,
  fromField,
  fullMoment,
  mondayAfter,
  morningOf,
  toField,
} from '../ui/format/time.ts';
import { Menu } from '../ui/overlays/menu.tsx';
import { Button, Moment } from '../ui/page.tsx';
import { uiTexts } from '../ui/texts.ts';
import styles from './editor.module.css';
import { ReplyHtml } from './reply-html.tsx';
import { replyTexts as texts } from './texts.ts';

const minuteMs = 60_000;
const mostMs = 30 * 86_400_000;

/** A menu of times at which a reply is sent later. */
export const SendLater = ({
  disabled,
  onChoose,
}: {
  disabled: boolean;
  onChoose: (sendAt: string) => void;
}) => {
  const [asks, setAsks] = useState(false);
  const today = civilToday();
  return (
    <>
      <Menu text={texts.later} icon={Clock}>
        <Button
          text={texts.tomorrow}
          disabled={disabled}
          onClick={() => onChoose(morningOf(addDays(today, 1)))}
        />
        <Button
          text={texts.monday}
          disabled={disabled}
          onClick={() => onChoose(morningOf(mondayAfter(today)))}
        />
        <Button text={texts.chooseMoment} disabled={disabled} onClick={() => setAsks(true)} />
      </Menu>
      {asks && (
        <ConfirmDialog
          title={texts.later}
          confirm={texts.schedule}
          onClose={() => setAsks(false)}
          onConfirm={({ at = '' }) => {
            setAsks(false);
            onChoose(fromField(at));
          }}
        >
          <Input
            label={texts.moment}
            name="at"
            type="datetime-local"
            required
            min={toField(Date.now() + minuteMs)}
            max={toField(Date.now() + mostMs)}
            defaultValue={`${addDays(today, 1)}T08:00`}
          />
        </ConfirmDialog>
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
            <Clock aria-hidden size={14} />
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
