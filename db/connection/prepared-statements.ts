import { createHash } from 'node:crypto';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

const names = new Map<string, string>();

/**
 * Runs a frequent statement as a prepared one; its text must not vary and its plan must suit all parameters.
 */
export const runPrepared = async <Row>(
  db: Pick<Kysely<Schema>, 'executeQuery'>,
  query: CompiledQuery<Row>,
): Promise<Row[]> => {
  if (!names.has(query.sql)) names.set(query.sql, nameFor(query.sql));
  const { rows } = await db.executeQuery(query);
  return rows;
};

/** Returns the name of a prepared statement; undefined if the text never went through {@link runPrepared}. */
export const preparedName = (text: string): string | undefined => names.get(text);

const nameFor = (text: string): string =>
  `leitor-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
