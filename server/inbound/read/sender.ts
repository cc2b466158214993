import { addressesIn, entriesIn, type Mailbox } from './addresses.ts';
import { type Part, rawHeader } from './mime.ts';

/** The sender of a mail: one person, nobody, or ambiguous. */
export type Sender = Mailbox | 'no-sender' | 'ambiguous-sender';

/** The known addresses, in lower case. */
export interface KnownAddresses {
  /** Our addresses: a mail from them is our own, or a group with that address rewrote it. */
  own: readonly string[];
  /** The addresses of our website's forms, whose writer is in `Reply-To`. */
  forms: readonly string[];
}

const maxFrom = 2_000;

/**
 * Finds the sender of a mail: its `From`, unless a group or a form put its own address there. A mail with
 * two senders is ambiguous.
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

/** Matches "'Ana Lima' via Suporte", as groups rewrite names. */
const viaName = /^['"]?(.{1,100}?)['"]? (?:via|por meio de|através de|mediante) /;

/**
 * Returns the single `From` address; duplicates count once, and an address in a group does not count (RFC
 * 6854 §4).
 */
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
  // If there are several authors, `Sender` says which one sent the mail (RFC 5322 §3.6.2).
  const [sender] = addressesIn(rawHeader(mail, 'sender'), mail.charset);
  return (sender && found.get(sender.address)) ?? 'ambiguous-sender';
};

/** Returns true if the headers say that a mailing list has this address (RFC 2369, RFC 2919). */
const isListAddress = (mail: Part, address: string): boolean => {
  const isPosted = rawHeader(mail, 'list-post')?.toLowerCase().includes(`mailto:${address}>`);
  const id = rawHeader(mail, 'list-id')?.toLowerCase();
  return Boolean(isPosted || id?.includes(`<${address.replace('@', '.')}>`));
};

/** Finds who wrote to a group that puts its own address into `From`. */
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
 * Returns true if the mail server verified the sender's domain (RFC 8601): DMARC passed, or a signature of
 * that domain is valid. It reads the topmost `Authentication-Results`. That header may be forged if our own
 * server writes none, so it only decides which limit counts a mail.
 * @param address the sender
 * @param from the address in `From`, which DMARC verifies
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

/** Removes quoted strings and comments. */
const withoutQuotes = (header: string): string =>
  header.replaceAll(/"(?:[^"\\]|\\.)*"|\([^()]*\)/g, ' ');
