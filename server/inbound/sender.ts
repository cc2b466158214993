import type { ParsedMail } from 'mailparser';
import { visibleName } from '../text/visible-name.ts';

/** Who sent a mail: one person, nobody, or an ambiguous sender. */
export type Sender =
  | { address: string; name: string | undefined }
  | 'no-sender'
  | 'ambiguous-sender';

const maxFrom = 2_000;

/** The sender of a mail by its only `From`. Programs disagree about who sent a mail with two of them, or with two addresses in one. */
export const senderOf = ({ from, headerLines }: ParsedMail): Sender => {
  const lines = headerLines.filter(({ key }) => key === 'from').map(({ line }) => line);
  const [line = '', ...others] = lines;
  if (others.length > 0 || line.length > maxFrom) return 'ambiguous-sender';
  if (addressesIn(line).size > 1) return 'ambiguous-sender';
  const [first] = from?.value ?? [];
  const address = first?.address?.normalize('NFC').toLowerCase();
  if (!address?.includes('@') || address.length > 254 || /[\p{Cc}\p{Cs}]/u.test(address)) {
    return 'no-sender';
  }
  return { address, name: visibleName(first?.name ?? '')?.slice(0, 120) };
};

const addressesIn = (line: string): Set<string> =>
  new Set(
    withoutQuotes(line)
      .toLowerCase()
      .split(/[\s<>,;:]+/)
      .filter((word) => word.includes('@')),
  );

/** Without quoted strings and comments: addresses in them are names. */
const withoutQuotes = (header: string): string =>
  header.replaceAll(/"(?:[^"\\]|\\.)*"|\([^()]*\)/g, ' ');

const maxResults = 10_000;

/**
 * Whether the mail server found that the mail comes from the domain of its sender (RFC 8601): DMARC passed, or a signature of that domain. Reads
 * the topmost `Authentication-Results`, which is our own server's if it writes any; else anybody's, so that it decides nothing but which
 * limit a mail counts for.
 */
export const isVerified = (results: string | undefined, address: string): boolean => {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return withoutQuotes(results?.slice(0, maxResults) ?? '')
    .toLowerCase()
    .split(';')
    .map((result) => result.trim().split(/\s+/))
    .some(
      ([method, ...properties]) =>
        method === 'dmarc=pass' ||
        (method === 'dkim=pass' && properties.includes(`header.d=${domain}`)),
    );
};
