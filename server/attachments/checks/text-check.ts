import { bytesAt, chunksOf, type RandomAccessFile } from '../random-access-file.ts';

// The pattern has all control characters except backspace, tab, line ends, form feed, end of file and
// escape.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them.
const control = /[\u0000-\u0007\u000e-\u0019\u001c-\u001f\u007f]/;
/** Bytes that Windows-1252 assigns no character to. */
const unassigned = /[\u0081\u008d\u008f\u0090\u009d]/;
const marks: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be' };

/**
 * Checks for UTF-8, Windows-1252, or UTF-16 with a mark; docs/decisions/041-upload-checks.md explains why no
 * library.
 */
export const isText = async (file: RandomAccessFile): Promise<boolean> => {
  const mark = (await bytesAt(file, 0, 2))?.toString('hex') ?? '';
  const wide = marks[mark];
  const decode = decoderOf(wide ?? 'utf-8');
  let isDecoded = true;
  let isWindows = wide === undefined;
  for await (const chunk of chunksOf(file, 0, file.size)) {
    const decoded: string | undefined = isDecoded ? decode(chunk) : undefined;
    isDecoded = decoded !== undefined;
    const characters = wide ? (decoded ?? '\0') : chunk.toString('latin1');
    if (control.test(characters)) return false;
    isWindows &&= !unassigned.test(characters);
    if (!isDecoded && !isWindows) return false;
  }
  return isWindows || decode() !== undefined;
};

/** Returns a function that decodes the next bytes, or without bytes the end; undefined if they are invalid. */
const decoderOf = (encoding: string) => {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (chunk?: Buffer): string | undefined => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      return undefined;
    }
  };
};
