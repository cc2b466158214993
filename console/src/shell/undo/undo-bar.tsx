import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Toasts } from '../../ui/overlays/toasts.tsx';
import { Button } from '../../ui/page.tsx';
import { useCommands } from '../../ui/state/commands.ts';
import { createStore, useStore } from '../../ui/state/store.ts';
import { uiTexts } from '../../ui/texts.ts';
import { shell } from '../texts.ts';
import { act, runTakeBack, takeBackLast } from './undo-stack.ts';
import {
  offerUndo,
  openAt,
  secondsTo,
  sentAt,
  takeBack,
  type Undoable,
  undoables,
  type Written,
} from './undoable-mails.ts';

/** Undoes a mail; resolves to a notice that says where its text is now. */
export const undo = async (undoable: Undoable): Promise<ReactNode> => {
  await takeBack(undoable);
  return (
    <>
      {undoable.parts || undoable.forward ? shell.undone : shell.undoneDraft}
      <TicketLink id={undoable.ticketId} />
    </>
  );
};

/** Offers to undo a mail that was just sent. */
export const offerMail = (mailId: number, written: Written) => {
  const offered = offerUndo({ ...written, mailId });
  return { isMail: true, undo: () => undo(offered) };
};

/** Sends a mail and offers to undo it, even while the request is in flight. */
export const mailing = <T extends { mailId?: number }>(
  send: () => Promise<T>,
  written: Written,
): Promise<T> =>
  act(send, ({ mailId }) => (mailId === undefined ? {} : offerMail(mailId, written)));

const TicketLink = ({ id }: { id: number }) => (
  <Link to={`/chamados/${id}`} search>
    {shell.ticket(id)}
  </Link>
);

/** The mails that can still be undone, with the seconds that are left. */
const UndoBar = () => {
  const [now, setNow] = useState(Date.now);
  const mails = useStore(undoables());
  const open = openAt(mails, now);
  useCommands([
    {
      group: 'page',
      text: uiTexts.undo,
      keys: 'z',
      always: true,
      run: () =>
        void takeBackLast(mails.map((mail) => ({ at: sentAt(mail), undo: () => undo(mail) }))),
    },
  ]);
  useEffect(() => {
    // An earlier page was left before it knew whether these were undone.
    for (const mail of undoables().get()) if (mail.isUndoing) void runTakeBack(() => undo(mail));
  }, []);
  useEffect(() => {
    if (open.length === 0) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [open.length]);
  return (
    <div role="status">
      {open.map((undoable) => (
        <p key={undoable.mailId} className="notice">
          <span className="clip">
            {undoable.forward ? shell.forwarding : shell.sending}
            <TicketLink id={undoable.ticketId} />
            <span aria-hidden>{shell.sendsIn(secondsTo(undoable.until, now))}</span>
          </span>
          <Button
            text={uiTexts.undo}
            className="low push"
            onClick={() => void runTakeBack(() => undo(undoable))}
          />
        </p>
      ))}
    </div>
  );
};

/** The number of mounted components that show the notices in another place. */
export const placedNotices = createStore(0);

/** Messages and undo bars. They are rows of the layout and cover nothing. */
export const Notices = () => (
  <div>
    <UndoBar />
    <Toasts />
  </div>
);

/** Shows the notices here instead of below the page, for example above the reply. */
export const PlacedNotices = () => {
  useEffect(() => {
    placedNotices.set((count) => count + 1);
    return () => placedNotices.set((count) => count - 1);
  }, []);
  return <Notices />;
};
