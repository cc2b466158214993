import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

export interface QuickReplyFields {
  title: string;
  content: string;
  category: string;
  shortcut: string;
}

export interface QuickReplyRow extends QuickReplyFields {
  id: number;
  createdAt: Date;
  updatedAt: Date;
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

/**
 * Lists quick replies by shortcut, optionally of one category: those whose title, content or shortcut
 * contains the text in any case.
 */
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

export const findQuickReply = (db: Db, id: number): Promise<QuickReplyRow | undefined> =>
  db.selectFrom('quick_replies').select(columns).where('id', '=', id).executeTakeFirst();

/** Finds a quick reply by its id and locks it until the transaction ends. */
export const lockQuickReply = (tx: Tx, id: number): Promise<QuickReplyRow | undefined> =>
  tx
    .selectFrom('quick_replies')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Inserts a quick reply. Violates `quick_replies_shortcut_key` if the shortcut is taken. */
export const insertQuickReply = (db: Db, fields: QuickReplyFields): Promise<QuickReplyRow> =>
  db.insertInto('quick_replies').values(fields).returning(columns).executeTakeFirstOrThrow();

/**
 * Changes the given fields of a quick reply; undefined if there is none. Violates
 * `quick_replies_shortcut_key` if the shortcut is taken.
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

export const deleteQuickReply = (db: Db, id: number): Promise<{ title: string } | undefined> =>
  db.deleteFrom('quick_replies').where('id', '=', id).returning('title').executeTakeFirst();
