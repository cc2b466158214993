import type { QuickReplyFields, QuickReplyRow } from '../../db/quick-replies/quick-replies.ts';
import * as quickReplies from '../../db/quick-replies/quick-replies.ts';
import { type FieldChange, fieldChanges, recordAct } from '../audit/service.ts';
import { type Context, inTransaction, readFromReplica, requireRole } from '../core/context.ts';
import { mapConstraintErrors, orThrow } from '../core/errors.ts';
import { safeContent } from './content.ts';

export type { QuickReplyRow };

/** Lists quick replies by shortcut, optionally of one category or with a text. */
export const listQuickReplies = async (
  ctx: Context,
  filter: { search?: string | undefined; category?: string | undefined },
): Promise<QuickReplyRow[]> => {
  requireRole(ctx, 'agent');
  return readFromReplica(ctx, (db) => quickReplies.listQuickReplies(db, filter));
};

const shortcutTaken = { quick_replies_shortcut_key: 'quick-reply-shortcut-taken' } as const;

/**
 * Creates a quick reply with sanitised content.
 * @throws AppError `quick-reply-empty`; `quick-reply-shortcut-taken`, ignoring case
 */
export const createQuickReply = async (
  ctx: Context,
  fields: QuickReplyFields,
): Promise<QuickReplyRow> => {
  requireRole(ctx, 'agent');
  const safe = { ...fields, content: safeContent(fields.content) };
  return mapConstraintErrors(shortcutTaken, () =>
    inTransaction(ctx, async (tx) => {
      const row = await quickReplies.insertQuickReply(tx.db, safe);
      await recordAct(tx, {
        action: 'quickReplies.create',
        target: `quick-reply:${row.id}`,
        changes: changesBetween(undefined, safe),
      });
      return row;
    }),
  );
};

/**
 * Changes the given fields of a quick reply; without fields, returns it unchanged.
 * @throws AppError `quick-reply-not-found`, `quick-reply-empty`, `quick-reply-shortcut-taken`
 */
export const updateQuickReply = async (
  ctx: Context,
  id: number,
  fields: { [Field in keyof QuickReplyFields]?: string | undefined },
): Promise<QuickReplyRow> => {
  requireRole(ctx, 'agent');
  const changes: Partial<QuickReplyFields> = {
    ...(fields.title !== undefined && { title: fields.title }),
    ...(fields.content !== undefined && { content: safeContent(fields.content) }),
    ...(fields.category !== undefined && { category: fields.category }),
    ...(fields.shortcut !== undefined && { shortcut: fields.shortcut }),
  };
  if (Object.keys(changes).length === 0) {
    return orThrow(await quickReplies.findQuickReply(ctx.db, id), 'quick-reply-not-found');
  }
  return mapConstraintErrors(shortcutTaken, () =>
    inTransaction(ctx, async (tx) => {
      const before = orThrow(await quickReplies.lockQuickReply(tx.db, id), 'quick-reply-not-found');
      const row = await quickReplies.updateQuickReply(tx.db, id, changes);
      await recordAct(tx, {
        action: 'quickReplies.update',
        target: `quick-reply:${id}`,
        changes: changesBetween(before, changes),
      });
      return orThrow(row, 'quick-reply-not-found');
    }),
  );
};

/**
 * Returns the changes for the trail; a changed content has no value, because it can be 50 000 characters
 * long.
 */
const changesBetween = (
  before: QuickReplyFields | undefined,
  after: Partial<QuickReplyFields>,
): FieldChange[] => fieldChanges(before, after, { references: ['content'] });

/** Deletes a quick reply. @throws AppError `quick-reply-not-found` */
export const deleteQuickReply = async (ctx: Context, id: number): Promise<void> => {
  requireRole(ctx, 'agent');
  await inTransaction(ctx, async (tx) => {
    const deleted = await quickReplies.deleteQuickReply(tx.db, id);
    const { title } = orThrow(deleted, 'quick-reply-not-found');
    const changes = [{ field: 'title', before: title }];
    await recordAct(tx, { action: 'quickReplies.delete', target: `quick-reply:${id}`, changes });
  });
};
