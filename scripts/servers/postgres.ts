import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '../../db/connection/session-settings.ts';
import { freePort, hasEnded, type LocalServer, stopProcess, waitFor } from './local-server.ts';
import { findPostgresClient, postgresFolders } from './postgres-client.ts';
import { removeFolder } from './remove-folder.ts';
import { openSmallDisk, type User } from './small-disk.ts';

/** Finds the folder of PostgreSQL's programs: on the PATH, or where Debian and Homebrew install them. */
export const findPostgres = (): string | undefined =>
  postgresFolders().find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );

/** A PostgreSQL server that tests can crash and restart. */
interface LocalPostgres extends LocalServer {
  /** Stops the server at once (`-m immediate`) like a crash, which loses data that is not on the disk. */
  crash: () => Promise<void>;
  /** Returns true if the server exited or crashed. */
  hasEnded: () => boolean;
  /** Restarts the server with its data and address; resolves when it accepts connections. */
  restart: () => Promise<void>;
  /** The server's data directory. */
  directory: string;
}

/** PostgreSQL's default settings, with which a crash loses no committed data. */
export const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/**
 * Starts a standby of a local server: a copy by `pg_basebackup` that follows it by streaming replication.
 * @throws Error if `pg_basebackup` is not installed
 */
export const startStandby = (
  bin: string,
  primary: Pick<LocalServer, 'url'>,
): Promise<LocalPostgres> => {
  const copy = ['-d', primary.url, '-R', '-c', 'fast', '--no-sync'];
  return startServer(bin, [findPostgresClient('pg_basebackup'), ...copy]);
};

/**
 * Starts a PostgreSQL in a temporary folder on a free port of the loopback interface. Its settings are fast
 * and lose data in a crash, unless `settings` change that. It can have a disk of a given size (Linux). As
 * root, it runs as the user `postgres`.
 */
export const startPostgres = (
  bin: string,
  settings: Record<string, string> = {},
  diskBytes?: number,
): Promise<LocalPostgres> => {
  const locale = ['-E', 'UTF8', '--locale=C.UTF-8'];
  const initdb = ['-U', 'leitor', '-A', 'trust', ...locale, '--no-sync'];
  return startServer(bin, [join(bin, 'initdb'), ...initdb], settings, diskBytes);
};

/** Starts a server on the data directory that a command creates at `-D`. */
const startServer = async (
  bin: string,
  [creator, ...creatorArgs]: readonly [string, ...string[]],
  settings: Record<string, string> = {},
  diskBytes?: number,
): Promise<LocalPostgres> => {
  const directory = mkdtempSync(join(tmpdir(), 'leitor-postgres-'));
  const owner = serverUser();
  if (owner) chownSync(directory, owner.uid, owner.gid);
  const disk = diskBytes ? await openSmallDisk(directory, `size=${diskBytes},mode=777`) : undefined;
  const start = (path: string, args: readonly string[], errors: 'inherit' | 'ignore') => {
    const command = [path, ...args] as const;
    const [program, ...rest] = disk ? disk.within(command, owner ?? thisUser()) : command;
    return spawn(program, rest, {
      ...(disk ? {} : owner),
      cwd: directory,
      stdio: ['ignore', 'ignore', errors],
    });
  };
  const data = join(directory, 'data');
  const [code] = await once(start(creator, ['-D', data, ...creatorArgs], 'inherit'), 'exit');
  if (code !== 0) throw new Error(`${creator} ended with ${code}`);
  const port = await freePort();
  const options = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    shared_buffers: '256MB',
    ...settings,
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = `postgres://leitor@127.0.0.1:${port}/postgres`;
  const serve = async (): Promise<ChildProcess> => {
    const started = start(
      join(bin, 'postgres'),
      ['-D', data, ...flags],
      process.env.PG_LOG ? 'inherit' : 'ignore',
    );
    await waitFor('PostgreSQL', started, () => connects(url));
    return started;
  };
  let child = await serve();
  return {
    url,
    pid: child.pid,
    directory: disk?.outside ?? directory,
    hasEnded: () => hasEnded(child),
    crash: () => stopProcess(child, 'SIGQUIT'),
    restart: async () => {
      child = await serve();
    },
    stop: async () => {
      await stopProcess(child, 'SIGINT');
      await disk?.close();
      await removeFolder(directory);
    },
  };
};

/** Connects to a database once, within a second. */
export const connects = (url: string): Promise<void> =>
  withClient({ connectionString: url, connectionTimeoutMillis: 1_000 }, async () => undefined);

/** Runs one statement on a new connection. */
export const runStatement = (url: string, statement: string): Promise<void> =>
  withClient({ connectionString: url }, async (client) => {
    await client.query(statement);
  });

/** The user for servers that refuse root: `postgres` if this process runs as root, else undefined. */
export const serverUser = (): User | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
};

const thisUser = (): User => ({ uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 });
