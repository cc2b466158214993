/** For comparisons that ignore accents and capitals. */
export const withoutAccents = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The beginnings and ends of the words in a text that begin with one of the words searched for, whatever their accents. */
const found = (text: string, search: string): [start: number, end: number][] => {
  const words = withoutAccents(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)]
    .filter(([word]) => words.some((wanted) => isLike(withoutAccents(word), wanted)))
    .map(({ 0: word, index }) => [index, index + word.length]);
};

/** The service finds words by their stems, which share all but the ending. */
const isLike = (word: string, wanted: string): boolean => {
  const stem = wanted.slice(0, Math.max(3, wanted.length - 2));
  return word.startsWith(stem);
};

/** A text with the words that were searched for marked. */
export const Marked = ({ text, search }: { text: string; search: string | undefined }) => {
  if (!search) return text;
  const parts: React.ReactNode[] = [];
  let last = 0;
  for (const [start, end] of found(text, search)) {
    parts.push(text.slice(last, start), <mark key={start}>{text.slice(start, end)}</mark>);
    last = end;
  }
  return [...parts, text.slice(last)];
};
