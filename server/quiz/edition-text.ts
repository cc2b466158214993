import { cutNotice } from '../markup/read-html.ts';
import { readShown, type ShownElement, type ShownText } from '../markup/read-shown.ts';
import { withoutInvisible } from '../text/invisible.ts';

const maxCharacters = 60_000;
// The platform's editions contain megabytes of styles.
const bounds = { characters: 10_485_760, depth: 500, elements: 50_000, attributes: 1_000 };

const separators = { block: '\n', cell: ' ', inline: '' };

/**
 * Returns the text of an edition that readers see, one line for each block, without struck-out text, forms
 * and drawings. It has at most 60 000 characters, and a notice if it or the HTML was cut.
 */
export const editionText = (html: string): string => {
  const pieces: string[] = [];
  let length = 0;
  const separate = ({ box }: ShownElement) => {
    pieces.push(separators[box]);
  };
  const onText = ({ text, isPreformatted, isStruck }: ShownText): boolean => {
    if (isStruck) return true;
    // With `\s+`, megabytes of blanks overflow the expression's stack. The rest becomes one blank below.
    const piece = text.replace(isPreformatted ? /[^\S\n]{1,1000}/g : /\s{1,1000}/g, ' ');
    pieces.push(piece);
    length += piece.length;
    return length <= maxCharacters;
  };
  const handler = { onOpen: separate, onClose: separate, onText };
  const { end } = readShown(html, handler, bounds, isLeftOut);
  const text = withoutInvisible(pieces.join(''))
    .split('\n')
    .map((line) => line.replaceAll('\u0000', '').replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
    .normalize('NFC');
  return end < html.length || text.length > maxCharacters
    ? `${text.slice(0, maxCharacters)}\n${cutNotice}`
    : text;
};

/** Returns true if the text is only the beginning of an edition. */
export const isCutEdition = (text: string): boolean => text.endsWith(`\n${cutNotice}`);

const leftOut = new Set(['textarea', 'select', 'svg', 'math']);

const isLeftOut = ({ name, attributes }: ShownElement): boolean =>
  leftOut.has(name) || attributes['aria-hidden'] === 'true';
