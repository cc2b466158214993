import { createHash } from 'node:crypto';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

// The names of prepared statements, by their texts.
const names = new Map<string, string>();

/** For frequent statements whose text does not vary and whose plan suits all parameters. */
export const runPrepared = async <Row>(
  db: Pick<Kysely<Schema>, 'executeQuery'>,
  query: CompiledQuery<Row>,
): Promise<Row[]> => {
  if (!names.has(query.sql)) names.set(query.sql, nameFor(query.sql));
  const { rows } = await db.executeQuery(query);
  return rows;
};

/** Undefined if the text never went through {@link runPrepared}. */
export const preparedName = (text: string): string | undefined => names.get(text);

const nameFor = (text: string): string =>
  `leitor-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
