import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { failureText } from '../api/failure.ts';
import { toast } from '../ui/overlays/toasts.tsx';
import { Button } from '../ui/page.tsx';
import { useCommands } from '../ui/state/commands.ts';
import { useStore } from '../ui/state/store.ts';
import { uiTexts } from '../ui/texts.ts';
import { shell } from './texts.ts';
import { openAt, secondsTo, takeBack, type Undoable, undoables } from './undoing.ts';

const undo = async (undoable: Undoable): Promise<void> => {
  const { ticketId, html, forward } = undoable;
  try {
    await takeBack(undoable);
    toast(
      <>
        {html === undefined && !forward ? shell.undoneDraft : shell.undone}
        <TicketLink id={ticketId} />
      </>,
    );
  } catch (error) {
    toast(failureText(error), { failed: true });
  }
};

const TicketLink = ({ id }: { id: number }) => (
  <Link to={`/chamados/${id}`} search>
    {shell.ticket(id)}
  </Link>
);

/** The mails that can still be taken back, with the seconds that are left. */
export const UndoBar = () => {
  const [now, setNow] = useState(Date.now);
  const open = openAt(useStore(undoables()), now);
  const last = open.at(-1);
  useCommands(
    last ? [{ group: 'page', text: uiTexts.undo, keys: 'z', run: () => void undo(last) }] : [],
  );
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
          <Button text={uiTexts.undo} className="low push" onClick={() => undo(undoable)} />
        </p>
      ))}
    </div>
  );
};
