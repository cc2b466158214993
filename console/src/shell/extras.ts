import { createKeptStore, type Store } from '../ui/state/store.ts';
import { ownKey } from './own.ts';

/** A file that goes with a reply. */
export interface ReplyFile {
  id: number;
  name: string;
  type: string;
  size: number;
}

/** What goes with a reply besides its text. */
export interface Extras {
  files: readonly ReplyFile[];
  /** As it is typed; undefined: nobody asked for it. */
  cc?: string;
}

export const nothingElse: Extras = { files: [] };

const stores = new Map<number, Store<Extras>>();

/** What goes with the reply to a ticket. This browser keeps it until it is sent. */
export const extrasOf = (ticketId: number): Store<Extras> => {
  const known = stores.get(ticketId);
  if (known) return known;
  const store = createKeptStore(ownKey(`text:extras:${ticketId}`), nothingElse);
  stores.set(ticketId, store);
  return store;
};

/** Puts back what a reply that was taken back had, beside what is there now. */
export const restoreExtras = (ticketId: number, { files, cc }: Extras): void =>
  extrasOf(ticketId).set((now) => ({
    files: [...files, ...now.files.filter(({ id }) => files.every((file) => file.id !== id))],
    ...((now.cc || cc) && { cc: now.cc || cc }),
  }));
