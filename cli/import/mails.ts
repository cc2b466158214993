import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import { type ReadMail, readMail } from '../../server/inbound/read/mail.ts';
import { rawHeader, splitMail } from '../../server/inbound/read/mime.ts';
import { ImportedTicket } from '../../server/tickets/inputs.ts';
import { strictInput } from '../../server/trpc/strict-input.ts';

/** A ticket to import. */
export type MailTicket = z.input<typeof ImportedTicket>;

/** The tickets in an archive of mails. */
interface MailArchive {
  /** One ticket per conversation, oldest first. */
  tickets: MailTicket[];
  /** Mails that become no ticket, with the reason. */
  refused: { mail: string; reason: string }[];
}

interface DatedMail {
  /** Copies of a mail have the same key. */
  key: string;
  mail: ReadMail;
  at: Date;
}

const maxMailBytes = 36_700_160;
const maxMessages = 500;
const maxText = 1_048_576;
const category = 'E-mail';

/**
 * Reads a `.mbox` file, an `.eml` file, or a folder of them, by the rules for inbound mail. An answer
 * becomes a message of the answered mail's ticket. Attachments are left out.
 * @param own our addresses, whose mails are an agent's
 */
export const readMails = async (path: string, own: readonly string[]): Promise<MailArchive> => {
  const refused: MailArchive['refused'] = [];
  const mails = new Map<string, DatedMail>();
  for await (const { name, raw } of rawMails(path)) {
    const read = await readOne(raw);
    if (typeof read === 'string') refused.push({ mail: name, reason: read });
    else if (!mails.has(read.key)) mails.set(read.key, read);
  }
  const oldestFirst = [...mails.values()].sort((a, b) => a.at.getTime() - b.at.getTime());
  const tickets = conversationsOf(oldestFirst).map((mails) => ticketOf(mails, own));
  return { tickets: tickets.filter((ticket) => isTaken(ticket, refused)), refused };
};

const readOne = async (raw: Buffer): Promise<DatedMail | string> => {
  if (raw.length > maxMailBytes) return 'too-large';
  try {
    const mail = await readMail(raw, { own: [], forms: [] });
    if (typeof mail.sender === 'string') return mail.sender;
    if (mail.kind !== 'person') return mail.kind;
    const at = new Date(rawHeader(await splitMail(raw), 'date')?.replace(/\(.*/, '') ?? '');
    const key = mail.dedupeKey ?? `sha256:${createHash('sha256').update(raw).digest('hex')}`;
    return Number.isNaN(at.getTime()) ? 'no date' : { key, mail, at };
  } catch {
    return 'unreadable';
  }
};

/** Groups mails that answer each other. */
const conversationsOf = (mails: readonly DatedMail[]): DatedMail[][] => {
  const byId = new Map<string, DatedMail[]>();
  const all: DatedMail[][] = [];
  for (const one of mails) {
    const answered = one.mail.references.find((id) => byId.has(id));
    let conversation = answered === undefined ? undefined : byId.get(answered);
    if (!conversation || conversation.length > maxMessages || textOf(conversation) > maxText / 2) {
      conversation = [];
      all.push(conversation);
    }
    conversation.push(one);
    if (one.mail.mailId !== undefined) byId.set(one.mail.mailId, conversation);
  }
  return all;
};

const textOf = (mails: readonly DatedMail[]): number =>
  mails.reduce((sum, { mail }) => sum + mail.text.length, 0);

const ticketOf = (mails: readonly DatedMail[], own: readonly string[]): MailTicket => {
  const [first, ...others] = mails;
  if (!first) throw new Error('a conversation has no mail');
  const fromReader = mails.find(({ mail }) => !own.includes(senderOf(mail).address)) ?? first;
  const reader = senderOf(fromReader.mail);
  return {
    externalId: `mail:${createHash('sha256').update(first.key).digest('hex')}`,
    subject: first.mail.subject,
    body: bodyOf(first),
    main: category,
    status: 'closed',
    createdAt: first.at.toISOString(),
    requesterEmail: reader.address,
    requesterName: reader.name,
    messages: others.map((one) => {
      const { address, name } = senderOf(one.mail);
      return {
        author: (name ?? address).slice(0, 120),
        origin: own.includes(address) ? 'agent' : 'requester',
        body: bodyOf(one),
        createdAt: one.at.toISOString(),
      };
    }),
  };
};

const bodyOf = ({ mail }: DatedMail): string => mail.text || '(sem texto)';

const senderOf = ({ sender }: ReadMail): { address: string; name: string | undefined } => {
  if (typeof sender === 'string') throw new Error(sender);
  return sender;
};

const ticketSchema = strictInput(ImportedTicket);

const isTaken = (ticket: MailTicket, refused: MailArchive['refused']): boolean => {
  const { error } = ticketSchema.safeParse(ticket);
  if (!error) return true;
  refused.push({ mail: ticket.subject, reason: error.issues[0]?.message ?? 'invalid' });
  return false;
};

/** The mails of a file or a folder, each with a name for messages. */
async function* rawMails(path: string): AsyncGenerator<{ name: string; raw: Buffer }> {
  if (!(await stat(path)).isDirectory()) {
    if (/\.eml$/i.test(path)) yield { name: path, raw: await readFile(path) };
    else yield* mailsOfMbox(path);
    return;
  }
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isFile() && /\.(eml|mbox)$/i.test(entry.name)) {
      yield* rawMails(join(entry.parentPath, entry.name));
    }
  }
}

/** The mails of an mbox file (RFC 4155). A line `From ` begins a mail; `>From ` is a quoted one. */
async function* mailsOfMbox(path: string): AsyncGenerator<{ name: string; raw: Buffer }> {
  const input = createReadStream(path, 'latin1');
  let lines: string[] = [];
  let start = 1;
  let number = 0;
  const mail = () => ({
    name: `${path}:${start}`,
    raw: Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'),
  });
  let isBlank = true;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (isBlank && /^From \S+.*\d/.test(line)) {
      if (lines.some((one) => one !== '')) yield mail();
      lines = [];
      start = number;
    } else lines.push(line.replace(/^>(>*From )/, '$1'));
    isBlank = line === '';
  }
  if (lines.some((one) => one !== '')) yield mail();
}
