import { convert } from 'html-to-text';

/**
 * The text of HTML: for the plain-text part of a mail with lines of at most 78 characters,
 * elsewhere without an end of lines.
 */
export const plainText = (html: string, wordwrap: number | false = 78): string =>
  convert(html, {
    wordwrap,
    limits: { maxDepth: 40, maxInputLength: 200_000 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
    ],
  });

/** The HTML part of a mail: a whole document around the HTML of its message. */
export const htmlDocument = (html: string): string =>
  `<!doctype html>\n<html lang="pt-BR"><head><meta charset="utf-8"></head><body>\n${html}\n</body></html>\n`;

const oneLine = (subject: string): string => subject.replaceAll(/[\s\p{C}]+/gu, ' ').trim();

/** The subject of a reply to a ticket: one line with a single `Re:`. */
export const replySubject = (subject: string): string =>
  `Re: ${oneLine(subject).replace(/^(re\s*:\s*)+/i, '')}`;

/** The subject of a forward, as Brazilian mail programs write it. */
export const forwardSubject = (subject: string): string =>
  `Enc: ${oneLine(subject).replace(/^((enc|fwd?)\s*:\s*)+/i, '')}`;
