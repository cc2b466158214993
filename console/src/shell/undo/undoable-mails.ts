import { write } from '../../api/client.ts';
import { createKeptStore, type Store } from '../../ui/state/store.ts';
import { storageKey, type UnsentForward, unsavedReply, unsentForward } from '../browser-storage.ts';
import { type FilesAndCc, restoreFilesAndCc } from '../files-and-cc.ts';

/** How long a mail can be undone after it is sent. */
export const undoSeconds = 10;
/** The part of these seconds that is left for the response. */
const marginMs = 500;
const keptMs = 10 * 60_000;

/** The text of a mail with its files and Cc. */
export interface Written {
  ticketId: number;
  /** The text to continue with; if it is undefined, the service returns it. */
  html?: string;
  /** The files and the Cc. */
  extras?: FilesAndCc;
  /** A forward, which has this in place of text and files. */
  forward?: UnsentForward & { messageId: number };
}

/** A mail that has not left yet. */
export interface Undoable extends Written {
  mailId: number;
  /** When the mail leaves, in milliseconds by this browser's clock. */
  until: number;
}

let opened: Store<readonly Undoable[]> | undefined;

/**
 * The mails that can be undone. The browser stores them, so every screen and tab offers them, even after a
 * reload.
 */
export const undoables = (): Store<readonly Undoable[]> => {
  opened ??= createKeptStore<readonly Undoable[]>(storageKey('undo'), []);
  return opened;
};

/** The mails that can still be undone, latest last. */
export const openAt = (all: readonly Undoable[], now: number): Undoable[] =>
  all.filter(({ until }) => until > now);

export const secondsTo = (until: number, now: number): number =>
  Math.min(undoSeconds, Math.ceil((until - now) / 1_000));

/** When a mail was sent, in milliseconds by this browser's clock. */
export const sentAt = ({ until }: Undoable): number => until - undoSeconds * 1_000 + marginMs;

/** Offers to undo a mail that was just sent, until it leaves. */
export const offerUndo = (sent: Omit<Undoable, 'until'>): Undoable => {
  const now = Date.now();
  const offered = { ...sent, until: now + undoSeconds * 1_000 - marginMs };
  // A mail that has left stays listed for a while, so that the key reports it and does not undo an earlier
  // act.
  undoables().set((before) => [...openAt(before, now - keptMs), offered]);
  return offered;
};

const listeners = new Set<(undone: Written) => void>();
const tabs = new BroadcastChannel('console:undone');
const tell = (undone: Written): void => {
  for (const listener of listeners) listener(undone);
};
tabs.onmessage = ({ data }: MessageEvent<Written>) => tell(data);

/** Calls a listener with each text that was undone in any tab. Returns a function that stops it. */
export const onUndone = (listener: (undone: Written) => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Stores a mail's content until its ticket is opened again. */
const putBack = ({ ticketId, html, extras, forward }: Written): void => {
  if (forward) {
    const { messageId, ...unsent } = forward;
    unsentForward(messageId).set(unsent);
  }
  if (extras) restoreFilesAndCc(ticketId, extras);
  if (html === undefined) return;
  const unsaved = unsavedReply(ticketId);
  unsaved.set({ html: html + (unsaved.get()?.html ?? ''), revision: null });
};

/** Returns a text to the place where it was written. */
export const giveBack = (written: Written): void => {
  putBack(written);
  tell(written);
  tabs.postMessage(written);
};

/** Undoes a mail and stops offering it. Throws if it has left already. */
export const takeBack = async (undoable: Undoable): Promise<void> => {
  try {
    await write('outbox.undo', { id: undoable.mailId });
    giveBack(undoable);
  } finally {
    undoables().set((before) => before.filter(({ mailId }) => mailId !== undoable.mailId));
  }
};
