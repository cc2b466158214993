import { type ReadMail, readMail } from './mail.ts';
import { originalPage } from './original-page.ts';
import type { KnownAddresses } from './sender.ts';

// What `read-in-worker.ts` runs in the worker.

interface Task {
  raw: Uint8Array;
  known: KnownAddresses;
}

/** Reads a mail; undefined if nothing can be made of it. */
export const readRaw = ({ raw, known }: Task): ReadMail | undefined => {
  try {
    return readMail(bytesOf(raw), known);
  } catch {
    return undefined;
  }
};

/** Makes the page of a mail; undefined if nothing can be made of it. */
export const showOriginal = ({ raw }: Task): string | undefined => {
  try {
    return originalPage(bytesOf(raw));
  } catch {
    return undefined;
  }
};

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
