import parseAddresses, { type AddressOrGroup } from 'nodemailer/lib/addressparser';
import { cutText, decodeHeader } from '../../text/characters.ts';
import { foldEmail } from '../../text/fold-email.ts';
import { visibleName } from '../../text/visible-name.ts';

// This reads lists of addresses in headers (RFC 5322 §3.4). Encoded words (RFC 2047 §5) and comments inside
// a word are not part of an address.

/** An address, in lower case, and the name beside it. */
export interface Mailbox {
  address: string;
  name: string | undefined;
}

const maxLine = 20_000;
const maxName = 120;
const maxAddress = 254;

const encodedWord = String.raw`=\?[^?\s]{1,80}\?[bq]\?[^?\r\n]{0,2000}\?=`;
const encodedWords = new RegExp(String.raw`(${encodedWord}(?:\s{0,99}${encodedWord})*)`, 'i');
const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
const comment = String.raw`\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)`;
const structure = new RegExp(String.raw`${quoted}(?:\s{0,99}@)?|${comment}|\\.|["()]`, 'gs');
const listEntry = new RegExp(`(?:${quoted}@|[^,;])+`, 'gs');
const bareAddress = new RegExp(String.raw`(?<!\S)(?:${quoted}|[^\s@"])+@[^\s@]+`, 'gs');
const quotedOrSpace = new RegExp(String.raw`${quoted}|\s`, 'gs');
const invalid = '\ue001';

/**
 * Returns the addresses in a header's value, which has one character for each byte. The address in brackets
 * counts, because a name may have an `@`.
 * @param charset the charset of the mail's text, for raw bytes
 */
export const addressesIn = (value?: string, charset?: string): Mailbox[] =>
  entriesIn(value, charset).filter((entry) => entry !== 'invalid');

/** Returns the entries of a list that should have an address. `noGroups`: an entry in a group is invalid. */
export const entriesIn = (
  value = '',
  charset?: string,
  groups: 'groups' | 'noGroups' = 'groups',
): (Mailbox | 'invalid')[] => {
  const hidden: string[] = [];
  // Hidden text can be part of a name, but it makes an address invalid.
  const hide = (text: string) => `\ue000${hidden.push(text) - 1}\ue001`;
  const show = (text: string): string =>
    text.replaceAll(/\ue000(\d+)\ue001/g, (_, at) => show(hidden[Number(at)] ?? ''));
  const hideStructure = (found: string, at: number, line: string): string => {
    const before = line.slice(Math.max(0, at - 9), at);
    const after = line.slice(at + found.length, at + found.length + 9);
    const isInWord = !edge.test(before.at(-1) ?? ' ') && !edge.test(after[0] ?? ' ');
    if (found === '"') return isInWord ? hide(found) : '';
    if (found.startsWith('"')) return found.endsWith('@') ? found : hide(unescaped(found));
    if (!found.startsWith('(') || found === '(') return hide(found);
    if (/@\s*$/.test(before) || /^\s*@/.test(after)) return '';
    const isCutting = isInWord || /^\s*\./.test(after);
    return isCutting ? hide(found) : ` (${hide(unescaped(found))}) `;
  };
  const list = value
    .slice(0, maxLine)
    .split(encodedWords)
    .map((piece) => decodeHeader(piece, charset).replaceAll('\t', ' '))
    .map((piece) => piece.replaceAll(/[\p{Cc}\ue000\ue001]/gu, invalid))
    .map((piece, at) => (at % 2 === 1 ? hide(piece) : piece))
    .join('')
    .replaceAll(structure, hideStructure)
    .replaceAll(listEntry, separated);
  return parseAddresses(list)
    .flatMap((entry) => mailboxesOf(entry, groups))
    .filter(({ address }) => /[@\ue000]/.test(address))
    .map(({ address, name }) => mailbox(address, show(name)) ?? 'invalid');
};

const mailboxesOf = (
  entry: AddressOrGroup,
  groups: 'groups' | 'noGroups',
): { address: string; name: string }[] => {
  if (entry.group === undefined) return [entry];
  const members = entry.group.flatMap((member) => mailboxesOf(member, groups));
  return groups === 'groups' ? members : members.map((member) => ({ ...member, address: '@' }));
};

/** The characters that end a word. */
const edge = /[\s<>,;:]/;

const unescaped = (text: string): string => text.slice(1, -1).replaceAll(/\\(.)/g, '$1');

/** Returns an entry of a list that has commas between all its addresses. */
const separated = (entry: string): string => {
  if (entry.includes('<')) {
    return entry.replaceAll(/<([^<>]*)>?/g, (_, inner: string) => `<${inBrackets(inner)}>,`);
  }
  const bare = entry.replaceAll(/\s{1,99}(?=@)|(?<=@)\s{1,99}/g, '').match(bareAddress) ?? [];
  return bare.length > 1 ? bare.join(',') : entry;
};

/** Returns the text in brackets without comments and spaces around it. */
const inBrackets = (text: string): string => {
  const written = text
    .replaceAll(/\(\ue000\d+\ue001\)/g, ' ')
    .trim()
    .replaceAll(/\s{1,99}(?=[@.])|(?<=[@.])\s{1,99}/g, '')
    .replaceAll(quotedOrSpace, (found) => (found.startsWith('"') ? found : invalid));
  // Some programs treat a single encoded word as an address.
  return /^\ue000\d+\ue001$/.test(written) ? `${written}@` : written || invalid;
};

const mailbox = (text: string, name: string): Mailbox | undefined => {
  const address = foldEmail(text.replace(/^mailto:/i, '')) ?? '';
  const isAddress =
    /^[^@]+@[^@,;]+$/.test(address.replace(/^"(?:[^"\\]|\\.){0,254}"/, 'x')) &&
    address.length <= maxAddress &&
    !/[\p{Cc}\p{Cs}<>\ue000\ue001]|\s(?![^@]*")/u.test(address);
  if (!isAddress) return undefined;
  const visible = visibleName(
    name.replaceAll(/[\ue000\ue001]/g, ' ').replaceAll(/^["'\s]+|["'\s]+$/g, ''),
  );
  return { address, name: visible && visible !== address ? cutText(visible, maxName) : undefined };
};
