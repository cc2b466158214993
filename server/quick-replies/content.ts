import type { IOptions } from 'sanitize-html';
import { AppError } from '../errors.ts';
import { sanitizer, sanitizeUntilStable } from '../text/html.ts';
import { escapeHtml } from './variables.ts';

const options = (): IOptions => ({
  allowedTags: [...sanitizer().defaults.allowedTags, 'h1', 'h2', 'u'],
  allowedAttributes: { a: ['href', 'name', 'target', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: 50,
});

// HTML opens a tag at `<` only before a letter, `/`, `!` or `?`; and an entity ends in a semicolon.
const markup = /<[a-z/!?]|&(#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i;
const visible = /[^\s\p{Cf}\p{M}]/u;

/** Whether a content holds no HTML: it is then shown as it was written. */
export const isPlainText = (content: string): boolean => !markup.test(content);

/** A content as HTML: in plain text a blank line starts a paragraph. */
export const asHtml = (content: string): string =>
  isPlainText(content)
    ? content
        .trim()
        .split(/\n\s*\n/)
        .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br />')}</p>`)
        .join('')
    : content;

/**
 * The content to store: HTML sanitised, plain text unchanged (docs/behaviour.md#quick-replies).
 *
 * @throws AppError `quick-reply-empty` if nothing visible is left
 */
export const safeContent = (content: string): string => {
  const safe = isPlainText(content) ? content : sanitizeUntilStable(content, options());
  if (!visible.test(sanitizer()(safe, { allowedTags: [] }))) {
    throw new AppError('quick-reply-empty');
  }
  return safe;
};
