import { Parser } from 'htmlparser2';

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
const hiddenStyle =
  /(?:display\s*:\s*none|visibility\s*:\s*hidden|(?:font-size|opacity|max-height)\s*:\s*0(?![.\d])|mso-hide\s*:\s*all)/i;

const isHidden = (attributes: Record<string, string>): boolean =>
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  hiddenStyle.test(attributes.style ?? '');

/**
 * The visible text of an edition, a line a block, without scripts, styles, images, comments and hidden elements; at most
 * 60 000 characters.
 */
export const editionText = (html: string): string => {
  const pieces: string[] = [];
  let depth = 0;
  let length = 0;
  /** The depth of the outermost skipped element; 0 outside of one. */
  let skippedFrom = 0;
  const separate = (name: string) => {
    if (skippedFrom > 0) return;
    if (blocks.has(name)) pieces.push('\n');
    else if (cells.has(name)) pieces.push(' ');
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      if (depth > maxDepth) {
        parser.pause();
        return;
      }
      separate(name);
      if (skippedFrom === 0 && (skipped.has(name) || isHidden(attributes))) skippedFrom = depth;
    },
    onclosetag: (name) => {
      if (skippedFrom === depth) skippedFrom = 0;
      depth -= 1;
      separate(name);
    },
    ontext: (text) => {
      if (skippedFrom > 0) return;
      const piece = text.replace(/\s+/g, ' ');
      pieces.push(piece);
      length += piece.length;
      if (length > maxCharacters) parser.pause();
    },
  });
  parser.write(html);
  return pieces
    .join('')
    .split('\n')
    .map((line) => line.replaceAll('\u0000', '').replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
    .normalize('NFC')
    .slice(0, maxCharacters);
};
