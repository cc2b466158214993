import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { AddressObject, ParsedMail } from 'mailparser';
import { maxHtml, messageText, withoutFiles } from '../text/html.ts';
import { visibleName } from '../text/visible-name.ts';
import { foldQuotes } from './fold.ts';
import { isVerified, type Sender, senderOf } from './sender.ts';

/** A mail, as far as tickets are concerned. */
export interface ReadMail {
  /** The sender and the Message-ID, or a hash of the mail if one of them is missing. */
  dedupeKey: string;
  /** The Message-ID, with its angle brackets; undefined if there is no valid one. */
  mailId: string | undefined;
  sender: Sender;
  /** Whether the mail server vouches for the domain of the sender. */
  verified: boolean;
  /** Addresses that the mail was sent to, in lower case. */
  recipients: string[];
  subject: string;
  /** What the sender wrote, without quoted history and signature. */
  text: string;
  /** Whether what was written is longer than what is read of it. */
  isCut: boolean;
  /** Quoted history and signature; undefined if there is none. */
  folded: string | undefined;
  /** Message-IDs that the mail replies to, nearest first, with their angle brackets. */
  references: string[];
  attachments: { name: string; type: string; contents: Uint8Array }[];
  /** A header by its name in lower case, as text; undefined if the mail lacks it. */
  header: (name: string) => string | undefined;
}

/** The largest mail that is read, in bytes. */
export const maxMailBytes = 40 * 1_048_576;
const maxText = 100_000;
const maxSubject = 250;
const maxReferences = 50;

/**
 * Parses a mail (RFC 5322, MIME). Throws if nothing can be made of it. A mail of a stranger can take it minutes or exhaust the memory: the service
 * calls it in a thread alone (`reader.ts`).
 */
export const readMail = async (raw: Buffer): Promise<ReadMail> => {
  const [{ simpleParser }, { withBoundedText }] = await Promise.all([
    import('mailparser'),
    import('./bounded-text.ts'),
  ]);
  const bounded = withBoundedText(raw);
  const mail = await simpleParser(bounded.source, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    skipImageLinks: true,
    keepDeliveryStatus: true,
  });
  const { text, isCut } = plainTextOf(mail);
  const { visible, folded } = foldQuotes(text);
  const sender = senderOf(mail);
  const address = typeof sender === 'object' ? sender.address : undefined;
  const mailId = mailIdOf(mail);
  const header = (name: string) => headerText(mail, name);
  return {
    dedupeKey: address && mailId ? `${mailId} ${address}` : await hashKey(raw),
    mailId,
    sender,
    verified: address !== undefined && isVerified(header('authentication-results'), address),
    recipients: [mail.to, mail.cc].flatMap(addressesOf),
    subject: visibleName(mail.subject ?? '')?.slice(0, maxSubject) ?? 'Sem assunto',
    text: visible,
    isCut: isCut || bounded.isCut(),
    folded,
    references: referencesOf(mail),
    attachments: mail.attachments.map(({ filename, contentType, content }) => ({
      name: filename ?? 'anexo',
      type: contentType.toLowerCase(),
      contents: content,
    })),
    header,
  };
};

const sliceBytes = 1_048_576;

/** The bytes of a mail in slices, each in a turn of its own: 40 MiB take too long for one turn of the event loop. */
export async function* slicesOf(raw: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < raw.length; at += sliceBytes) {
    yield raw.subarray(at, at + sliceBytes);
    await setImmediate();
  }
}

/** The key of a mail's bytes. */
export const hashKey = async (raw: Buffer): Promise<string> => {
  const hash = createHash('sha256');
  for await (const slice of slicesOf(raw)) hash.update(slice);
  return `sha256:${hash.digest('hex')}`;
};

const mailIdOf = ({ messageId }: ParsedMail): string | undefined => {
  const id = messageId?.trim();
  return id && /^<[^\s<>]{1,500}>$/.test(id) && !id.includes('\u0000') ? id : undefined;
};

const addressesOf = (field: AddressObject | AddressObject[] | undefined): string[] =>
  [field ?? []]
    .flat()
    .flatMap(({ value }) => value)
    .flatMap(({ address }) => (address ? [address.toLowerCase()] : []));

const referencesOf = ({ inReplyTo, references }: ParsedMail): string[] => {
  const ids = [...[references ?? []].flat(), ...(inReplyTo?.split(/\s+/) ?? [])].reverse();
  return [...new Set(ids)].slice(0, maxReferences);
};

const headerText = (mail: ParsedMail, name: string): string | undefined =>
  mail.headerLines
    .find(({ key }) => key === name)
    ?.line.slice(name.length + 1)
    .trim();

/** The text part, else the HTML part as text; at most 100 000 characters. */
const plainTextOf = (mail: ParsedMail): Pick<ReadMail, 'text' | 'isCut'> => {
  if (mail.text?.trim()) {
    const plain = stripControls(mail.text);
    return { text: plain.slice(0, maxText), isCut: plain.length > maxText };
  }
  const html = withoutFiles(mail.html || '');
  const text = messageText(html, maxText);
  return { text, isCut: html.length > maxHtml || text.length > maxText };
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const stripControls = (text: string): string => text.toWellFormed().replaceAll(controls, '');
