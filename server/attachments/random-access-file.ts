export interface RandomAccessFile {
  size: number;
  /** Reads into `buffer` from `position`; resolves to the number of bytes read. */
  readAt: (buffer: Buffer, position: number) => Promise<number>;
}

/** Reads exactly `length` bytes from a position; undefined if the file ends earlier. */
export const bytesAt = async (
  source: RandomAccessFile,
  position: number,
  length: number,
): Promise<Buffer | undefined> => {
  const buffer = Buffer.alloc(length);
  return (await source.readAt(buffer, position)) === length ? buffer : undefined;
};

const chunkBytes = 65_536;

/** Yields the bytes from `start` to before `end` in chunks; throws if the file ends earlier. */
export async function* chunksOf(
  source: RandomAccessFile,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (let position = start; position < end; position += chunkBytes) {
    const chunk = await bytesAt(source, position, Math.min(chunkBytes, end - position));
    if (!chunk) throw new Error('the file is truncated');
    yield chunk;
  }
}
