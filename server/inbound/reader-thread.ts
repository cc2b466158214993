import { type Bounce, classifyMail, type MailKind, readBounce } from './classify.ts';
import { type ReadMail, readMail } from './parse.ts';

// What the thread of `reader.ts` runs.

/** A mail that the thread has read: what the service needs of it, without functions. */
export type ParsedMail = Omit<ReadMail, 'header'> & { kind: MailKind; bounce: Bounce | undefined };

/** Reads a mail; undefined if nothing can be made of it. */
export default async (task: {
  raw: Uint8Array;
  ownAddresses: readonly string[];
}): Promise<ParsedMail | undefined> => {
  const { buffer, byteOffset, byteLength } = task.raw;
  try {
    const read = await readMail(Buffer.from(buffer, byteOffset, byteLength));
    const { header: _, ...mail } = read;
    return { ...mail, kind: classifyMail(read, task.ownAddresses), bounce: readBounce(read) };
  } catch {
    return undefined;
  }
};
