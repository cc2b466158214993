import type { TagRow } from '../../db/tags.ts';
import * as tags from '../../db/tags.ts';
import { type Context, inTransaction } from '../context.ts';
import { AppError, orThrow, refusing } from '../errors.ts';

export type { TagRow };

/** Every tag, in the alphabetical order of Portuguese (specification §4.2). */
export const listTags = (ctx: Context): Promise<TagRow[]> => tags.listTags(ctx.db);

/**
 * Creates a tag; as default, it takes the place of the former default tag (specification §3.2).
 *
 * @throws AppError `tag-name-taken`, whatever the case of the name
 */
export const createTag = async (
  ctx: Context,
  tag: { name: string; color: string; isDefault: boolean },
): Promise<TagRow> => orThrow(await tags.insertTag(ctx.db, tag), 'tag-name-taken');

/**
 * Changes the given fields of a tag.
 *
 * @throws AppError `tag-not-found`, `tag-name-taken`
 */
export const updateTag = async (
  ctx: Context,
  id: number,
  changes: {
    name?: string | undefined;
    color?: string | undefined;
    isDefault?: boolean | undefined;
  },
): Promise<TagRow> =>
  refusing({ tags_name_key: 'tag-name-taken' }, () =>
    inTransaction(ctx, async ({ db }) => {
      if (changes.isDefault) await tags.makeDefaultTag(db, id);
      const row = await tags.updateTag(db, id, {
        ...(changes.name !== undefined && { name: changes.name }),
        ...(changes.color !== undefined && { color: changes.color }),
        ...(changes.isDefault === false && { is_default: false }),
      });
      return orThrow(row, 'tag-not-found');
    }),
  );

/**
 * Deletes a tag that no ticket has.
 *
 * @throws AppError `tag-not-found`, `tag-in-use`
 */
export const deleteTag = async (ctx: Context, id: number): Promise<void> => {
  const deleted = await refusing({ ticket_tags_tag_id_fkey: 'tag-in-use' }, () =>
    tags.deleteTag(ctx.db, id),
  );
  if (!deleted) throw new AppError('tag-not-found');
};
