import { convert } from 'html-to-text';

/** The plain text of HTML, wrapped at 78 characters for mails. */
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

/** The HTML part of a mail. */
export const htmlDocument = (html: string): string =>
  `<!doctype html>\n<html lang="pt-BR"><head><meta charset="utf-8"></head><body>\n${html}\n</body></html>\n`;

const oneLine = (subject: string): string => subject.replaceAll(/[\s\p{C}]+/gu, ' ').trim();

/** One line with a single `Re:`. */
export const replySubject = (subject: string): string =>
  `Re: ${oneLine(subject).replace(/^(re\s*:\s*)+/i, '')}`;

/** As Brazilian mail programs write it. */
export const forwardSubject = (subject: string): string =>
  `Enc: ${oneLine(subject).replace(/^((enc|fwd?)\s*:\s*)+/i, '')}`;
