import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type LocalServer, startServer } from './local-server.ts';
import { connects, serverUser } from './postgres.ts';
import { findProgram } from './programs.ts';

const published = new URL('../../deploy/pgbouncer.ini', import.meta.url);

/** Finds PgBouncer on the PATH or in Debian's folder. */
export const findPgbouncer = () => findProgram('pgbouncer', '/usr/sbin');

/**
 * Starts a PgBouncer in front of a PostgreSQL that trusts all connections, with `deploy/pgbouncer.ini`,
 * other addresses and `settings`. Clients may use any database.
 */
export const startPgbouncer = async (
  program: string,
  postgresUrl: string,
  settings: Record<string, string> = {},
): Promise<LocalServer> => {
  const server = new URL(postgresUrl);
  const port = await freePort();
  const directory = mkdtempSync(join(tmpdir(), 'leitor-pgbouncer-'));
  chmodSync(directory, 0o755);
  const file = join(directory, 'pgbouncer.ini');
  const text = readFileSync(published, 'utf8');
  const connectQuery = /connect_query='.*'$/m.exec(text)?.[0];
  const ini = withSettings(text, {
    leitor: undefined,
    '*': `host=${server.hostname} port=${server.port || 5432} user=${server.username} ${connectQuery}`,
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    auth_type: 'any',
    auth_file: undefined,
    unix_socket_dir: '',
    ...settings,
  });
  writeFileSync(file, ini);
  const url = new URL(postgresUrl);
  url.port = String(port);
  return startServer({
    name: 'PgBouncer',
    program,
    args: ['-q', file],
    directory,
    cwd: directory,
    ...serverUser(),
    stdio: ['ignore', 'ignore', process.env.PG_LOG ? 'inherit' : 'ignore'],
    endSignal: 'SIGINT',
    url: url.href,
    ready: () => connects(url.href),
  });
};

/**
 * Changes values in the lines of an ini file. Undefined values are removed; new ones are added at the top of
 * their section.
 */
const withSettings = (ini: string, settings: Record<string, string | undefined>): string => {
  const left = new Map(Object.entries(settings));
  const lines = ini.split('\n').flatMap((line) => {
    const name = /^(\S+) =/.exec(line)?.[1];
    if (name === undefined || !left.has(name)) return [line];
    const value = left.get(name);
    left.delete(name);
    return value === undefined ? [] : [`${name} = ${value}`];
  });
  const added = (wanted: (name: string) => boolean) =>
    [...left].flatMap(([name, value]) => (wanted(name) ? [`${name} = ${value}`] : []));
  return lines
    .flatMap((line) => {
      if (line === '[databases]') return [line, ...added((name) => name === '*')];
      if (line === '[pgbouncer]') return [line, ...added((name) => name !== '*')];
      return [line];
    })
    .join('\n');
};
