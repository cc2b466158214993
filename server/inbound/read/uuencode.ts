// Outlook and Lotus Notes write files into plain text (POSIX `uuencode`) for readers without MIME.

export interface WithoutUuencoded {
  text: string;
  files: { name: string; contents: Buffer }[];
}

const begin = /^begin [0-7]{3,4} (\S.{0,199})$/m;

/** Extracts uuencoded files from a text with `\n` line ends. A file without an end stays text. */
export const withoutUuencoded = (text: string): WithoutUuencoded => {
  if (!begin.test(text)) return { text, files: [] };
  const kept: string[] = [];
  const files: WithoutUuencoded['files'] = [];
  let open: { name: string; lines: string[]; contents: Buffer[] } | undefined;
  for (const line of text.split('\n')) {
    const start = begin.exec(line);
    if (start) {
      kept.push(...(open?.lines ?? []));
      open = { name: (start[1] ?? '').trim(), lines: [line], contents: [] };
      continue;
    }
    if (!open) {
      kept.push(line);
      continue;
    }
    if (/^end\s*$/.test(line)) {
      files.push({ name: open.name, contents: Buffer.concat(open.contents) });
      open = undefined;
      continue;
    }
    open.lines.push(line);
    const contents = decodeLine(line);
    if (contents) {
      if (contents !== empty) open.contents.push(contents);
    } else {
      kept.push(...open.lines);
      open = undefined;
    }
  }
  return { text: [...kept, ...(open?.lines ?? [])].join('\n'), files };
};

const empty = Buffer.alloc(0);
const sixBits = (character: number): number => (character - 32) & 63;

/** Decodes a line, whose first character is its length; undefined for other lines. */
const decodeLine = (line: string): Buffer | undefined => {
  if (line === '' || line === '`') return empty;
  if (!/^[ -`]{1,62}\s?$/.test(line)) return undefined;
  const length = sixBits(line.charCodeAt(0));
  const groups = Math.ceil(length / 3);
  // Transport removes spaces at the end of a line; a checksum may follow.
  const encoded = line.slice(1).padEnd(groups * 4, ' ');
  if (line.trimEnd().length - 1 > groups * 4 + 1) return undefined;
  const bytes = Buffer.alloc(groups * 3);
  for (let group = 0; group < groups; group += 1) {
    const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((at) =>
      sixBits(encoded.charCodeAt(group * 4 + at)),
    );
    bytes.writeUIntBE((a << 18) | (b << 12) | (c << 6) | d, group * 3, 3);
  }
  return bytes.subarray(0, length);
};
