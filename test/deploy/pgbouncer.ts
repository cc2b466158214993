import { findPgbouncer, startPgbouncer } from '../../scripts/servers/pgbouncer.ts';

/**
 * Starts PgBouncer with the published configuration and fewer connections than one process's pool;
 * `settings` override it.
 */
export const startSmallPgbouncer = (databaseUrl: string, settings: Record<string, string> = {}) => {
  const program = findPgbouncer();
  if (!program) throw new Error('install PgBouncer to prove that the service runs behind it');
  return startPgbouncer(program, databaseUrl, { default_pool_size: '4', ...settings });
};
