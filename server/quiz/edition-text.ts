import { cutNotice, readHtml } from '../markup/read-html.ts';
import { withoutInvisible } from '../text/invisible.ts';
import {
  rootVisibility,
  StyleSheet,
  showsText,
  type Visibility,
  visibilityIn,
} from './edition-styles.ts';

const maxCharacters = 60_000;
// Editions of the platform have megabytes of styles.
const bounds = { characters: 10_485_760, depth: 500, elements: 50_000, attributes: 1_000 };

const skipped = new Set(
  'script style template noscript textarea select title svg math iframe object'.split(' '),
);
const blocks = new Set(
  'p div br hr h1 h2 h3 h4 h5 h6 ul ol li table tr blockquote section article header footer figure figcaption pre'.split(
    ' ',
  ),
);
const cells = new Set(['td', 'th']);

/**
 * The visible text of an edition, a line a block, without scripts, styles, images, comments and
 * hidden elements; at most 60 000 characters, and a notice if it was cut there or at a bound of the
 * HTML.
 */
export const editionText = (html: string): string => {
  const pieces: string[] = [];
  const sheet = new StyleSheet();
  const open: Visibility[] = [];
  let css: string | undefined;
  let length = 0;
  const seen = () => open.at(-1) ?? rootVisibility;
  const separate = (name: string) => {
    if (seen().isHidden) return;
    if (blocks.has(name)) pieces.push('\n');
    else if (cells.has(name)) pieces.push(' ');
  };
  const handler = {
    onOpen: (name: string, attributes: Record<string, string>) => {
      separate(name);
      css = name === 'style' ? '' : undefined;
      const outer = seen();
      const inner = visibilityIn(outer, sheet.styleOf(name, attributes));
      open.push(isLeftOut(name, attributes) ? { ...inner, isHidden: true } : inner);
    },
    onClose: (name: string) => {
      open.pop();
      if (css !== undefined) sheet.add(css);
      css = undefined;
      separate(name);
    },
    onText: (text: string) => {
      if (css !== undefined) css += text;
      if (!showsText(seen())) return true;
      // With `\s+` megabytes of blanks overflow the stack of the expression. What is left of them
      // becomes one below.
      const piece = text.replace(/\s{1,1000}/g, ' ');
      pieces.push(piece);
      length += piece.length;
      return length <= maxCharacters;
    },
  };
  const { end } = readHtml(html, handler, bounds);
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

const isLeftOut = (name: string, attributes: Record<string, string>): boolean =>
  skipped.has(name) || 'hidden' in attributes || attributes['aria-hidden'] === 'true';
