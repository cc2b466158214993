import { findPgbouncer, startPgbouncer } from '../../scripts/servers/pgbouncer.ts';

/** PgBouncer as published before a database, with fewer connections than one process asks for; `settings` may say otherwise. */
export const startSmallPgbouncer = (databaseUrl: string, settings: Record<string, string> = {}) => {
  const program = findPgbouncer();
  if (!program) throw new Error('install PgBouncer to prove that the service runs behind it');
  return startPgbouncer(program, databaseUrl, { default_pool_size: '4', ...settings });
};
