import type { Mailbox } from './addresses.ts';
import type { ReadMail } from './parse.ts';
import type { KnownMail } from './store.ts';

/** A mail of one person. One that was released may have no address. */
export type PersonMail = ReadMail & { person: Mailbox | undefined };

/** What a mail is to be: a person's, about a mail of ours, or set aside for a reason. */
export type Verdict =
  | { as: 'person'; mail: PersonMail }
  | { as: 'bounce'; mail: ReadMail }
  | { as: 'ignored' | 'quarantined'; reason: string };

/** Why a mail could not be read. */
export type Unread = 'too-large' | 'unreadable';

/** Decides what a mail is to be. `released`: a person said that a person wrote it. */
export const judge = (mail: ReadMail | Unread, { released }: { released: boolean }): Verdict => {
  if (typeof mail === 'string') return { as: 'quarantined', reason: mail };
  if (mail.kind === 'bounce' && !released) return { as: 'bounce', mail };
  if (released) return { as: 'person', mail: { ...mail, person: mail.claimed } };
  const { sender, kind } = mail;
  if (typeof sender === 'string') return { as: 'quarantined', reason: sender };
  if (kind !== 'person') return { as: 'ignored', reason: kind };
  return { as: 'person', mail: { ...mail, person: sender } };
};

/** What is known of a mail, if it could be read or not. */
export const knownOf = (mail: ReadMail | Unread, hash: string): KnownMail =>
  typeof mail === 'string'
    ? {
        dedupeKey: hash,
        mailId: null,
        contentHash: null,
        sender: null,
        subject: null,
        verified: false,
      }
    : {
        dedupeKey: mail.dedupeKey,
        mailId: mail.mailId ?? null,
        contentHash: mail.contentHash,
        sender: typeof mail.sender === 'string' ? null : mail.sender.address,
        subject: mail.subject,
        verified: mail.verified,
      };
