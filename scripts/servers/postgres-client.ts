import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathFolders } from './programs.ts';

/**
 * Runs a PostgreSQL client program. It passes the password in a file, because all users of the machine can
 * read a process's arguments.
 */
export const runPostgresClient = async (
  name: 'pg_dump' | 'pg_restore',
  address: string,
  options: readonly string[],
): Promise<void> => {
  const url = new URL(address);
  const password = decodeURIComponent(url.password) || url.searchParams.get('password') || '';
  url.password = '';
  url.searchParams.delete('password');
  const folder = await mkdtemp(join(tmpdir(), 'leitor-postgres-'));
  const passwords = join(folder, 'pgpass');
  try {
    await writeFile(passwords, `*:*:*:*:${password.replaceAll(/[\\:]/g, '\\$&')}\n`, {
      mode: 0o600,
    });
    const child = spawn(findPostgresClient(name), ['-d', url.href, ...options], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...(password && { PGPASSFILE: passwords }) },
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** A client program of PostgreSQL, such as `pg_dump`. @throws Error if it is not installed */
export const findPostgresClient = (name: string): string => {
  const folder = postgresFolders().find((known) => existsSync(join(known, name)));
  if (!folder) throw new Error(`${name} is not installed: install PostgreSQL's client programs`);
  return join(folder, name);
};

/** The folders of the PATH, and where Debian and Homebrew install PostgreSQL. */
export const postgresFolders = (): string[] => {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : [];
  return [
    ...pathFolders(),
    ...versions.map((version) => join(debian, version, 'bin')),
    '/opt/homebrew/opt/postgresql@17/bin',
    '/opt/homebrew/opt/postgresql@16/bin',
    '/usr/local/pgsql/bin',
  ];
};
