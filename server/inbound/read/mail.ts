import { createHash } from 'node:crypto';
import { cutText, decodeHeader } from '../../text/characters.ts';
import { visibleName } from '../../text/visible-name.ts';
import { addressesIn, type Mailbox } from './addresses.ts';
import type { Seal } from './alternatives.ts';
import { readBody } from './body.ts';
import { type Bounce, type ReportPart, readBounce } from './bounce-report.ts';
import { classifyMail, isUnanswerable, type MailKind } from './classify.ts';
import type { MailFile } from './files.ts';
import { type Part, rawHeader, splitMail } from './mime.ts';
import { isVerified, type KnownAddresses, type Sender, senderOf } from './sender.ts';

/** A mail with the fields that tickets need. */
export interface ReadMail {
  /** The Message-ID and the sender; undefined if one of them is missing. */
  dedupeKey: string | undefined;
  /** The Message-ID, with its angle brackets; undefined if there is no valid one. */
  mailId: string | undefined;
  /** Equal for copies of a mail, different for another mail with the same Message-ID. */
  contentHash: string;
  sender: Sender;
  /** The first reply address of a mail without one clear sender. */
  claimed: Mailbox | undefined;
  kind: MailKind;
  /** True if a program or a list may have sent it: then nothing may reply automatically. */
  unanswerable: boolean;
  bounce: Bounce | undefined;
  /** True if the mail server vouches for the sender's domain. */
  verified: boolean;
  /** The addresses that the mail was sent to, in lower case. */
  recipients: string[];
  /** Other recipients, without the sender and our addresses. */
  cc: Mailbox[];
  subject: string;
  /** True if its subject says that it forwards another mail. */
  isForward: boolean;
  /** The whole text with quotations. */
  text: string;
  isCut: boolean;
  /** Set if its text was in an unchecked signature or is encrypted. */
  seal: Seal | undefined;
  /** True if its headers or our address say that it answers another mail. */
  isAnswer: boolean;
  /** Message-IDs that the mail replies to, nearest first, with their angle brackets. */
  references: string[];
  attachments: MailFile[];
}

const maxText = 100_000;
const maxSubject = 250;
const maxReferences = 50;
const maxCc = 50;

/**
 * Reads a mail (RFC 5322, MIME). Throws if it cannot be parsed. A stranger's mail can take minutes or
 * exhaust the memory, so the service only calls it in a worker (`read-in-worker.ts`).
 */
export const readMail = (raw: Buffer, known: KnownAddresses): ReadMail => {
  const mail = splitMail(raw);
  mail.charset ??= firstCharset(mail);
  const header = (name: string) => rawHeader(mail, name);
  const addresses = (name: string) => addressesIn(header(name), mail.charset);
  const body = readBody(mail);
  const text = withoutControls(body.text);
  const subject = visibleName(decodeHeader(header('subject') ?? '', mail.charset)) ?? 'Sem assunto';
  const sender = senderOf(mail, known);
  const address = typeof sender === 'object' ? sender.address : undefined;
  const [from] = addresses('from');
  const mailId = /^<[^\s<>\0]{1,500}>$/.exec(header('message-id') ?? '')?.[0];
  const sentTo = ['to', 'cc'].flatMap(addresses);
  const recipients = sentTo.map((to) => to.address);
  const references = referencesOf(mail);
  const reports = reportParts(mail);
  const bounce = readBounce(reports, headerText(mail));
  const hasStatus = reports.some(({ type }) => type === 'message/delivery-status');
  const isTagged = recipients.some((to) => ticketTag.test(to));
  const isReply = references.some(isOurs) || isTagged;
  const isAnswer = isTagged || references.length > 0 || Boolean(header('in-reply-to'));
  const classified = {
    header,
    sender,
    recipients,
    subject,
    text,
    isReply,
    isAnswer,
    bounce,
    hasStatus,
  };
  const claimed = typeof sender === 'object' ? sender : (addresses('reply-to')[0] ?? from);
  return {
    dedupeKey: address && mailId ? `${mailId} ${address}` : undefined,
    mailId,
    contentHash: hashContents(subject, text, body.files),
    sender,
    claimed,
    kind: classifyMail(classified, known),
    unanswerable: isUnanswerable(classified, known),
    bounce,
    verified:
      address !== undefined &&
      isVerified(header('authentication-results'), { address, from: from?.address }),
    recipients,
    cc: othersOf(sentTo, [...known.own, ...(claimed ? [claimed.address] : [])]).slice(0, maxCc),
    subject: cutText(subject, maxSubject),
    isForward: /^\s*\[?(?:fwd?|enc|rv|tr|wg|i)\s?[:\]]/i.test(subject),
    text: cutText(text, maxText).trimEnd(),
    seal: body.seal,
    isCut: body.isCut || text.length > maxText,
    isAnswer,
    references,
    attachments: body.files,
  };
};

/** Removes duplicates and the excluded addresses, ignoring plus-tags. */
const othersOf = (people: readonly Mailbox[], except: readonly string[]): Mailbox[] => {
  const seen = new Set(except);
  return people.filter(({ address }) => {
    const isOther = !seen.has(address) && !except.includes(address.replace(plusTag, ''));
    seen.add(address);
    return isOther;
  });
};

const plusTag = /\+[^+@]*(?=@[^@]*$)/;

const firstCharset = ({ charset, parts }: Part): string | undefined => {
  for (const part of parts) {
    const found = part.charset ?? firstCharset(part);
    if (found !== undefined) return found;
  }
  return charset;
};

const isOurs = (reference: string): boolean => /^<ticket-\d{1,10}[.@]/.test(reference);
const ticketTag = /\+t\d{1,10}\.[a-z2-7]{16}@/;

const referencesOf = (mail: Part): string[] => {
  const ids = ['references', 'in-reply-to'].flatMap(
    (name) => rawHeader(mail, name)?.match(/<[^\s<>]{1,500}>/g) ?? [],
  );
  return [...new Set(ids.reverse())].slice(0, maxReferences);
};

const headerText = ({ headers }: Part): string =>
  headers.map(({ name, value }) => `${name}: ${value}`).join('\n');

const maxReport = 1_048_576;
const notReported = /^(?:image|audio|video|font)\//;

/** Returns the possible report in each part, with one character for each byte. */
const reportParts = (part: Part): ReportPart[] => {
  if (part.parts.length > 0) return part.parts.flatMap(reportParts);
  if (notReported.test(part.type)) return [];
  return [
    {
      type: part.type,
      text: part.bytes.subarray(0, maxReport).toString('latin1').replaceAll('\0', ' '),
    },
  ];
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/g;
const withoutControls = (text: string): string =>
  text.replaceAll('\r', '').replaceAll(controls, '').trim();

const hashContents = (subject: string, text: string, files: readonly MailFile[]): string => {
  const hash = createHash('sha256').update(`${subject}\n${text.replaceAll(/\s+/g, ' ').trim()}`);
  for (const { contents } of files)
    hash.update('\n').update(createHash('sha256').update(contents).digest());
  return hash.digest('hex');
};
