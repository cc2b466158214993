import type { TagRow } from '../../db/tags/tags.ts';
import * as tags from '../../db/tags/tags.ts';
import { actBy, fieldChanges, recordAct } from '../audit/service.ts';
import { type Context, inTransaction, requireRole } from '../core/context.ts';
import { mapConstraintErrors, orThrow } from '../core/errors.ts';

export type { TagRow };

const alphabet = new Intl.Collator('pt-BR');

/** Lists tags in Portuguese alphabetical order. @throws AppError `forbidden` */
export const listTags = async (ctx: Context): Promise<TagRow[]> => {
  requireRole(ctx, 'reader');
  const rows = await tags.listTags(ctx.db);
  return rows.sort((a, b) => alphabet.compare(a.name, b.name));
};

const nameTaken = { tags_name_key: 'tag-name-taken' } as const;

/**
 * Creates a tag; a default one replaces the former. @throws AppError `forbidden`; `tag-name-taken`, ignoring
 * case
 */
export const createTag = async (
  ctx: Context,
  tag: { name: string; color: string; isDefault: boolean },
): Promise<TagRow> => {
  requireRole(ctx, 'agent');
  const act = actBy(ctx, { action: 'tags.create', changes: fieldChanges(undefined, tag) });
  return orThrow(await tags.insertTag(ctx.db, tag, act), 'tag-name-taken');
};

/** Changes a tag. @throws AppError `forbidden`, `tag-not-found`, `tag-name-taken` */
export const updateTag = async (
  ctx: Context,
  id: number,
  changes: tags.TagChanges,
): Promise<TagRow> => {
  requireRole(ctx, 'agent');
  return mapConstraintErrors(nameTaken, () =>
    inTransaction(ctx, async (tx) => {
      if (changes.isDefault) await tags.lockDefaultTag(tx.db);
      const before = orThrow(await tags.lockTag(tx.db, id), 'tag-not-found');
      if (changes.isDefault) await tags.makeDefaultTag(tx.db, id);
      const row = await tags.updateTag(tx.db, id, changes);
      await recordAct(tx, {
        action: 'tags.update',
        target: `tag:${id}`,
        changes: fieldChanges(before, changes),
      });
      return orThrow(row, 'tag-not-found');
    }),
  );
};

/** Deletes a tag. @throws AppError `forbidden`, `tag-not-found`, `tag-in-use` */
export const deleteTag = (ctx: Context, id: number): Promise<void> => {
  requireRole(ctx, 'agent');
  return mapConstraintErrors({ ticket_tags_tag_id_fkey: 'tag-in-use' }, () =>
    inTransaction(ctx, async (tx) => {
      const { name } = orThrow(await tags.deleteTag(tx.db, id), 'tag-not-found');
      const changes = [{ field: 'name', before: name }];
      await recordAct(tx, { action: 'tags.delete', target: `tag:${id}`, changes });
    }),
  );
};
