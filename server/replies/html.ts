import { convert } from 'html-to-text';
import sanitizeHtml from 'sanitize-html';

const nestingLimit = 20;

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'a', 'blockquote', 'code'],
    ...['pre', 'h2', 'h3', 'h4', 'hr'],
  ],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template', 'iframe'],
  nestingLimit,
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }),
  },
};

const makesAtMost = 5;

/**
 * The HTML of a reply, without what could run, load or hide anything: text, lists, emphasis and links to http, https and mailto
 * addresses. Safe HTML stays as it is.
 */
export const safeReplyHtml = (html: string): string => {
  let safe = html;
  // What a tag that was dropped had kept apart may stand together now, and read differently: made again until it stays.
  for (let made = 0; made < makesAtMost; made += 1) {
    const next = sanitizeHtml(safe, options).trim();
    if (next === safe) break;
    safe = next;
  }
  return safe;
};

/** Whether there is anything to read in the HTML. */
export const hasText = (html: string): boolean =>
  /[\p{L}\p{N}]/u.test(sanitizeHtml(html, { allowedTags: [] }));

const looksLikeHtml = /<[a-z!/]/i;

/** The text of a message, which may be HTML or not, cut to `max` characters: its beginning and, where it is long, its end. */
export const messageText = (body: string, max: number): string => {
  const cut = shorten(body, 4 * max);
  const text = looksLikeHtml.test(cut) ? textOf(cut) : cut;
  return shorten(visible(text).trim(), max);
};

const textOf = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits: { maxDepth: 2 * nestingLimit, maxInputLength: 200_000 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'script', format: 'skip' },
      { selector: 'style', format: 'skip' },
    ],
  });

/** Without characters that a person does not see but a model reads. */
const visible = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/[\p{Cf}\p{Co}\p{Cn}]|(?!\n)\p{Cc}/gu, '');

const shorten = (text: string, max: number): string => {
  if (text.length <= max) return text;
  const end = Math.floor(max / 4);
  return `${text.slice(0, max - end)}\n[…]\n${text.slice(-end)}`.toWellFormed();
};
