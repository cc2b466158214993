import pg from 'pg';
import { settings } from '../settings.ts';

const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: settings.poolSize });

/** A named statement, prepared once per connection. */
export const statement =
  <Row extends object>(name: string, text: string) =>
  async (values: unknown[] = [], on: pg.Pool | pg.PoolClient = pool): Promise<Row[]> =>
    (await on.query<Row>({ name, text, values })).rows;

/** Runs `work` in a transaction. */
export const inTransaction = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
};
