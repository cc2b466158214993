import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** A database without a server. A test answers each statement, which has the number of its connection. */
export const stubDatabase = (
  answer: (query: CompiledQuery, connection: number) => Promise<QueryResult<never>>,
): Kysely<Schema> => {
  let connections = 0;
  const driver = new DummyDriver();
  driver.acquireConnection = async () => {
    connections += 1;
    const connection = connections;
    return {
      executeQuery: (query) => answer(query, connection),
      streamQuery: () => {
        throw new Error('streams nothing');
      },
    };
  };
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
};
