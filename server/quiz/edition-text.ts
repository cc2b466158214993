import { Parser } from 'htmlparser2';
import { withoutInvisible } from '../text/invisible.ts';
import { rootVisibility, StyleSheet, showsText, type Visibility, visibilityIn } from './styles.ts';

const maxCharacters = 60_000;
// Deeper than any newsletter; parsers slow down with depth.
const maxDepth = 1_000;

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
 * hidden elements; at most 60 000 characters.
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
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (open.length === maxDepth) {
        parser.pause();
        return;
      }
      separate(name);
      css = name === 'style' ? '' : undefined;
      const outer = seen();
      const inner = visibilityIn(outer, sheet.styleOf(name, attributes));
      open.push(isLeftOut(name, attributes) ? { ...inner, isHidden: true } : inner);
    },
    onclosetag: (name) => {
      open.pop();
      if (css !== undefined) sheet.add(css);
      css = undefined;
      separate(name);
    },
    ontext: (text) => {
      if (css !== undefined) css += text;
      if (!showsText(seen())) return;
      // With `\s+` megabytes of blanks overflow the stack of the expression. What is left of them
      // becomes one below.
      const piece = text.replace(/\s{1,1000}/g, ' ');
      pieces.push(piece);
      length += piece.length;
      if (length > maxCharacters) parser.pause();
    },
  });
  parser.write(html);
  return withoutInvisible(pieces.join(''))
    .split('\n')
    .map((line) => line.replaceAll('\u0000', '').replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
    .normalize('NFC')
    .slice(0, maxCharacters);
};

const isLeftOut = (name: string, attributes: Record<string, string>): boolean =>
  skipped.has(name) || 'hidden' in attributes || attributes['aria-hidden'] === 'true';
