import { keptStores } from '../ui/state/store.ts';
import { storageKey } from './browser-storage.ts';

/** A file that is sent with a reply. */
export interface ReplyFile {
  id: number;
  name: string;
  type: string;
  size: number;
}

/** The files and the Cc of a reply, and texts that wait until its box is open. */
export interface ReplyParts {
  files: readonly ReplyFile[];
  /** The Cc as typed; undefined if the field is closed. */
  cc?: string | undefined;
  /** A text that goes before the text in the box, such as that of an undone mail. */
  before?: string;
  /** A text that goes below it, such as that of a merged ticket. */
  below?: string;
}

/** The parts of the reply to a ticket, which this browser stores until it is sent. */
export const partsOf = keptStores<ReplyParts>((id) => storageKey(`text:extras:${id}`), {
  files: [],
  before: '',
  below: '',
});

/** Adds parts to the present ones. */
export const addParts = (
  ticketId: number,
  { files = [], cc, before = '', below = '' }: Partial<ReplyParts>,
): void =>
  partsOf(ticketId).set((now) => ({
    files: [...files, ...now.files.filter(({ id }) => files.every((file) => file.id !== id))],
    cc: now.cc || cc,
    before: before + (now.before ?? ''),
    below: (now.below ?? '') + below,
  }));
