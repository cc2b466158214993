import { createKeptStore, type Store } from '../ui/state/store.ts';
import { storageKey } from './browser-storage.ts';

/** A file that goes with a reply. */
export interface ReplyFile {
  id: number;
  name: string;
  type: string;
  size: number;
}

/** What goes with a reply besides its text. */
export interface FilesAndCc {
  files: readonly ReplyFile[];
  /** As it is typed; undefined: nobody asked for it. */
  cc?: string;
}

export const noFilesOrCc: FilesAndCc = { files: [] };

const stores = new Map<number, Store<FilesAndCc>>();

/** What goes with the reply to a ticket. This browser keeps it until it is sent. */
export const filesAndCcOf = (ticketId: number): Store<FilesAndCc> => {
  const known = stores.get(ticketId);
  if (known) return known;
  const store = createKeptStore(storageKey(`text:extras:${ticketId}`), noFilesOrCc);
  stores.set(ticketId, store);
  return store;
};

/** Puts back what a reply that was taken back had, beside what is there now. */
export const restoreFilesAndCc = (ticketId: number, { files, cc }: FilesAndCc): void =>
  filesAndCcOf(ticketId).set((now) => ({
    files: [...files, ...now.files.filter(({ id }) => files.every((file) => file.id !== id))],
    ...((now.cc || cc) && { cc: now.cc || cc }),
  }));
