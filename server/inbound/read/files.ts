import { extension } from 'mime-types';
import type { Part } from './mime.ts';

export interface MailFile {
  name: string;
  type: string;
  contents: Uint8Array;
  /** True if the mail's text shows it. */
  inline: boolean;
}

const names: Record<string, string> = {
  'application/ms-tnef': 'winmail.dat',
  'application/vnd.ms-tnef': 'winmail.dat',
  'text/calendar': 'convite.ics',
  'application/ics': 'convite.ics',
};

/** Builds a file from a part; it always has a name. */
export const fileOf = (part: Part): MailFile => ({
  name: part.name ?? names[part.type] ?? withEnding(part),
  type: part.type,
  contents: part.bytes,
  inline: part.contentId !== undefined && part.disposition !== 'attachment',
});

const signaturesOfFiles: [RegExp, string][] = [
  [/^\xff\xd8\xff/, 'jpg'],
  [/^\x89PNG/, 'png'],
  [/^GIF8/, 'gif'],
  [/^RIFF.{4}WEBP/s, 'webp'],
  [/^.{4}ftyphei/s, 'heic'],
  [/^\s{0,9}%PDF-/, 'pdf'],
  [/^PK[^A-Za-z]{2}/, 'zip'],
];

/** Builds a name for a file without one, with an extension from its type or its first bytes. */
const withEnding = ({ type, bytes }: Part): string => {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const known = type === 'application/octet-stream' ? undefined : extensionOf(type);
  const ending = known ?? signaturesOfFiles.find(([signature]) => signature.test(start))?.[1];
  return ending === undefined ? 'anexo' : `anexo.${ending}`;
};

const extensionOf = (type: string): string | undefined => {
  if (/^image\/p?jpe?g$/.test(type)) return 'jpg';
  return extension(type) || undefined;
};
