import { write } from '../../api/client.ts';
import { createKeptStore, type Store } from '../../ui/state/store.ts';
import { storageKey, type UnsentForward, unsavedReply, unsentForward } from '../browser-storage.ts';
import { type FilesAndCc, restoreFilesAndCc } from '../files-and-cc.ts';

/** Time for taking a mail back after it is sent. */
export const undoSeconds = 10;
/** The response takes a part of these seconds. */
const marginMs = 500;
const keptMs = 10 * 60_000;

/** The text, its files and Cc. */
export interface Written {
  ticketId: number;
  /** The text to continue with; undefined: the service returns it. */
  html?: string;
  /** Its files and Cc. */
  extras?: FilesAndCc;
  /** Of a forward, in place of both. */
  forward?: UnsentForward & { messageId: number };
}

/** A mail that has not left yet. */
export interface Undoable extends Written {
  mailId: number;
  /** The moment of its departure by this browser's clock, in milliseconds. */
  until: number;
}

let opened: Store<readonly Undoable[]> | undefined;

/** Kept, so that they are offered on every screen, in every tab and after a reload. */
export const undoables = (): Store<readonly Undoable[]> => {
  opened ??= createKeptStore<readonly Undoable[]>(storageKey('undo'), []);
  return opened;
};

/** The mails that can still be taken back, the last one last. */
export const openAt = (all: readonly Undoable[], now: number): Undoable[] =>
  all.filter(({ until }) => until > now);

export const secondsTo = (until: number, now: number): number =>
  Math.min(undoSeconds, Math.ceil((until - now) / 1_000));

/** The moment at which a mail was sent by this browser's clock, in milliseconds. */
export const sentAt = ({ until }: Undoable): number => until - undoSeconds * 1_000 + marginMs;

/** Offers to take back a mail that was just sent, until it leaves. */
export const offerUndo = (sent: Omit<Undoable, 'until'>): Undoable => {
  const now = Date.now();
  const offered = { ...sent, until: now + undoSeconds * 1_000 - marginMs };
  // One that has left stays for a while: the key then says so, and takes back nothing else.
  undoables().set((before) => [...openAt(before, now - keptMs), offered]);
  return offered;
};

const listeners = new Set<(undone: Written) => void>();
const tabs = new BroadcastChannel('console:undone');
const tell = (undone: Written): void => {
  for (const listener of listeners) listener(undone);
};
tabs.onmessage = ({ data }: MessageEvent<Written>) => tell(data);

/** Calls a listener with each text that was taken back, in whatever tab. Returns how to stop. */
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

/** Gives a text back to where it was written, to go on with. */
export const giveBack = (written: Written): void => {
  putBack(written);
  tell(written);
  tabs.postMessage(written);
};

/** Takes a mail back and offers it no longer. Throws if it has left already. */
export const takeBack = async (undoable: Undoable): Promise<void> => {
  try {
    await write('outbox.undo', { id: undoable.mailId });
    giveBack(undoable);
  } finally {
    undoables().set((before) => before.filter(({ mailId }) => mailId !== undoable.mailId));
  }
};
