import { type ReadMail, readMail } from './parse.ts';
import type { KnownAddresses } from './sender.ts';

// What the thread of `reader.ts` runs.

/** Reads a mail; undefined if nothing can be made of it. */
export default async (task: {
  raw: Uint8Array;
  known: KnownAddresses;
}): Promise<ReadMail | undefined> => {
  const { buffer, byteOffset, byteLength } = task.raw;
  try {
    return await readMail(Buffer.from(buffer, byteOffset, byteLength), task.known);
  } catch {
    return undefined;
  }
};
