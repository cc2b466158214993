import sanitizeHtml from 'sanitize-html';
import type { QuickReplyFields, QuickReplyRow } from '../../db/quick-replies.ts';
import * as quickReplies from '../../db/quick-replies.ts';
import type { Context } from '../context.ts';
import { AppError, orThrow, refusing } from '../errors.ts';

export type { QuickReplyRow };

/** The quick replies of a category, or all, that hold the searched text; by shortcut. */
export const listQuickReplies = (
  ctx: Context,
  filter: { search?: string | undefined; category?: string | undefined },
): Promise<QuickReplyRow[]> => quickReplies.listQuickReplies(ctx.db, filter);

/**
 * Creates a quick reply; its content is kept as safe HTML.
 *
 * @throws AppError `quick-reply-shortcut-taken`, whatever the case of the shortcut
 */
export const createQuickReply = async (
  ctx: Context,
  fields: QuickReplyFields,
): Promise<QuickReplyRow> => {
  const safe = { ...fields, content: safeContent(fields.content) };
  return orThrow(await quickReplies.insertQuickReply(ctx.db, safe), 'quick-reply-shortcut-taken');
};

/**
 * Changes the given fields of a quick reply (specification §4.3). With no field given, answers it as it is.
 *
 * @throws AppError `quick-reply-not-found`, `quick-reply-shortcut-taken`
 */
export const updateQuickReply = async (
  ctx: Context,
  id: number,
  fields: { [Field in keyof QuickReplyFields]?: string | undefined },
): Promise<QuickReplyRow> => {
  const changes: Partial<QuickReplyFields> = {
    ...(fields.title !== undefined && { title: fields.title }),
    ...(fields.content !== undefined && { content: safeContent(fields.content) }),
    ...(fields.category !== undefined && { category: fields.category }),
    ...(fields.shortcut !== undefined && { shortcut: fields.shortcut }),
  };
  const row = await refusing({ quick_replies_shortcut_key: 'quick-reply-shortcut-taken' }, () =>
    Object.keys(changes).length === 0
      ? quickReplies.findQuickReply(ctx.db, id)
      : quickReplies.updateQuickReply(ctx.db, id, changes),
  );
  return orThrow(row, 'quick-reply-not-found');
};

/** @throws AppError `quick-reply-not-found` */
export const deleteQuickReply = async (ctx: Context, id: number): Promise<void> => {
  if (!(await quickReplies.deleteQuickReply(ctx.db, id))) {
    throw new AppError('quick-reply-not-found');
  }
};

/** The HTML of a template, without what could run or load anything. */
const safeContent = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'h1', 'h2', 'u'],
    allowedAttributes: { a: ['href', 'name', 'target', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
  });
