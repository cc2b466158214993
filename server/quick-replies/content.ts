import type { IOptions } from 'sanitize-html';
import { AppError } from '../core/errors.ts';
import { sanitizer, sanitizeUntilStable } from '../text/html.ts';
import { isPlainText } from '../text/plain-text.ts';

const options = (): IOptions => ({
  allowedTags: [...sanitizer().defaults.allowedTags, 'h1', 'h2', 'u'],
  allowedAttributes: { a: ['href', 'name', 'target', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: 50,
});

const visible = /[^\s\p{Cf}\p{M}]/u;

/**
 * The content to store: HTML sanitised, plain text unchanged (docs/behaviour/tickets.md#quick-replies).
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
