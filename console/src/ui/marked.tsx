/** For comparisons that ignore accents and capitals. */
export const withoutAccents = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const words = /([\p{L}\p{N}\p{M}]+)/u;

/**
 * A text with the words marked that begin like one of the words searched for, whatever their
 * accents.
 */
export const Marked = ({ text, search = '' }: { text: string; search: string | undefined }) => {
  // The service finds words by their stems, which share all but the ending.
  const stems = (withoutAccents(search).match(/[\p{L}\p{N}]{2,}/gu) ?? []).map((word) =>
    word.slice(0, Math.max(3, word.length - 2)),
  );
  return text.split(words).map((part, index) => {
    const isFound = stems.some((stem) => withoutAccents(part).startsWith(stem));
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
    return isFound ? <mark key={index}>{part}</mark> : part;
  });
};
