import { sql } from 'kysely';
import type { Db } from '../../db/connection/database.ts';
import type { VectorSet } from '../../db/embeddings/ticket-vectors.ts';
import { topics } from '../similar-tickets/questions.ts';

export const dimensions = 384;
const clustersOfTopic = 20;
/** Texts vary in fewer directions than a vector has dimensions. */
const directions = 48;
/** A power of two. */
const variations = 4_096;

/** Deterministic numbers, roughly normal with mean 0. */
const normalNumbers = (seed: number): (() => number) => {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return () => uniform() + uniform() + uniform() + uniform() - 2;
};

const vectorText = (values: readonly number[]): string =>
  `[${values.map((value) => value.toFixed(5)).join(',')}]`;

/** Creates the centres of clusters and the variations that {@link vectorOf} adds to them. */
export const prepareVectors = async (db: Db): Promise<void> => {
  const next = normalNumbers(7);
  const draw = (length: number) => Array.from({ length }, next);
  const centres = Array.from({ length: topics * clustersOfTopic }, () => draw(dimensions));
  const basis = Array.from({ length: directions }, () => draw(dimensions));
  const varied = Array.from({ length: variations }, () => {
    const along = draw(directions);
    return Array.from(
      { length: dimensions },
      (_, at) =>
        basis.reduce((sum, direction, n) => sum + (direction[at] ?? 0) * (along[n] ?? 0), 0) /
          Math.sqrt(directions) +
        next() / 8,
    );
  });
  for (const [name, rows] of [
    ['made_centres', centres],
    ['made_variations', varied],
  ] as const) {
    await sql`create table ${sql.table(name)} (n integer primary key, v vector(384) not null)`.execute(
      db,
    );
    await sql`
      insert into ${sql.table(name)} select n - 1, v::vector from unnest(${rows.map(vectorText)}::text[]) with ordinality as given (v, n)
    `.execute(db);
  }
};

/** A vector for a number, in one of the clusters of its topic. */
const vectorOf = (n: string) => sql`(
  select l2_normalize(c.v + a.v + b.v) from made_centres c, made_variations a, made_variations b
  where c.n = abs(${sql.raw(n)}) % ${sql.lit(topics)} * ${sql.lit(clustersOfTopic)} + abs(${sql.raw(n)}) / ${sql.lit(topics)} % ${sql.lit(clustersOfTopic)}
    and a.n = hashint4(${sql.raw(n)}) & ${sql.lit(variations - 1)} and b.n = hashint4(${sql.raw(n)} # 715827882) & ${sql.lit(variations - 1)}
)`;

/** Stores vectors of the tickets `from` to `to` without checking that they exist; returns the seconds. */
export const fillVectors = async (
  db: Db,
  set: VectorSet,
  from: number,
  to: number,
): Promise<number> => {
  const started = performance.now();
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set session_replication_role = replica`.execute(connection);
    await sql`
      insert into ${sql.table(`ticket_vectors_${set.id}`)} (ticket_id, embedding)
      select g.n, ${vectorOf('g.n')}::halfvec(384) from generate_series(${sql.lit(from)}, ${sql.lit(to)}) g (n)
    `.execute(connection);
    await sql`reset session_replication_role`.execute(connection);
    await sql`analyze ${sql.table(`ticket_vectors_${set.id}`)}`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
  return (performance.now() - started) / 1_000;
};

/** Vectors for numbers, as an embedding service returns them. */
export const vectorsFor = async (db: Db, numbers: readonly number[]): Promise<number[][]> => {
  const { rows } = await sql<{ v: string }>`
    select ${vectorOf('g.n')}::text as v from unnest(${numbers}::integer[]) with ordinality as g (n, at) order by at
  `.execute(db);
  return rows.map(({ v }) => v.slice(1, -1).split(',').map(Number));
};

/** The five nearest tickets by comparing the question with every vector. */
export const nearestExactly = (
  db: Db,
  set: VectorSet,
  values: readonly number[],
): Promise<number[]> =>
  db.transaction().execute(async (tx) => {
    await sql`set local enable_indexscan = off`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    const { rows } = await sql<{ id: number }>`
      select ticket_id as id from ${sql.table(`ticket_vectors_${set.id}`)}
      order by embedding <=> ${vectorText(values)}::halfvec(384) limit 5
    `.execute(tx);
    return rows.map(({ id }) => id);
  });

/** Bytes of a set's table and of its index. */
export const sizesOf = async (
  db: Db,
  set: VectorSet,
): Promise<{ table: number; index: number }> => {
  const name = `ticket_vectors_${set.id}`;
  const { rows } = await sql<{ table: string; index: string }>`
    select pg_table_size(${name}::text::regclass) as table, coalesce(pg_relation_size(to_regclass(${`${name}_hnsw_idx`}::text)), 0) as index
  `.execute(db);
  return { table: Number(rows[0]?.table), index: Number(rows[0]?.index) };
};
