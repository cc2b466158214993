import { kept } from '../ui/state/store.ts';

// The local storage of the signed-in person.

let person = '';

/** Sets the person whose texts this page stores. Another person gets another page. */
export const storeFor = (email: string): void => {
  person ||= email;
};

/** The person's key in local storage: `text:…` if the service does not have the text yet. */
export const storageKey = (name: string): string => `console:${person}:${name}`;

const keysLike = (start: string): string[] =>
  Object.keys(localStorage).filter((key) => key.startsWith(start));

/** Returns true if a text of the person is in this browser alone. */
export const hasUnsentText = (): boolean => keysLike(storageKey('text:')).length > 0;

/** Removes everything of the person. */
export const clearStorage = (): void => {
  for (const key of keysLike(storageKey(''))) localStorage.removeItem(key);
};

/** A text that the service does not have yet, and the revision that it was written over; null: not known. */
export interface Unsaved {
  html: string;
  revision: number | null;
}

/** A forward of a message that was not sent, or was taken back. */
export interface UnsentForward {
  /** As it is typed. */
  to: string;
  html: string;
  /** Those of the message that go with it; undefined: all. */
  files?: readonly number[];
}

export const unsentForward = (messageId: number) =>
  kept<UnsentForward>(storageKey(`text:forward:${messageId}`));

/** The note on a ticket that was not saved. */
export const unsavedNote = (ticketId: number) => kept<string>(storageKey(`text:note:${ticketId}`));

/** The reply to a ticket that this browser has and the service does not. */
export const unsavedReply = (ticketId: number) =>
  kept<Unsaved>(storageKey(`text:reply:${ticketId}`));
