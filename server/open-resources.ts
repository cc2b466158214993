import { join } from 'node:path';
import {
  type Database,
  type DatabaseLocation,
  type EndedStatement,
  openDatabase,
} from '../db/connection/database.ts';
import { type Config, ConfigError } from './config.ts';
import { type Listener, listen } from './listener.ts';
import { reasonOf } from './reason.ts';

/**
 * Opens the configured database.
 *
 * @throws ConfigError if the server is unreachable or refuses the connection
 */
export const openConfiguredDatabase = async (
  config: Pick<Config, 'database' | 'dataDirectory'>,
  onBroken: (error: Error) => void,
  onStatement?: (statement: EndedStatement) => void,
): Promise<Database> => {
  try {
    return await openDatabase(databaseLocation(config), onBroken, onStatement);
  } catch (cause) {
    if (!config.database) throw cause;
    throw new ConfigError(`DATABASE_URL: cannot connect: ${reasonOf(cause)}`, { cause });
  }
};

const databaseLocation = ({
  database,
  dataDirectory,
}: Pick<Config, 'database' | 'dataDirectory'>): DatabaseLocation =>
  database ?? { directory: join(dataDirectory, 'database') };

/** Which variables configure a listener. */
type ListenerVariables = 'HOST, PORT' | 'INTERNAL_HOST, INTERNAL_PORT';

/** @throws ConfigError if the address cannot be listened on */
export const openListener = async (
  address: { host: string; port: number },
  variables: ListenerVariables,
): Promise<Listener> => {
  try {
    return await listen(address);
  } catch (cause) {
    const where = `${address.host}:${address.port}`;
    const taken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    const reason = taken ? `${where} is already in use` : `cannot listen: ${reasonOf(cause)}`;
    throw new ConfigError(`${variables}: ${reason}`, { cause });
  }
};
