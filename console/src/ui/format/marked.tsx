import { stemsOf, withoutAccents } from './words.ts';

const words = /([\p{L}\p{N}\p{M}]+)/u;

/** A text that marks the words with the same beginning as a searched word, ignoring accents. */
export const Marked = ({ text, search = '' }: { text: string; search: string | undefined }) => {
  const stems = stemsOf(search);
  return text.split(words).map((part, index) => {
    const isFound = stems.some((stem) => withoutAccents(part).startsWith(stem));
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
    return isFound ? <mark key={index}>{part}</mark> : part;
  });
};
