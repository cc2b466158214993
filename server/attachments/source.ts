/** A complete file with random access. */
export interface Source {
  size: number;
  /** Reads into `buffer` from `position`; resolves to the number of bytes read. */
  readAt: (buffer: Buffer, position: number) => Promise<number>;
}

/** Exactly `length` bytes from a position; undefined if the file ends earlier. */
export const bytesAt = async (
  source: Source,
  position: number,
  length: number,
): Promise<Buffer | undefined> => {
  const buffer = Buffer.alloc(length);
  return (await source.readAt(buffer, position)) === length ? buffer : undefined;
};
