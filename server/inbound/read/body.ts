import { lookup } from 'mime-types';
import { usualBounds } from '../../markup/read-html.ts';
import { htmlText, withoutFiles } from '../../markup/text.ts';
import { decodeHeader, decodeText, withoutHalf } from '../../text/characters.ts';
import { type Contents, choose, isOtherForm, joined, readable, type Seal } from './alternatives.ts';
import { fileOf, type MailFile } from './files.ts';
import { type Part, rawHeader, splitMail } from './mime.ts';
import { signedContent } from './signed.ts';
import { readTnef } from './tnef.ts';
import { withoutUuencoded } from './uuencode.ts';

// This decides which parts of a mail are its text and which are files.

export interface MailBody {
  /** All text parts in order. */
  text: string;
  isCut: boolean;
  files: MailFile[];
  seal: Seal | undefined;
}

const mails = new Set(['message/rfc822', 'message/global', 'message/news']);
/** How many levels of mails in mails are read. */
const maxForwards = 3;

export const readBody = (mail: Part): MailBody => {
  const read = (only: Part | undefined) => {
    const left = { elements: usualBounds.elements };
    const place = { forwards: 0, isRoot: true, only, left };
    const { texts, isCut, files, seal } = contentsOf(mail, place);
    return { text: joined(texts), isCut, files, seal };
  };
  const body = read(undefined);
  const [only, ...others] = body.text === '' ? namedTexts(mail) : [];
  return only !== undefined && others.length === 0 ? read(only) : body;
};

/** Finds texts that may be files: they have a name, and no header says what they are. */
const namedTexts = (part: Part): Part[] => {
  if (part.parts.length > 0) return part.parts.flatMap(namedTexts);
  const mayBeText = readable.has(part.type) && part.disposition === undefined;
  return mayBeText || isTnef(part) ? [part] : [];
};

interface Place {
  /** The number of mails around this part. */
  forwards: number;
  isRoot: boolean;
  /** The mail's only text, if it has a name. */
  only: Part | undefined;
  /** How much HTML of the whole mail may still be read. */
  left: { elements: number };
}

const nothing: Contents = { texts: [], isCut: false, files: [] };

const contentsOf = (part: Part, place: Place): Contents => {
  const inner = { ...place, isRoot: false };
  if (part.type === 'multipart/alternative') {
    const choices = [];
    for (const choice of part.parts) choices.push({ part: choice, ...contentsOf(choice, inner) });
    const chosen = choose(choices);
    return {
      texts: chosen?.texts ?? [],
      isCut: chosen?.isCut ?? false,
      seal: chosen?.seal,
      files: choices.flatMap(({ part, files }) => (isOtherForm(part) ? [] : files)),
    };
  }
  if (part.type.startsWith('multipart/')) {
    const all: Contents = { texts: [], isCut: false, files: [] };
    for (const each of part.parts) {
      const { texts, isCut, files, seal } = contentsOf(each, inner);
      all.texts.push(...texts);
      all.isCut ||= isCut;
      all.files.push(...files);
      if (all.seal !== 'encrypted') all.seal = seal ?? all.seal;
    }
    if (part.type === 'multipart/encrypted') all.seal = 'encrypted';
    return all;
  }
  if (mails.has(part.type)) return forwarded(part, place);
  if (isText(part, place)) return textContents(part, place);
  if (isSealed(part)) return sealedContents(part, place);
  if (isTnef(part)) return tnefContents(part, place);
  if (signatures.has(part.type)) return nothing;
  return { ...nothing, files: [fileOf(part)] };
};

/** The signatures of a whole mail, which are of no use to a reader. */
const signatures = new Set([
  'application/pgp-signature',
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
]);

/** Names that Outlook and Apple's Mail give to the texts between files. */
const textName = /^(?:att|mime-)\w{0,20}\.(?:html?|txt)$/i;

const isText = (part: Part, { isRoot, only }: Place): boolean => {
  const { type, name, disposition } = part;
  if (!readable.has(type)) return false;
  if (isRoot || type.startsWith('message/') || disposition === 'inline' || part === only)
    return true;
  return name === undefined ? disposition !== 'attachment' : textName.test(name);
};

const isSealed = ({ type, name }: Part): boolean =>
  /^application\/(?:x-)?pkcs7-mime$/.test(type) || /\.p7m$/i.test(name ?? '');
const isTnef = ({ type, name }: Part): boolean =>
  /^application\/(?:vnd\.)?ms-tnef$/.test(type) || /^winmail\.dat$/i.test(name ?? '');

/** Reads the contents of an opaque S/MIME signature; an encrypted one stays a file. */
const sealedContents = (part: Part, place: Place): Contents => {
  const signed = place.forwards < maxForwards ? signedContent(part.bytes) : undefined;
  if (!signed) return { ...nothing, files: [fileOf(part)], seal: 'encrypted' };
  const inner = { ...place, forwards: place.forwards + 1, isRoot: true };
  const contents = contentsOf(splitMail(signed), inner);
  return { ...contents, seal: contents.seal ?? 'unverified' };
};

/** Reads the files of a `winmail.dat`, and its text if the mail has no other. */
const tnefContents = (part: Part, { isRoot, only, left }: Place): Contents => {
  const tnef = readTnef(part.bytes);
  const isAsked = isRoot || part === only;
  if (!tnef) return { ...nothing, files: [fileOf(part)], seal: isAsked ? 'encrypted' : undefined };
  const { text, files } = tnef;
  if (!text || !isAsked) return { ...nothing, files };
  const { text: said, isCut } = textOf({ ...part, ...text }, left);
  return { texts: [said], isCut, files, seal: 'unverified' };
};

const textContents = (part: Part, { left }: Place): Contents => {
  const { text, isCut } = textOf(part, left);
  if (part.type !== 'text/plain') return { texts: [text], isCut, files: [] };
  const taken = withoutUuencoded(text);
  const files = taken.files.map(({ name, contents }) => ({
    name,
    contents,
    inline: false,
    type: lookup(name) || 'application/octet-stream',
  }));
  const seal = /^-----BEGIN PGP MESSAGE-----$/m.test(taken.text) ? 'encrypted' : undefined;
  return { texts: [taken.text], isCut, files, seal };
};

const textOf = (part: Part, left: Place['left']): { text: string; isCut: boolean } => {
  const decoded = decodedText(part);
  if (part.type === 'text/plain') {
    const lines = decoded.replaceAll(/\r\n?/g, '\n');
    return { text: part.flowed ? unflowed(lines, part.delSp) : lines, isCut: part.isCut };
  }
  if (!isHtml(part)) return { text: decoded.replaceAll(/\r\n?/g, '\n'), isCut: part.isCut };
  const { text, isCut, elements } = htmlText(withoutFiles(decoded), left.elements);
  left.elements = Math.max(0, left.elements - elements);
  return { text, isCut: part.isCut || isCut };
};

const isHtml = ({ type }: Part): boolean =>
  type === 'text/html' || type === 'text/enriched' || type === 'text/richtext';

export const decodedText = (part: Part): string => {
  const bytes = part.isCut ? withoutHalf(part.bytes) : part.bytes;
  const declared = part.charset ?? (isHtml(part) ? charsetInHtml(bytes) : undefined);
  return decodeText(bytes, declared);
};

const metaBytes = 4_096;

const charsetInHtml = (bytes: Uint8Array): string | undefined =>
  /<meta\s[^>]{0,200}charset\s?=\s?["']?([\w.:-]{1,60})/i.exec(
    Buffer.from(bytes.subarray(0, metaBytes)).toString('latin1'),
  )?.[1];

/** Joins lines that end in a space with the next line, unless their quote depths differ (RFC 3676). */
const unflowed = (text: string, delSp: boolean): string => {
  const paragraphs: string[] = [];
  let open: { depth: number; lines: string[] } | undefined;
  const close = () => {
    if (open)
      paragraphs.push(
        `${'>'.repeat(open.depth)}${open.depth > 0 ? ' ' : ''}${open.lines.join('')}`,
      );
    open = undefined;
  };
  for (const line of text.split('\n')) {
    const depth = /^>{0,99}/.exec(line)?.[0].length ?? 0;
    const content = line.slice(depth).replace(/^ /, '');
    if (open && open.depth !== depth) close();
    const goesOn = content.endsWith(' ') && content !== '-- ';
    open ??= { depth, lines: [] };
    open.lines.push(goesOn && delSp ? content.slice(0, -1) : content);
    if (!goesOn) close();
  }
  close();
  return paragraphs.join('\n');
};

/** Reads a mail in a mail: its text below a heading, and the mail itself as a file. */
const forwarded = (part: Part, place: Place): Contents => {
  const file = (name: string): MailFile => ({
    name,
    type: 'message/rfc822',
    contents: part.bytes,
    inline: false,
  });
  if (place.forwards === maxForwards)
    return { ...nothing, files: [file(part.name ?? 'mensagem.eml')] };
  let mail: Part;
  try {
    mail = splitMail(part.bytes);
  } catch {
    return { ...nothing, files: [file(part.name ?? 'mensagem.eml')] };
  }
  const inner = { ...place, forwards: place.forwards + 1, isRoot: true };
  const { texts, isCut, seal } = contentsOf(mail, inner);
  const header = (name: string) => decodeHeader(rawHeader(mail, name) ?? '', mail.charset).trim();
  const lines = Object.entries({
    De: 'from',
    Data: 'date',
    Assunto: 'subject',
    Para: 'to',
  }).flatMap(([label, name]) =>
    header(name) === '' ? [] : [`${label}: ${header(name).slice(0, 500)}`],
  );
  const introduction = ['---------- Mensagem encaminhada ----------', ...lines].join('\n');
  const subject = header('subject')
    .replaceAll(/[/\\:]/g, ' ')
    .slice(0, 100)
    .trim();
  const name = part.name ?? `${subject || 'mensagem'}.eml`;
  return { texts: [`${introduction}\n\n${joined(texts)}`], isCut, files: [file(name)], seal };
};
