import { kept, keptStores } from '../ui/state/store.ts';

// Local storage with separate keys for each signed-in person.

let person = '';

/** Sets the person whose texts this page stores. Another person needs a reload. */
export const storeFor = (email: string): void => {
  person ||= email;
};

/** The person's key in local storage; it begins with `text:` for texts that the service does not have yet. */
export const storageKey = (name: string): string => `console:${person}:${name}`;

const keysLike = (start: string): string[] =>
  Object.keys(localStorage).filter((key) => key.startsWith(start));

/** Returns true if this browser has a text of the person that the service does not have. */
export const hasUnsentText = (): boolean => keysLike(storageKey('text:')).length > 0;

/** Removes all data of the person from this browser. */
export const clearStorage = (): void => {
  for (const key of keysLike(storageKey(''))) localStorage.removeItem(key);
};

/**
 * A text that the service does not have yet, and the revision that it replaces; null if that is not known.
 */
export interface Unsaved {
  html: string;
  revision: number | null;
  /** True while it is sent; a page that was left then does not know the outcome. */
  isSending?: boolean;
}

/** A forward of a message that was not sent, or was undone. */
export interface UnsentForward {
  /** The recipients as typed. */
  to: string;
  html: string;
  /** The ids of the message's files that are sent along; undefined sends all of them. */
  files?: readonly number[];
}

export const unsentForward = (messageId: number) =>
  kept<UnsentForward>(storageKey(`text:forward:${messageId}`));

/** The unsaved note on a ticket. */
export const unsavedNote = keptStores<string>((id) => storageKey(`text:note:${id}`), '');

/** The reply to a ticket that only this browser has. */
export const unsavedReply = (ticketId: number) =>
  kept<Unsaved>(storageKey(`text:reply:${ticketId}`));
