import { sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

export interface VectorSet {
  id: number;
  model: string;
  dimensions: number;
  /** True if the model shortened its vectors to these dimensions. */
  shortened: boolean;
}

/** The question of a settled ticket that has no vector in a set. */
export interface UnembeddedRow {
  ticketId: number;
  version: string;
  subject: string;
  /** The first message of the requester, cut to a maximum length; empty if there is none. */
  text: string;
  /** The last message of an agent, cut to the same length. */
  answer: string;
  requesterName: string | null;
}

/** A ticket that a search found, and how similar it is. */
export interface NearTicketRow {
  ticketId: number;
  /** Cosine similarity, -1 to 1. */
  similarity: number;
}

const tableOf = ({ id }: Pick<VectorSet, 'id'>) => sql.table(`ticket_vectors_${id}`);
const vectorOf = (values: readonly number[]) => `[${values.join(',')}]`;
const halfvec = ({ dimensions }: Pick<VectorSet, 'dimensions'>) =>
  sql.raw(`halfvec(${dimensions})`);

/** Returns the state of pgvector: installed, installable, or missing on the database's server. */
export const findVectorExtension = async (
  db: Db,
): Promise<'installed' | 'available' | 'missing'> => {
  const { rows } = await sql<{ state: 'installed' | 'available' | 'missing' }>`
    select case
      when exists (select from pg_extension where extname = 'vector') then 'installed'
      when exists (select from pg_available_extensions where name = 'vector') then 'available'
      else 'missing'
    end as state
  `.execute(db);
  return rows[0]?.state ?? 'missing';
};

/** Installs pgvector; rejects if the role may not. */
export const createVectorExtension = async (db: Db): Promise<void> => {
  await sql`create extension if not exists vector`.execute(db);
};

/**
 * Finds the set that searches use; undefined if none is ready or its table is missing (as after a restore
 * without vectors).
 */
export const findReadySet = async (db: Db): Promise<VectorSet | undefined> => {
  const { rows } = await sql<VectorSet>`
    select id, model, dimensions, shortened from embedding_sets
    where ready_at is not null and to_regclass('ticket_vectors_' || id) is not null
    order by ready_at desc limit 1
  `.execute(db);
  return rows[0];
};

/** Finds the set of a model with these dimensions; undefined dimensions mean the model's own. */
export const findSet = async (
  db: Db,
  { model, dimensions }: { model: string; dimensions: number | undefined },
): Promise<VectorSet | undefined> => {
  const { rows } = await sql<VectorSet>`
    select id, model, dimensions, shortened from embedding_sets
    where model = ${model} and ${dimensions === undefined ? sql`not shortened` : sql`shortened and dimensions = ${dimensions}`}
      and to_regclass('ticket_vectors_' || id) is not null
    order by id desc limit 1
  `.execute(db);
  return rows[0];
};

/** Returns the set of a model and dimensions; creates it and its table if there is none. Needs pgvector. */
export const openSet = async (
  tx: Tx,
  { model, dimensions, shortened }: Omit<VectorSet, 'id'>,
): Promise<VectorSet> => {
  const { rows } = await sql<VectorSet>`
    insert into embedding_sets as s (model, dimensions, shortened) values (${model}, ${dimensions}, ${shortened})
    on conflict on constraint embedding_sets_key do update set shortened = excluded.shortened,
      ready_at = case when to_regclass('ticket_vectors_' || s.id) is not null then s.ready_at end
    returning id, model, dimensions, shortened
  `.execute(tx);
  const [set] = rows;
  if (!set) throw new Error('the set was not stored');
  // The cascade deletes a vector with its question: when the ticket is reopened, merged or erased, or its
  // text changes.
  await sql`
    create table if not exists ${tableOf(set)} (
      ticket_id integer primary key references ticket_search (ticket_id) on delete cascade,
      embedding ${halfvec(set)} not null
    )
  `.execute(tx);
  return set;
};

/** Questions without a vector in the set, the newest first. */
export const listUnembedded = async (
  db: Db,
  set: Pick<VectorSet, 'id'> | undefined,
  { limit, textLength }: { limit: number; textLength: number },
): Promise<UnembeddedRow[]> => {
  const embedded = set
    ? sql`exists (select from ${tableOf(set)} v where v.ticket_id = s.ticket_id)`
    : sql`false`;
  const { rows } = await sql<UnembeddedRow>`
    select s.ticket_id as "ticketId", s.version, t.subject, t.requester_name as "requesterName",
      left(coalesce(question.body, ''), ${textLength}) as text, left(coalesce(answer.body, ''), ${textLength}) as answer
    from (
      select s.ticket_id, s.xmin::text as version from ticket_search s
      where not ${embedded} order by s.ticket_id desc limit ${limit}
    ) s
    join tickets t on t.id = s.ticket_id
    left join lateral (
      select m.body from ticket_messages m where m.ticket_id = s.ticket_id and m.origin = 'requester' order by m.id limit 1
    ) question on true
    left join lateral (
      select m.body from ticket_messages m where m.ticket_id = s.ticket_id and m.origin = 'agent' order by m.id desc limit 1
    ) answer on true
    order by s.ticket_id desc
  `.execute(db);
  return rows;
};

/**
 * Stores vectors of questions and returns how many. Skips questions that were changed or deleted since they
 * were read.
 */
export const insertVectors = async (
  db: Db,
  set: VectorSet,
  vectors: readonly { ticketId: number; version: string; values: readonly number[] }[],
): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into ${tableOf(set)} (ticket_id, embedding)
    select s.ticket_id, given.embedding::${halfvec(set)}
    from unnest(
      ${vectors.map(({ ticketId }) => ticketId)}::integer[],
      ${vectors.map(({ version }) => version)}::text[],
      ${vectors.map(({ values }) => vectorOf(values))}::text[]
    ) as given (ticket_id, version, embedding)
    join ticket_search s on s.ticket_id = given.ticket_id and s.xmin::text = given.version
    on conflict (ticket_id) do nothing
  `.execute(db);
  return Number(numAffectedRows ?? 0);
};

/**
 * With fewer vectors, a search without an index takes a few milliseconds. At this size, building the index
 * takes about a second.
 */
const indexedFrom = 5_000;

/**
 * Links per vector and candidates while building. With pgvector's defaults (16, 64) the index misses one in
 * five of the nearest of a million vectors.
 */
const density = { m: 24, efConstruction: 128 };

/**
 * Builds the index of a large set that has none; later vectors are added to it one by one. The embedded
 * database gets none, because an index slows its searches down.
 */
export const ensureVectorIndex = async (db: Db, set: VectorSet): Promise<void> => {
  const name = `ticket_vectors_${set.id}_hnsw_idx`;
  const { rows } = await sql<{ wanted: boolean }>`
    select to_regclass(${name}) is null and version() not like '%PGlite%'
      and (select count(*) from (select from ${tableOf(set)} limit ${indexedFrom}) counted) = ${indexedFrom} as wanted
  `.execute(db);
  if (!rows[0]?.wanted) return;
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`
      create index if not exists ${sql.id(name)} on ${tableOf(set)} using hnsw (embedding halfvec_cosine_ops)
      with (m = ${sql.lit(density.m)}, ef_construction = ${sql.lit(density.efConstruction)})
    `.execute(tx);
  });
};

/** Marks a set as ready and drops every other set. */
export const publishSet = async (tx: Tx, { id }: VectorSet): Promise<void> => {
  await sql`update embedding_sets set ready_at = clock_timestamp() where id = ${id} and ready_at is null`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number }>`
    delete from embedding_sets where id <> ${id} returning id
  `.execute(tx);
  for (const other of rows) await sql`drop table if exists ${tableOf(other)}`.execute(tx);
};

/**
 * The number of candidates in an index search: more candidates find more of the nearest vectors and take
 * longer.
 */
const defaultCandidates = 300;

/**
 * Lists the settled tickets whose questions are nearest to a vector, nearest first, without the ticket
 * `exceptId`.
 */
export const listNearTickets = (
  db: Db,
  set: VectorSet,
  query: { values: readonly number[]; exceptId: number; limit: number; candidates?: number },
): Promise<NearTicketRow[]> =>
  db.transaction().execute(async (tx) => {
    const candidates = String(query.candidates ?? defaultCandidates);
    // PostgreSQL accepts any value for the settings of an extension that is not loaded yet.
    await sql`select set_config('hnsw.ef_search', ${candidates}, true)`.execute(tx);
    const vector = sql`${vectorOf(query.values)}::${halfvec(set)}`;
    // The query reads one more than the limit, because the ticket itself may be among the rows.
    const { rows } = await sql<NearTicketRow>`
      select ticket_id as "ticketId", 1 - (embedding <=> ${vector}) as similarity
      from ${tableOf(set)} order by embedding <=> ${vector} limit ${query.limit + 1}
    `.execute(tx);
    return rows.filter(({ ticketId }) => ticketId !== query.exceptId).slice(0, query.limit);
  });
