/** A whole file that can be read anywhere. */
export interface Source {
  size: number;
  /** Reads into `buffer` from `position`; answers how many bytes there were. */
  readAt: (buffer: Buffer, position: number) => Promise<number>;
}

/** Exactly `length` bytes at a position; undefined where the file ends before. */
export const bytesAt = async (
  source: Source,
  position: number,
  length: number,
): Promise<Buffer | undefined> => {
  const buffer = Buffer.alloc(length);
  return (await source.readAt(buffer, position)) === length ? buffer : undefined;
};
