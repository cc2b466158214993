import { type ReadMail, readMail } from './mail.ts';
import { originalPage } from './original-page.ts';
import type { KnownAddresses } from './sender.ts';

// The worker runs these functions for `read-in-worker.ts`.

interface Task {
  raw: Uint8Array;
  known: KnownAddresses;
}

/** Reads a mail; undefined if it cannot be parsed. */
export const readRaw = ({ raw, known }: Task): ReadMail | undefined => {
  try {
    return readMail(bytesOf(raw), known);
  } catch {
    return undefined;
  }
};

/** Builds the page of a mail; undefined if the mail cannot be parsed. */
export const showOriginal = ({ raw }: Task): string | undefined => {
  try {
    return originalPage(bytesOf(raw));
  } catch {
    return undefined;
  }
};

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
