import { AppError } from '../core/errors.ts';
import { safeQuickReplyHtml, withoutTags } from '../markup/sanitise.ts';
import { isPlainText } from '../text/plain-text.ts';

const visible = /[^\s\p{Cf}\p{M}]/u;

/**
 * Returns the content to store: sanitised HTML, or unchanged plain text
 * (docs/behaviour/tickets.md#quick-replies).
 * @throws AppError `quick-reply-empty` if nothing visible is left
 */
export const safeContent = (content: string): string => {
  const safe = isPlainText(content) ? content : safeQuickReplyHtml(content);
  if (!visible.test(withoutTags(safe))) throw new AppError('quick-reply-empty');
  return safe;
};
