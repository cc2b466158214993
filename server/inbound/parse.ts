import { createHash } from 'node:crypto';
import EmailReplyParser from 'email-reply-parser';
import type { AddressObject, ParsedMail } from 'mailparser';
import { messageText } from '../text/html.ts';
import { visibleName } from '../text/visible-name.ts';

/** A mail, as far as tickets are concerned. */
export interface ReadMail {
  /** The Message-ID, or a hash of the mail if it has none. */
  dedupeKey: string;
  sender: { address: string; name: string | undefined } | undefined;
  /** Addresses that the mail was sent to, in lower case. */
  recipients: string[];
  subject: string;
  /** What the sender wrote, without quoted history and signature. */
  text: string;
  /** Quoted history and signature; undefined if there is none. */
  folded: string | undefined;
  /** Message-IDs that the mail replies to, nearest first, with their angle brackets. */
  references: string[];
  attachments: { name: string; type: string; contents: Buffer }[];
  /** A header by its name in lower case, as text; undefined if the mail lacks it. */
  header: (name: string) => string | undefined;
}

/** The largest mail that is read, in bytes. */
export const maxMailBytes = 40 * 1_048_576;
const maxText = 100_000;
// Some patterns for quoted history are slow on a line without end.
const maxFoldableLine = 2_000;
const maxSubject = 250;
const maxReferences = 50;

/** Parses a mail (RFC 5322, MIME). Throws if nothing can be made of it. */
export const readMail = async (raw: Buffer): Promise<ReadMail> => {
  // Loaded at the first mail.
  const { simpleParser } = await import('mailparser');
  const mail = await simpleParser(raw, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipTextLinks: true,
    skipImageLinks: true,
    keepDeliveryStatus: true,
  });
  const { visible, folded } = fold(plainTextOf(mail));
  return {
    dedupeKey: dedupeKeyOf(mail, raw),
    sender: senderOf(mail),
    recipients: [mail.to, mail.cc].flatMap(addressesOf),
    subject: clean(mail.subject ?? '').slice(0, maxSubject) || 'Sem assunto',
    text: visible,
    folded,
    references: referencesOf(mail),
    attachments: mail.attachments.map(({ filename, contentType, content }) => ({
      name: filename ?? 'anexo',
      type: contentType.toLowerCase(),
      contents: content,
    })),
    header: (name) => headerText(mail, name),
  };
};

/** The key under which a mail is stored once. */
export const hashKey = (raw: Buffer): string =>
  `sha256:${createHash('sha256').update(raw).digest('hex')}`;

const dedupeKeyOf = (mail: ParsedMail, raw: Buffer): string => {
  const id = mail.messageId?.trim();
  return id && id.length <= 500 && !id.includes('\u0000') ? id : hashKey(raw);
};

const senderOf = ({ from }: ParsedMail): ReadMail['sender'] => {
  const [first] = from?.value ?? [];
  const address = first?.address?.toLowerCase();
  if (!address?.includes('@') || address.length > 254) return undefined;
  return { address, name: visibleName(first?.name ?? '')?.slice(0, 120) };
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
const plainTextOf = ({ text, html }: ParsedMail): string => {
  if (text?.trim()) return stripControls(text).slice(0, maxText);
  return html ? messageText(html, maxText) : '';
};

/** Parts what was written from what was quoted and from a signature. A mail of quotes alone stays as it is. */
const fold = (text: string): { visible: string; folded: string | undefined } => {
  const whole = text.trim();
  if (whole.split('\n').some((line) => line.length > maxFoldableLine)) {
    return { visible: whole, folded: undefined };
  }
  const fragments = new EmailReplyParser().read(whole).getFragments();
  const join = (hidden: boolean) =>
    fragments
      .filter((fragment) => fragment.isHidden() === hidden)
      .map((fragment) => fragment.getContent())
      .join('\n')
      .trim();
  const visible = join(false);
  const folded = join(true);
  if (visible === '') return { visible: whole, folded: undefined };
  return { visible, folded: folded || undefined };
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const stripControls = (text: string): string => text.toWellFormed().replaceAll(controls, '');
const clean = (text: string): string => stripControls(text).replaceAll(/\s+/g, ' ').trim();
