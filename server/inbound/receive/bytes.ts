import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** The largest mail that is read, in bytes. */
export const maxMailBytes = 40 * 1_048_576;

const sliceBytes = 1_048_576;

/** Bytes in slices, each in a turn of its own: 40 MiB take too long for one turn of the event loop. */
export async function* slicesOf(raw: Uint8Array): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  for (let at = 0; at < raw.length; at += sliceBytes) {
    yield bytes.subarray(at, at + sliceBytes);
    await setImmediate();
  }
}

/** The key of a mail's bytes. */
export const hashKey = async (raw: Buffer): Promise<string> => {
  const hash = createHash('sha256');
  for await (const slice of slicesOf(raw)) hash.update(slice);
  return `sha256:${hash.digest('hex')}`;
};
