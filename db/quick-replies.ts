import { sql } from 'kysely';
import type { Db } from './connection.ts';

/** A quick reply as stored. */
export interface QuickReplyRow {
  id: number;
  title: string;
  content: string;
  category: string;
  shortcut: string;
  createdAt: Date;
  updatedAt: Date;
}

/** What a person writes of a quick reply. */
export interface QuickReplyFields {
  title: string;
  content: string;
  category: string;
  shortcut: string;
}

const columns = [
  'id',
  'title',
  'content',
  'category',
  'shortcut',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** Quick replies by shortcut, of one category or all, whose title, content or shortcut holds the text in any case. */
export const listQuickReplies = (
  db: Db,
  filter: { search?: string | undefined; category?: string | undefined },
): Promise<QuickReplyRow[]> => {
  let query = db.selectFrom('quick_replies').select(columns).orderBy('shortcut');
  if (filter.category !== undefined) query = query.where('category', '=', filter.category);
  if (filter.search !== undefined) {
    const pattern = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((where) =>
      where.or([
        where('title', 'ilike', pattern),
        where('content', 'ilike', pattern),
        where('shortcut', 'ilike', pattern),
      ]),
    );
  }
  return query.execute();
};

/** The quick reply with this id. */
export const findQuickReply = (db: Db, id: number): Promise<QuickReplyRow | undefined> =>
  db.selectFrom('quick_replies').select(columns).where('id', '=', id).executeTakeFirst();

/** Inserts a quick reply; undefined where its shortcut is taken. */
export const insertQuickReply = (
  db: Db,
  fields: QuickReplyFields,
): Promise<QuickReplyRow | undefined> =>
  db
    .insertInto('quick_replies')
    .values(fields)
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();

/**
 * Changes the given fields of a quick reply; undefined where there is none. Breaks `quick_replies_shortcut_key` where
 * the shortcut is another's.
 */
export const updateQuickReply = (
  db: Db,
  id: number,
  changes: Partial<QuickReplyFields>,
): Promise<QuickReplyRow | undefined> =>
  db
    .updateTable('quick_replies')
    .set({ ...changes, updated_at: sql`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();

/** Deletes a quick reply; answers whether there was one. */
export const deleteQuickReply = async (db: Db, id: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('quick_replies')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
