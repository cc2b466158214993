import { withoutInvisible } from './invisible.ts';

// Maps letters of other scripts to the Latin letters that they look like.
const lookAlikes: Record<string, string> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  х: 'x',
  у: 'y',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  һ: 'h',
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  Х: 'X',
  У: 'Y',
  І: 'I',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
  ο: 'o',
  ν: 'v',
  ι: 'i',
  α: 'a',
};
const otherScript = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu;
const word = /[\p{L}\p{M}]+/gu;
const latin = /\p{Script=Latin}/u;
/** Matches full-width and mathematical letters and digits. */
const dressed = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/gu;

/** Replaces letters that look like Latin ones, in words that also have Latin letters. */
export const withLatinLetters = (text: string): string =>
  text
    .replaceAll(dressed, (letter) => letter.normalize('NFKC'))
    .replaceAll(word, (letters) =>
      latin.test(letters)
        ? letters.replaceAll(otherScript, (letter) => lookAlikes[letter] ?? letter)
        : letters,
    );

/** Returns the look of a text: texts with the same look differ at most in their case. */
export const lookOf = (text: string): string =>
  withoutInvisible(text)
    .normalize('NFKC')
    .replaceAll(otherScript, (letter) => lookAlikes[letter] ?? letter)
    .toLocaleLowerCase('pt-BR')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”«»]/g, '"')
    .replaceAll(/[‐‑–—−]/g, '-')
    .trim()
    .replace(/(?<![.;:,!\s])[.;:,!\s]{1,20}$/, '');
