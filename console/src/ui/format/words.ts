/** Normalises a text for comparisons that ignore accents and case. */
export const withoutAccents = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The beginnings of the searched words, without accents. The service compares stems of words. */
export const stemsOf = (search: string): string[] =>
  (withoutAccents(search).match(/[\p{L}\p{N}]{2,}/gu) ?? []).map((word) =>
    word.slice(0, Math.max(3, word.length - (word.endsWith('oes') ? 3 : 2))),
  );

/** Returns true if a text contains all searched words, compared by their beginnings. */
export const hasWords = (text: string, search: string): boolean => {
  const stems = stemsOf(search);
  return stems.length > 0 && stems.every((stem) => withoutAccents(text).includes(stem));
};
