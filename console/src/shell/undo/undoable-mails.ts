import { write } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { createKeptStore, type Store } from '../../ui/state/store.ts';
import {
  addParts,
  type ReplyParts,
  storageKey,
  type UnsentForward,
  unsentForward,
} from '../browser-storage.ts';

/** How long a mail can be undone after it is sent. */
export const undoSeconds = 10;
/** The part of these seconds that is left for the response. */
const marginMs = 500;
const keptMs = 10 * 60_000;

/** What a mail was written from; without parts and forward, the service restores its draft. */
export interface Written {
  ticketId: number;
  parts?: Partial<ReplyParts>;
  forward?: UnsentForward & { messageId: number };
}

/** A mail that has not left yet. */
export interface Undoable extends Written {
  mailId: number;
  /** When the mail leaves, in milliseconds by this browser's clock. */
  until: number;
  /** True from the moment of its undoing on, until the response arrives. */
  isUndoing?: boolean;
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

/**
 * Undoes a mail, stops offering it and restores its text. Of two pages that undo one mail, only one restores
 * it, also if the response to the first was lost. Throws if the mail has left already.
 */
export const takeBack = ({ mailId, ticketId, parts, forward }: Undoable): Promise<void> => {
  const find = () =>
    undoables()
      .get()
      .find((mail) => mail.mailId === mailId);
  const forget = () => undoables().set((all) => all.filter((mail) => mail.mailId !== mailId));
  const isOffered = find() !== undefined;
  return navigator.locks.request(`console:undo:${mailId}`, async () => {
    const offered = find();
    // Another page has undone it meanwhile.
    if (isOffered && !offered) return;
    undoables().set((all) =>
      all.map((mail) => (mail.mailId === mailId ? { ...mail, isUndoing: true } : mail)),
    );
    try {
      await write('outbox.undo', { id: mailId });
    } catch (error) {
      const code = failureOf(error)?.errorCode;
      if (!(offered?.isUndoing && code === 'mail-not-found')) {
        // Without a response it is not known whether the mail was undone, so it can be tried again.
        if (code) forget();
        throw error;
      }
    }
    forget();
    if (forward) {
      const { messageId, ...unsent } = forward;
      unsentForward(messageId).set(unsent);
    }
    if (parts) addParts(ticketId, parts);
  });
};
