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
