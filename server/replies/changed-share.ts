import { messageText } from '../markup/text.ts';

const maxLength = 20_000;

/** Returns the share of words that differ between two HTML texts, 0 to 1, in any order. */
export const changedShare = (before: string, after: string): number => {
  const counts = new Map<string, number>();
  const old = wordsOf(before);
  const now = wordsOf(after);
  for (const word of old) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of now) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    common += 1;
    counts.set(word, left - 1);
  }
  const total = old.length + now.length;
  return total === 0 ? 0 : 1 - (2 * common) / total;
};

const wordsOf = (html: string): string[] =>
  messageText(html, maxLength)
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]/u)
    .filter((word) => word !== '');
