import { CompiledQuery, sql } from 'kysely';
import { insertActOn, type NewAct } from '../audit/audit.ts';
import type { Db, Tx } from '../connection/database.ts';
import { runPrepared } from '../connection/prepared-statements.ts';

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

const selected = columns.map((column) => column.replace(/\w+$/, '"$&"')).join(', ');

const listed: CompiledQuery<TagRow> = CompiledQuery.raw(`select ${selected} from tags`);

/** Lists tags in no order: PostgreSQL takes half of the statement's time to sort thirty names. */
export const listTags = (db: Db): Promise<TagRow[]> => runPrepared(db, listed);

/**
 * Inserts a tag with its audit act; undefined if the name is taken. A default tag replaces the former one.
 */
export const insertTag = async (
  db: Db,
  { name, color, isDefault }: Pick<TagRow, 'name' | 'color' | 'isDefault'>,
  act: Omit<NewAct, 'target'>,
): Promise<TagRow | undefined> => {
  const inserted = isDefault
    ? sql`select * from insert_tag(${name}, ${color}, true)`
    : sql`insert into tags (name, color) values (${name}, ${color}) on conflict do nothing returning *`;
  const query = sql<TagRow>`
    with tag as (${inserted}), act as (${insertActOn(act, sql`'tag:' || id`, sql`tag`)})
    select ${sql.raw(selected)} from tag`;
  const [row] = await runPrepared(db, query.compile(db));
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
