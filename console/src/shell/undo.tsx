import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { write } from '../api/client.ts';
import { failureText } from '../api/failure.ts';
import { useCommands } from '../ui/state/commands.ts';
import { Button } from '../ui/page.tsx';
import { createKeptStore, type Store, useStore } from '../ui/state/store.ts';
import { uiTexts } from '../ui/texts.ts';
import { toast } from '../ui/overlays/toasts.tsx';
import { type Extras, restoreExtras } from './extras.ts';
import { ownKey, type UnsentForward, unsavedReply, unsentForward } from './own.ts';
import { shell } from './texts.ts';

/** How long a mail can be taken back after it is sent. */
export const undoSeconds = 10;
/** The response takes a part of these seconds. */
const marginMs = 500;

/** A mail that has not left yet. */
export interface Undoable {
  mailId: number;
  ticketId: number;
  /** When it leaves, by this browser's clock, in milliseconds. */
  until: number;
  /** What was written, to go on with; undefined: it comes back by itself. */
  html?: string;
  /** What went with it. */
  extras?: Extras;
  /** Of a forward, in place of both. */
  forward?: UnsentForward & { messageId: number };
}

let opened: Store<readonly Undoable[]> | undefined;

/** Kept, so that they are offered on every screen, in every tab and after a reload. */
const undoables = (): Store<readonly Undoable[]> => {
  opened ??= createKeptStore<readonly Undoable[]>(ownKey('undo'), []);
  return opened;
};

const listeners = new Set<(undone: Undoable) => void>();
const tabs = new BroadcastChannel('console:undone');
const tell = (undone: Undoable): void => {
  for (const listener of listeners) listener(undone);
};
tabs.onmessage = ({ data }: MessageEvent<Undoable>) => tell(data);

/** Offers to take back a mail that was just sent, until it leaves. */
export const offerUndo = (sent: Omit<Undoable, 'until'>): void => {
  const now = Date.now();
  const undoable = { ...sent, until: now + undoSeconds * 1_000 - marginMs };
  undoables().set((before) => [...before.filter(({ until }) => until > now), undoable]);
};

/** Calls a listener with each mail that was taken back, in whatever tab. Returns how to stop. */
export const onUndone = (listener: (undone: Undoable) => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const undo = async (undoable: Undoable): Promise<void> => {
  try {
    await write('outbox.undo', { id: undoable.mailId });
    const { ticketId, html, extras, forward } = undoable;
    if (forward) {
      const { messageId, ...unsent } = forward;
      unsentForward(messageId).set(unsent);
    }
    if (extras) restoreExtras(ticketId, extras);
    // It is written on when its ticket is opened again.
    if (html !== undefined) {
      const unsaved = unsavedReply(ticketId);
      unsaved.set({ html: html + (unsaved.get()?.html ?? ''), revision: null });
    }
    tell(undoable);
    tabs.postMessage(undoable);
    toast(
      <>
        {html === undefined && !forward ? shell.undoneDraft : shell.undone}
        <TicketLink id={ticketId} />
      </>,
    );
  } catch (error) {
    toast(failureText(error), { failed: true });
  } finally {
    undoables().set((before) => before.filter(({ mailId }) => mailId !== undoable.mailId));
  }
};

const TicketLink = ({ id }: { id: number }) => (
  <Link to={`/chamados/${id}`} search>
    {shell.ticket(id)}
  </Link>
);

const secondsTo = (until: number, now: number): number =>
  Math.min(undoSeconds, Math.ceil((until - now) / 1_000));

/** The mails that can still be taken back, with the seconds that are left. */
export const UndoBar = () => {
  const [now, setNow] = useState(Date.now);
  const open = useStore(undoables()).filter(({ until }) => until > now);
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
