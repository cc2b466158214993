/** For comparisons that ignore accents and capitals. */
export const withoutAccents = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * The beginnings, without accents, that words share with those of a search: the service finds words
 * by their stems.
 */
export const stemsOf = (search: string): string[] =>
  (withoutAccents(search).match(/[\p{L}\p{N}]{2,}/gu) ?? []).map((word) =>
    word.slice(0, Math.max(3, word.length - (word.endsWith('oes') ? 3 : 2))),
  );

/** Returns true if a text has all words of a search, as far as their beginnings say. */
export const hasWords = (text: string, search: string): boolean => {
  const stems = stemsOf(search);
  return stems.length > 0 && stems.every((stem) => withoutAccents(text).includes(stem));
};
