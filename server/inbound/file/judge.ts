import type { Mailbox } from '../read/addresses.ts';
import type { ReadMail } from '../read/mail.ts';

/** A mail from one person; a released mail may have no address. */
export type PersonMail = ReadMail & { person: Mailbox | undefined };

/**
 * The decision about a mail: it is a person's, about one of our mails, or set aside for a reason. An
 * automatic mail is set aside unless it answers a ticket.
 */
export type MailDecision =
  | { as: 'person'; mail: PersonMail }
  | { as: 'automatic'; mail: PersonMail; reason: 'auto-reply' | 'bounce' }
  | { as: 'bounce'; mail: ReadMail }
  | { as: 'ignored' | 'quarantined'; reason: string };

/** Why a mail could not be read. */
export type Unread = 'too-large' | 'unreadable';

/** The known properties of a mail, whatever its outcome. */
export interface MailRecord {
  dedupeKey: string;
  mailId: string | null;
  contentHash: string | null;
  sender: string | null;
  subject: string | null;
  verified: boolean;
}

/** Decides about a mail; `released` means that an agent says that a person wrote it. */
export const judge = (
  mail: ReadMail | Unread,
  { released }: { released: boolean },
): MailDecision => {
  if (typeof mail === 'string') return { as: 'quarantined', reason: mail };
  if (released) return { as: 'person', mail: { ...mail, person: mail.claimed } };
  const { sender, kind } = mail;
  if (kind === 'bounce') {
    const { bounce } = mail;
    if (!bounce || bounce.failed) return { as: 'bounce', mail };
    // The server is still trying to deliver our mail.
    const about = { ...mail, references: [bounce.mailId], person: undefined };
    return { as: 'automatic', mail: about, reason: kind };
  }
  if (typeof sender === 'string') return { as: 'quarantined', reason: sender };
  if (kind === 'auto-reply') {
    return { as: 'automatic', mail: { ...mail, person: sender }, reason: kind };
  }
  if (kind !== 'person') return { as: 'ignored', reason: kind };
  return { as: 'person', mail: { ...mail, person: sender } };
};

/** Returns the known properties of a mail; of an unreadable mail only the hash is known. */
export const mailRecordOf = (mail: ReadMail | Unread, hash: string): MailRecord => {
  const read = typeof mail === 'string' ? undefined : mail;
  return {
    dedupeKey: read?.dedupeKey ?? hash,
    mailId: read?.mailId ?? null,
    contentHash: read?.contentHash ?? null,
    sender: typeof read?.sender === 'object' ? read.sender.address : null,
    subject: read?.subject ?? null,
    verified: read?.verified ?? false,
  };
};
