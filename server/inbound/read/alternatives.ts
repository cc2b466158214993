import type { MailFile } from './files.ts';
import type { Part } from './mime.ts';

// This chooses which alternative of a text is read (RFC 2046 §5.1.4).

/** Marks a text whose signature was not checked, or that could not be read. */
export type Seal = 'unverified' | 'encrypted';

export interface Contents {
  texts: string[];
  isCut: boolean;
  files: MailFile[];
  seal?: Seal | undefined;
}

/** Joins texts below each other; each one occurs once. */
export const joined = (texts: readonly string[]): string =>
  texts
    .map((text) => text.trim())
    .filter((text, at, all) => text !== '' && all.indexOf(text) === at)
    .join('\n\n');

export const readable = new Set([
  'text/plain',
  'text/html',
  'text/enriched',
  'text/richtext',
  'text/rfc822-headers',
  'message/delivery-status',
  'message/disposition-notification',
]);

/** Returns true for an alternative for other programs: an AMP page, or the data of a reaction. */
export const isOtherForm = ({ type, name, disposition }: Part): boolean =>
  !readable.has(type) &&
  /^text\/(?!calendar)|json$/.test(type) &&
  name === undefined &&
  disposition !== 'attachment';

/** Matches plain parts that only say that there is HTML. */
const stub =
  /html|browser|navegador|navigateur|cliente? de e-?mail|mail client|visualiz|view this/i;
const maxStub = 500;

/**
 * Returns the plain text if the texts have the same content. Otherwise it returns both, unless the plain one
 * only says that there is HTML.
 */
export const choose = (choices: readonly (Contents & { part: Part })[]): Contents | undefined => {
  const [plain] = choices.filter(
    ({ part, texts }) => part.type === 'text/plain' && joined(texts) !== '',
  );
  const [html] = choices
    .filter(({ part, texts }) => part.type !== 'text/plain' && joined(texts) !== '')
    .toReversed();
  if (!plain || !html) return plain ?? html;
  const [said, shown] = [joined(plain.texts), joined(html.texts)];
  if (wordsOf(said).length === 0 && /\p{Extended_Pictographic}/u.test(said)) return plain;
  if (sharedWords(shown, said) >= minShared) return plain;
  const saysLess =
    sharedWords(said, shown) >= minShared || (said.length < maxStub && stub.test(said));
  if (saysLess) return html;
  return { ...html, texts: [...plain.texts, ...html.texts], isCut: plain.isCut || html.isCut };
};

const maxCompared = 20_000;
const minShared = 0.5;

/** Returns the share of a text's words that another text has; 1 if it has no words. */
const sharedWords = (text: string, other: string): number => {
  const words = [...new Set(wordsOf(text))];
  const known = new Set(wordsOf(other));
  return words.length === 0 ? 1 : words.filter((word) => known.has(word)).length / words.length;
};

const wordsOf = (text: string): string[] =>
  text
    .slice(0, maxCompared)
    .replaceAll(/https?:\S{1,2000}/g, ' ')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]{2,}/gu) ?? [];
