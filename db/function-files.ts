import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from './connection/database.ts';
import versions from './functions/versions.json' with { type: 'json' };

const directory = new URL('./functions/', import.meta.url);

/** A file of `db/functions`: current functions and triggers, which may be applied again at any time. */
export interface FunctionFile {
  name: string;
  text: string;
  sha256: string;
  /** Increases with each change of the file, so that an older process never overwrites newer functions. */
  version: number;
}

/**
 * File versions and hashes of their texts, which `npm run schema` records in `db/functions/versions.json`.
 */
type FunctionVersions = Readonly<Record<string, { version: number; sha256: string }>>;

const recorded: FunctionVersions = versions;

export const readFunctionFiles = async (): Promise<FunctionFile[]> => {
  const names = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (file) => {
      const name = file.replace(/\.sql$/, '');
      const text = await readFile(new URL(file, directory), 'utf8');
      const sha256 = createHash('sha256').update(text).digest('hex');
      return { name, text, sha256, version: recorded[name]?.version ?? 1 };
    }),
  );
};

/** Returns the versions to record: a file that changed since the last record gets the next version. */
export const nextVersions = (files: readonly FunctionFile[]): FunctionVersions =>
  Object.fromEntries(
    files.map(({ name, sha256, version }) => {
      const known = recorded[name];
      return [name, { version: known && known.sha256 !== sha256 ? version + 1 : version, sha256 }];
    }),
  );

/**
 * Returns true if the migrator has recorded anything; it creates its table before it applies the first file.
 */
const hasRecords = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ present: boolean }>`
    select to_regclass('kysely_migration_functions') is not null as present
  `.execute(db);
  return rows[0]?.present === true;
};

/**
 * Lists the files that the database lacks or has in an older version; skips files that it has in a newer
 * one.
 */
export const listPendingFunctions = async (db: Db): Promise<FunctionFile[]> => {
  const files = await readFunctionFiles();
  if (!(await hasRecords(db))) return files;
  const { rows } = await sql<{ name: string; version: number; sha256: string }>`
    select name, version, sha256 from kysely_migration_functions
  `.execute(db);
  const applied = new Map(rows.map((row) => [row.name, row]));
  return files.filter(({ name, version, sha256 }) => {
    const former = applied.get(name);
    return !former || (former.sha256 !== sha256 && former.version <= version);
  });
};

/** Creates the migrator's table of function files, if it is missing. */
export const ensureFunctionRecords = async (db: Db): Promise<void> => {
  await sql`
    create table if not exists kysely_migration_functions (
      name text primary key, version integer not null, sha256 text not null
    )
  `.execute(db);
};

/**
 * Splits a file into steps, each for its own transaction: the functions, which lock no table, then each
 * trigger. A transaction that locks two tables can deadlock with requests.
 */
export const stepsOf = ({ text }: FunctionFile): string[] => {
  const triggers = text.match(/^create or replace trigger [^;]*;/gm) ?? [];
  const functions = triggers.reduce((rest, trigger) => rest.replace(trigger, ''), text);
  return [functions, ...triggers];
};

export const recordFunctionFile = async (
  db: Db,
  { name, version, sha256 }: FunctionFile,
): Promise<void> => {
  await sql`
    insert into kysely_migration_functions (name, version, sha256) values (${name}, ${version}, ${sha256})
    on conflict (name) do update set version = excluded.version, sha256 = excluded.sha256
  `.execute(db);
};
