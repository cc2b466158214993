import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';
import type { StoredFilter } from '../schema.ts';
import type { TicketSort } from '../tickets/lists.ts';

export interface ViewRow {
  id: number;
  name: string;
  filter: StoredFilter;
  sort: TicketSort;
  /** True if all agents can use it. */
  shared: boolean;
  ownerEmail: string;
  updatedAt: Date;
}

export interface ViewFields extends Pick<ViewRow, 'name' | 'sort' | 'shared'> {
  filter: object;
}

const columns = [
  'id',
  'name',
  'filter',
  'sort',
  'shared',
  'owner_email as ownerEmail',
  'updated_at as updatedAt',
] as const;

export type ViewPosition = Pick<ViewRow, 'id' | 'name'>;

/**
 * Lists a person's views and shared ones, in Portuguese alphabetical order: at most `limit`, after a view if
 * given.
 */
export const listViews = (
  db: Db,
  email: string,
  { after, limit }: { after: ViewPosition | undefined; limit: number },
): Promise<ViewRow[]> => {
  const inOrder = sql`name collate "pt-BR-x-icu"`;
  let query = db
    .selectFrom('ticket_views')
    .select(columns)
    .where((where) => where.or([where('owner_email', '=', email), where('shared', '=', true)]));
  if (after) {
    query = query.where(
      sql<boolean>`(${inOrder}, id) > (${after.name}::text, ${after.id}::integer)`,
    );
  }
  return query.orderBy(inOrder).orderBy('id').limit(limit).execute();
};

/** Serialises changes of views until the transaction ends, so that their limits are exact. */
export const lockViews = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('ticket_views'))`.execute(tx);
};

export const findView = (db: Db, id: number): Promise<ViewRow | undefined> =>
  db.selectFrom('ticket_views').select(columns).where('id', '=', id).executeTakeFirst();

/** Counts a person's views and all shared ones. */
export const countViews = (db: Db, email: string): Promise<{ own: number; shared: number }> =>
  db
    .selectFrom('ticket_views')
    .select([
      sql<number>`(count(*) filter (where owner_email = ${email}))::integer`.as('own'),
      sql<number>`(count(*) filter (where shared))::integer`.as('shared'),
    ])
    .executeTakeFirstOrThrow();

export const insertView = (
  tx: Tx,
  view: ViewFields & Pick<ViewRow, 'ownerEmail' | 'updatedAt'>,
): Promise<ViewRow> =>
  tx
    .insertInto('ticket_views')
    .values({ ...valuesOf(view), owner_email: view.ownerEmail })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const updateView = (
  tx: Tx,
  id: number,
  view: ViewFields & Pick<ViewRow, 'updatedAt'>,
): Promise<ViewRow> =>
  tx
    .updateTable('ticket_views')
    .set(valuesOf(view))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

const valuesOf = ({ name, filter, sort, shared, updatedAt }: ViewFields & { updatedAt: Date }) => ({
  name,
  filter: JSON.stringify(filter),
  sort,
  shared,
  updated_at: updatedAt,
});

export const deleteView = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('ticket_views').where('id', '=', id).execute();
};
