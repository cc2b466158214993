import { createHash } from 'node:crypto';
import type { CompiledQuery, Kysely } from 'kysely';
import type pg from 'pg';
import type { Schema } from './schema.ts';

// By text.
const names = new Map<string, string>();

const nameOf = (text: string): string =>
  `leitor-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;

/**
 * Runs a statement that each connection parses and plans once instead of every time, which can cost more than running it. For what
 * is asked all the time, in a text that does not vary, and where one plan suits all parameters.
 */
export const runPrepared = async <Row>(
  db: Pick<Kysely<Schema>, 'executeQuery'>,
  query: CompiledQuery<Row>,
): Promise<Row[]> => {
  if (!names.has(query.sql)) names.set(query.sql, nameOf(query.sql));
  const { rows } = await db.executeQuery(query);
  return rows;
};

/** Has a new connection send the statements of {@link runPrepared} under their names. */
export const prepareStatements = (client: pg.PoolClient): void => {
  const { query } = client;
  const named = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    const name = typeof text === 'string' ? names.get(text) : undefined;
    const first = name === undefined ? [text, values] : [{ name, text, values }];
    return Reflect.apply(query, client, [...first, ...rest]);
  };
  Object.defineProperty(client, 'query', { value: named });
};
