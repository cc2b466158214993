import { CompiledQuery, type Selectable, sql } from 'kysely';
import { insertActOn, type NewAct } from '../audit/audit.ts';
import type { Db, Tx } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';
import type { Schema } from '../schema.ts';

export interface TagRow {
  id: number;
  name: string;
  color: string;
  isDefault: boolean;
  createdAt: Date;
  updatedAt: Date;
}

const columns = [
  'id',
  'name',
  'color',
  'is_default as isDefault',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

interface TagJson extends Omit<TagRow, 'createdAt' | 'updatedAt'> {
  createdAt: string;
  updatedAt: string;
}

// One JSON text takes half of the time of thirty rows to read.
const listed: CompiledQuery<{ tags: TagJson[] }> = CompiledQuery.raw(`
  select coalesce(json_agg(json_build_object('id', id, 'name', name, 'color', color, 'isDefault', is_default,
    'createdAt', created_at, 'updatedAt', updated_at) order by name collate "pt-BR-x-icu"), '[]') as tags
  from tags`);

/** Lists tags in Portuguese alphabetical order. */
export const listTags = async (db: Db): Promise<TagRow[]> => {
  const rows = await runPrepared(db, listed);
  return rows.flatMap(({ tags }) =>
    tags.map((tag) => ({
      ...tag,
      createdAt: new Date(tag.createdAt),
      updatedAt: new Date(tag.updatedAt),
    })),
  );
};

/**
 * Inserts a tag with its audit act; undefined if the name is taken. A default tag replaces the former one.
 */
export const insertTag = async (
  db: Db,
  { name, color, isDefault }: Pick<TagRow, 'name' | 'color' | 'isDefault'>,
  act: Omit<NewAct, 'target'>,
): Promise<TagRow | undefined> => {
  const inserted = sql<Selectable<Schema['tags']>>`
    (select * from insert_tag(${name}, ${color}, ${isDefault}))`;
  const query = db
    .with('tag', () => inserted)
    .with('act', () => sql`(${insertActOn(act, sql`'tag:' || id`, sql`tag`)})`)
    .selectFrom('tag')
    .select(columns);
  const [row] = await runPrepared(db, query.compile());
  return row;
};

/** Locks the default tag; take this lock first, because all changes of the default tag wait for it. */
export const lockDefaultTag = async (tx: Tx): Promise<void> => {
  await sql`select lock_default_tag()`.execute(tx);
};

/** Makes a tag the default. Call it before other writes to tags, because it calls {@link lockDefaultTag}. */
export const makeDefaultTag = async (tx: Tx, id: number): Promise<void> => {
  await sql`select make_default_tag(${id})`.execute(tx);
};

export interface TagChanges {
  name?: string | undefined;
  color?: string | undefined;
  isDefault?: boolean | undefined;
}

/** Updates a tag; undefined if it does not exist. For a default tag, call {@link makeDefaultTag} first. */
export const updateTag = (
  db: Db,
  id: number,
  { name, color, isDefault }: TagChanges,
): Promise<TagRow | undefined> =>
  db
    .updateTable('tags')
    .set({ name, color, is_default: isDefault, updated_at: sql`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();

export const findTag = (db: Db, id: number): Promise<TagRow | undefined> =>
  db.selectFrom('tags').select(columns).where('id', '=', id).executeTakeFirst();

export const lockTag = (tx: Tx, id: number): Promise<TagRow | undefined> =>
  tx.selectFrom('tags').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

/** Deletes a tag and returns whether it existed. Violates `ticket_tags_tag_id_fkey` if a ticket has it. */
export const deleteTag = (db: Db, id: number): Promise<{ name: string } | undefined> =>
  db.deleteFrom('tags').where('id', '=', id).returning('name').executeTakeFirst();
