import { escapeHtml } from '../text/plain-text.ts';
import { type Bounds, cutNotice } from './read-html.ts';
import { type Box, boxes, readShown, type ShownElement, type ShownText } from './read-shown.ts';

const keptAttributes = ['href', 'name', 'target', 'rel', 'src', 'alt', 'start', 'type'];
const empty = new Set(['br', 'hr', 'img', 'wbr']);
const separators: Record<Box, string> = { block: '<br>', cell: ' ', inline: '' };

export interface ShownHtml {
  html: string;
  isCut: boolean;
  elements: number;
}

/**
 * Returns well-formed HTML of what a browser shows, without styles. Some elements are kept; the others
 * become their text, with a break between blocks and a space between cells.
 */
export const shownHtml = (html: string, keeps: ReadonlySet<string>, bounds: Bounds): ShownHtml => {
  const pieces: string[] = [];
  let openPre = 0;
  let due: Box = 'inline';
  /** True if a new line begins here anyway. */
  let isAtStart = true;
  const isKept = ({ name, box }: ShownElement) =>
    keeps.has(name) && (box === 'cell' || !isCell(name));
  const isKeptBox = (element: ShownElement) => isKept(element) && boxes.has(element.name);
  const write = (piece: string, startsLine: boolean) => {
    if (!isAtStart) pieces.push(separators[due]);
    pieces.push(piece);
    due = 'inline';
    isAtStart = startsLine;
  };
  const separate = ({ box }: ShownElement) => {
    if (box !== 'inline' && due !== 'block') due = box;
  };
  const handler = {
    onOpen: (element: ShownElement) => {
      const { name } = element;
      if (!isKeptBox(element)) separate(element);
      if (!isKept(element)) return;
      if (name === 'pre') openPre += 1;
      if (isKeptBox(element) && name !== 'br' && !isCell(name)) due = 'inline';
      write(openingOf(element), isAtStart || isKeptBox(element));
    },
    onClose: (element: ShownElement) => {
      const { name } = element;
      if (isKept(element) && !empty.has(name)) {
        if (name === 'pre') openPre -= 1;
        pieces.push(`</${name}>`);
        if (isKeptBox(element)) {
          due = 'inline';
          isAtStart = !isCell(name);
        }
      }
      if (!isKeptBox(element)) separate(element);
    },
    onText: ({ text, isPreformatted }: ShownText) => {
      if (!isPreformatted && text.trim() === '') pieces.push(due === 'inline' ? ' ' : '');
      else
        write(
          openPre > 0 || !isPreformatted ? escapeHtml(text) : withLines(escapeHtml(text)),
          false,
        );
      return true;
    },
  };
  const { end, elements } = readShown(html, handler, bounds);
  return { html: pieces.join(''), isCut: end < html.length, elements };
};

const isCell = (name: string): boolean => name === 'td' || name === 'th';

const openingOf = ({ name, attributes }: ShownElement): string => {
  const given = keptAttributes.flatMap((key) => {
    const value = attributes[key];
    return value === undefined ? [] : [` ${key}="${escapeHtml(value)}"`];
  });
  return `<${name}${given.join('')}>`;
};

/** Converts preformatted text for a place where white space does not count. */
const withLines = (text: string): string =>
  text
    .replaceAll('\t', '    ')
    .replaceAll(/(?<=^|[ \n]) /g, '\u00a0')
    .replaceAll(/\r?\n/g, '<br>');

export const withNotice = (html: string, isCut: boolean): string =>
  isCut ? `${html}<p>${cutNotice}</p>` : html;
