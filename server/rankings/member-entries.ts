import { LRUCache } from 'lru-cache';
import { type MemberLine, readerOf } from '../../db/rankings/group-ranking.ts';
import { formatCivilMoment } from '../civil-time.ts';
import { emailMask, shownCharacters } from '../text/email-mask.ts';
import { anonymousName, entryOf, hiddenEmail, type RankingEntry } from './entry.ts';

const hourSeconds = 3_600;
// `DD/MM/YYYY HH:` by hours since 1970: those of two years.
const hours = new LRUCache<number, Buffer>({ max: 20_000 });
const zero = 0x30;
const colon = 0x3a;
const quote = 0x22;
const comma = 0x2c;
const atSign = 0x40;

// The JSON of an entry around its values.
const beforeValues = JSON.stringify({
  position: 0,
  displayName: 0,
  email: 0,
  currentStreak: 0,
  maxStreak: 0,
  lastInteractionDate: 0,
} satisfies Record<keyof RankingEntry, 0>).split('0');
const [position = '', name = '', email = '', current = '', max = '', date = '', end = ''] =
  beforeValues;
const beforePosition = Buffer.from(position);
const beforeName = Buffer.from(`${name}"`);
const beforeEmail = Buffer.from(`"${email}"`);
const beforeCurrent = Buffer.from(`"${current}`);
const beforeMax = Buffer.from(max);
const beforeDate = Buffer.from(date);
const afterDate = Buffer.from(end);
const anonymous = Buffer.from(anonymousName);
const hidden = Buffer.from(hiddenEmail);
const mask = Buffer.from(emailMask);
const noDate = Buffer.from('null');

/** The bytes of an entry beside those of its e-mail and name, at most: its keys, three numbers and a date. */
const otherBytes = Buffer.byteLength(beforeValues.join()) + 100;
/** An escaped character, `\u001f`, takes six bytes instead of one. */
const escapedBytes = 6;

/**
 * JSON of the entries of members in this order: what `JSON.stringify` and `entryOf` make of them, in half the time. A comma precedes
 * every entry but that of position 1. Members of a private group know each other.
 */
export const writeEntries = (
  members: readonly MemberLine[],
  firstPosition: number,
  { isPublic }: { isPublic: boolean },
): Buffer => {
  let size = 0;
  for (const { emailStart, nameEnd, isPlain } of members) {
    size += (nameEnd - emailStart) * (isPlain ? 1 : escapedBytes) + otherBytes;
  }
  const writer = new EntryWriter(size);
  let position = firstPosition;
  for (const member of members) {
    const isAnonymous = member.isAnonymous && isPublic;
    if (position > 1) writer.byte(comma);
    if (member.isPlain) writer.entry(member, position, isAnonymous);
    else writer.text(JSON.stringify(entryOf({ ...readerOf(member), isAnonymous }, position)));
    position += 1;
  }
  return writer.written();
};

/** The offset of São Paulo has been a whole number of hours since 1914. */
const beginningOf = (hour: number): Buffer => {
  let bytes = hours.get(hour);
  if (!bytes) {
    const text = formatCivilMoment(new Date(hour * hourSeconds * 1_000));
    bytes = Buffer.from(text.slice(0, -'MM:SS'.length));
    hours.set(hour, bytes);
  }
  return bytes;
};

/** Writes byte by byte: pieces of strings would each be an object to allocate and to join. */
class EntryWriter {
  readonly #bytes: Buffer;
  #length = 0;

  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafe(size);
  }

  written(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  byte(value: number): void {
    this.#bytes[this.#length++] = value;
  }

  text(value: string): void {
    this.#length += this.#bytes.write(value, this.#length);
  }

  /** The entry of a member whose e-mail and name JSON has as they are. */
  entry(member: MemberLine, position: number, isAnonymous: boolean): void {
    const { page, emailStart, emailEnd, nameEnd } = member;
    const nameStart = emailEnd + 1;
    this.#copy(beforePosition);
    this.#number(position);
    this.#copy(beforeName);
    if (isAnonymous || nameStart === nameEnd) this.#copy(anonymous);
    else this.#copy(page, nameStart, nameEnd);
    this.#copy(beforeEmail);
    if (isAnonymous) this.#copy(hidden);
    else this.#maskedEmail(page, emailStart, emailEnd);
    this.#copy(beforeCurrent);
    this.#number(member.currentStreak);
    this.#copy(beforeMax);
    this.#number(member.maxStreak);
    this.#copy(beforeDate);
    if (member.lastInteraction === null) this.#copy(noDate);
    else this.#moment(member.lastInteraction);
    this.#copy(afterDate);
  }

  #maskedEmail(page: Buffer, from: number, to: number): void {
    let domain = from;
    while (page[domain] !== atSign) domain += 1;
    this.#copy(page, from, Math.min(from + shownCharacters, domain));
    this.#copy(mask);
    this.#copy(page, domain, to);
  }

  #copy(source: Buffer, from = 0, to = source.length): void {
    const bytes = this.#bytes;
    let length = this.#length;
    for (let index = from; index < to; index += 1) bytes[length++] = source[index] ?? 0;
    this.#length = length;
  }

  /** A whole number from 0. */
  #number(value: number): void {
    const start = this.#length;
    let end = start + 1;
    for (let limit = 10; value >= limit; limit *= 10) end += 1;
    let rest = value;
    for (let index = end - 1; index >= start; index -= 1) {
      const tenth = Math.floor(rest / 10);
      this.#bytes[index] = zero + rest - tenth * 10;
      rest = tenth;
    }
    this.#length = end;
  }

  #moment(seconds: number): void {
    const hour = Math.floor(seconds / hourSeconds);
    const second = seconds - hour * hourSeconds;
    this.byte(quote);
    this.#copy(beginningOf(hour));
    this.#twoDigits(Math.floor(second / 60));
    this.byte(colon);
    this.#twoDigits(second % 60);
    this.byte(quote);
  }

  #twoDigits(value: number): void {
    const tens = Math.floor(value / 10);
    this.byte(zero + tens);
    this.byte(zero + value - tens * 10);
  }
}
