import { keptStores } from '../ui/state/store.ts';
import { storageKey } from './browser-storage.ts';

/** A file that is sent with a reply. */
export interface ReplyFile {
  id: number;
  name: string;
  type: string;
  size: number;
}

/** The files and the Cc of a reply. */
export interface FilesAndCc {
  files: readonly ReplyFile[];
  /** The Cc as typed; undefined if the field is closed. */
  cc?: string;
}

export const noFilesOrCc: FilesAndCc = { files: [] };

/** The files and the Cc of the reply to a ticket, which this browser stores until it is sent. */
export const filesAndCcOf = keptStores((id) => storageKey(`text:extras:${id}`), noFilesOrCc);

/** Restores the files and the Cc of an undone reply, in addition to the present ones. */
export const restoreFilesAndCc = (ticketId: number, { files, cc }: FilesAndCc): void =>
  filesAndCcOf(ticketId).set((now) => ({
    files: [...files, ...now.files.filter(({ id }) => files.every((file) => file.id !== id))],
    ...((now.cc || cc) && { cc: now.cc || cc }),
  }));
