import { addressesIn, entriesIn, type Mailbox } from './addresses.ts';
import { type Part, rawHeader } from './mime.ts';

/** Who sent a mail: one person, nobody, or an ambiguous sender. */
export type Sender = Mailbox | 'no-sender' | 'ambiguous-sender';

/** Whose addresses are known. In lower case. */
export interface KnownAddresses {
  /** Ours: what comes from them is our own, or was rewritten by a group of that address. */
  own: readonly string[];
  /** Forms of one's own site: who writes is in `Reply-To`. */
  forms: readonly string[];
}

const maxFrom = 2_000;

/**
 * The sender of a mail: its `From`, unless a group or a form put its own address there. A
 * mail with two senders counts as ambiguous.
 */
export const senderOf = (mail: Part, known: KnownAddresses): Sender => {
  const from = fromOf(mail);
  if (typeof from === 'string') return from;
  if (known.forms.includes(from.address)) return replyTo(mail, [from.address]) ?? from;
  if (!known.own.includes(from.address) && !isListAddress(mail, from.address)) return from;
  const original = originalSender(mail, [...known.own, from.address]);
  if (!original) return from;
  return { ...original, name: original.name ?? viaName.exec(from.name ?? '')?.[1] };
};

/** "'Ana Lima' via Suporte", as groups rewrite names. */
const viaName = /^['"]?(.{1,100}?)['"]? (?:via|por meio de|através de|mediante) /;

/** The single `From` address; duplicates count once, and one in a group is nobody's (RFC 6854 §4). */
const fromOf = (mail: Part): Sender => {
  const lines = mail.headers.filter(({ name }) => name === 'from').map(({ value }) => value);
  if (lines.some((line) => line.length > maxFrom)) return 'ambiguous-sender';
  const found = new Map<string, Mailbox>();
  const entries = lines.flatMap((line) => entriesIn(line, mail.charset, 'noGroups'));
  for (const entry of entries) {
    if (entry !== 'invalid' && !found.has(entry.address)) found.set(entry.address, entry);
  }
  const [only, ...others] = found.values();
  if (!only) return 'no-sender';
  if (entries.includes('invalid')) return 'ambiguous-sender';
  if (others.length === 0) return only;
  // With several authors, `Sender` says which of them sent it (RFC 5322 §3.6.2).
  const [sender] = addressesIn(rawHeader(mail, 'sender'), mail.charset);
  return (sender && found.get(sender.address)) ?? 'ambiguous-sender';
};

/** Whether a mailing list has this address, as its headers say (RFC 2369, RFC 2919). */
const isListAddress = (mail: Part, address: string): boolean => {
  const isPosted = rawHeader(mail, 'list-post')?.toLowerCase().includes(`mailto:${address}>`);
  const id = rawHeader(mail, 'list-id')?.toLowerCase();
  return Boolean(isPosted || id?.includes(`<${address.replace('@', '.')}>`));
};

/** Who wrote to a group that puts its own address into `From`. */
const originalSender = (mail: Part, rewritten: readonly string[]): Mailbox | undefined => {
  const headers = ['x-original-from', 'x-original-sender', 'reply-to', 'x-google-original-from'];
  return headers
    .flatMap((name) => addressesIn(rawHeader(mail, name), mail.charset))
    .find(({ address }) => !rewritten.includes(address));
};

const replyTo = (mail: Part, except: readonly string[]): Mailbox | undefined =>
  addressesIn(rawHeader(mail, 'reply-to'), mail.charset).find(
    ({ address }) => !except.includes(address),
  );

const maxResults = 10_000;

/**
 * Whether the mail server found that the mail comes from the domain of its sender (RFC 8601): DMARC
 * passed, or a signature of that domain. Reads the topmost `Authentication-Results`, which is our
 * own server's if it writes any; else anybody's, so that it decides nothing but which limit a mail
 * counts for.
 *
 * @param address the sender
 * @param from the address in `From`, which DMARC is about
 */
export const isVerified = (
  results: string | undefined,
  { address, from }: { address: string; from: string | undefined },
): boolean => {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return withoutQuotes(results?.slice(0, maxResults) ?? '')
    .toLowerCase()
    .split(';')
    .map((result) => result.trim().split(/\s+/))
    .some(
      ([method, ...properties]) =>
        (method === 'dmarc=pass' && address === from) ||
        (method === 'dkim=pass' && properties.includes(`header.d=${domain}`)),
    );
};

/** Without quoted strings and comments. */
const withoutQuotes = (header: string): string =>
  header.replaceAll(/"(?:[^"\\]|\\.)*"|\([^()]*\)/g, ' ');
