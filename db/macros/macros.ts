import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

export interface MacroFields {
  name: string;
  /** True if all agents can use it. */
  shared: boolean;
  /** The stored JSON, not validated. */
  actions: unknown;
}

export interface MacroRow extends MacroFields {
  id: number;
  /** Null if its owner was erased. */
  ownerEmail: string | null;
  usedByRule: boolean;
  updatedAt: Date;
}

const select = (db: Db) =>
  db
    .selectFrom('macros')
    .select([
      'id',
      'name',
      'shared',
      'actions',
      'owner_email as ownerEmail',
      'updated_at as updatedAt',
      sql<boolean>`exists (select from rules where macro_id = macros.id)`.as('usedByRule'),
    ]);

/** Lists a person's macros and shared ones, in Portuguese alphabetical order. */
export const listMacros = (db: Db, email: string | null): Promise<MacroRow[]> =>
  select(db)
    .where((where) => where.or([where('owner_email', '=', email), where('shared', '=', true)]))
    .orderBy(sql`name collate "pt-BR-x-icu"`)
    .orderBy('id')
    .execute();

export const findMacro = (db: Db, id: number): Promise<MacroRow | undefined> =>
  select(db).where('id', '=', id).executeTakeFirst();

/** Makes changes of macros and rules wait for each other until the transaction ends. */
export const lockMacros = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('macros'))`.execute(tx);
};

export interface MacroCounts {
  own: number;
  shared: number;
  /** The characters of their actions as JSON. */
  ownSize: number;
  sharedSize: number;
}

/** Counts the macros of a person and the shared ones. */
export const countMacros = (db: Db, email: string): Promise<MacroCounts> => {
  const own = sql`filter (where owner_email = ${email})`;
  const shared = sql`filter (where shared)`;
  const size = sql`coalesce(sum(length(actions::text))`;
  return db
    .selectFrom('macros')
    .select([
      sql<number>`(count(*) ${own})::integer`.as('own'),
      sql<number>`(count(*) ${shared})::integer`.as('shared'),
      sql<number>`${size} ${own}, 0)::integer`.as('ownSize'),
      sql<number>`${size} ${shared}, 0)::integer`.as('sharedSize'),
    ])
    .executeTakeFirstOrThrow();
};

/** Returns true if another macro of a person, or another shared one, has a name in any case. */
export const isMacroNameTaken = async (
  db: Db,
  {
    id,
    name,
    shared,
    ownerEmail,
  }: { id?: number | undefined; name: string; shared: boolean; ownerEmail: string | null },
): Promise<boolean> => {
  const taken = await db
    .selectFrom('macros')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('shared', '=', shared)
    .$if(!shared, (own) => own.where('owner_email', '=', ownerEmail))
    .$if(id !== undefined, (others) => others.where('id', '<>', id ?? 0))
    .executeTakeFirst();
  return taken !== undefined;
};

const valuesOf = ({ name, shared, actions }: MacroFields, updatedAt: Date) => ({
  name,
  shared,
  actions: JSON.stringify(actions),
  updated_at: updatedAt,
});

export const insertMacro = async (
  tx: Tx,
  macro: MacroFields & { ownerEmail: string; updatedAt: Date },
): Promise<number> => {
  const { id } = await tx
    .insertInto('macros')
    .values({ ...valuesOf(macro, macro.updatedAt), owner_email: macro.ownerEmail })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const updateMacro = async (
  tx: Tx,
  id: number,
  macro: MacroFields & { updatedAt: Date },
): Promise<void> => {
  await tx
    .updateTable('macros')
    .set(valuesOf(macro, macro.updatedAt))
    .where('id', '=', id)
    .execute();
};

export const deleteMacro = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('macros').where('id', '=', id).execute();
};
