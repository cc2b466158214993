import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Extensions, PGlite } from '@electric-sql/pglite';
import { openDatabase } from '../../db/connection/database.ts';
import { embeddedExtensions } from '../../db/connection/embedded.ts';
import { copyNewFiles } from '../../db/connection/embedded-template.ts';
import { migrate } from '../../db/migrate.ts';

/** Creates an embedded database without tables. `remove` closes it and deletes its files. */
export const newEmbedded = async (
  extensions: Extensions = {},
): Promise<{ pglite: PGlite; remove: () => Promise<void> }> => {
  const directory = await mkdtemp(join(tmpdir(), 'leitor-test-'));
  const files = join(directory, 'pgdata');
  await copyNewFiles(files);
  const pglite = await PGlite.create(files, { extensions });
  const remove = async () => {
    await pglite.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { pglite, remove };
};

/** Migrates an embedded database and returns a dump of it. */
export const migrateAndDump = async (extensions?: Extensions): Promise<Blob> => {
  const { pglite, remove } = await newEmbedded(extensions);
  const database = await openDatabase({ pglite }, (error) => {
    throw error;
  });
  await migrate(database.db);
  await database.close();
  const dump = await pglite.dumpDataDir('none');
  await remove();
  return dump;
};

let withPgvector: Promise<Blob> | undefined;

/** Creates a migrated, empty database with pgvector available; the caller closes it. */
export const newVectorDatabase = async (): Promise<PGlite> => {
  withPgvector ??= migrateAndDump(embeddedExtensions);
  return PGlite.create({ loadDataDir: await withPgvector, extensions: embeddedExtensions });
};

/** Summarises the catalogs that creating, altering, dropping and analysing change. */
const fingerprintQuery = [
  'pg_class',
  'pg_attribute',
  'pg_attrdef',
  'pg_constraint',
  'pg_db_role_setting',
  'pg_extension',
  'pg_namespace',
  'pg_proc',
  'pg_statistic',
  'pg_trigger',
  'pg_type',
]
  .map(
    (catalog) =>
      `select '${catalog}' as catalog, count(*)::int as rows, max(xmin::text::bigint)::int as latest from ${catalog}`,
  )
  .join(' union all ');

/** Empties all tables with rows, except those of the migrations, and restarts all sequences. */
const emptyTables = `
  do $$
  declare
    name text;
    filled text[] := '{}';
    is_filled boolean;
  begin
    set local session_replication_role = replica;
    for name in select oid::regclass from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname not like 'kysely%'
    loop
      execute format('select exists (select from %s)', name) into is_filled;
      if is_filled then filled := filled || name; end if;
    end loop;
    if cardinality(filled) > 0 then execute 'truncate ' || array_to_string(filled, ', ') || ' cascade'; end if;
    perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      from pg_sequences where last_value is not null;
  end
  $$
`;

// Emptying a database is ten times faster than loading one. The test files of a worker share these.
const emptied: PGlite[] = [];
const fingerprints = new WeakMap<PGlite, string>();

const fingerprintOf = async (pglite: PGlite): Promise<string> =>
  JSON.stringify((await pglite.query(fingerprintQuery)).rows);

/** Takes a migrated, empty database: a returned one, or a new one from the dump. */
export const takeEmbedded = async (dump: string): Promise<PGlite> => {
  const pglite = emptied.pop() ?? (await PGlite.create({ loadDataDir: await openAsBlob(dump) }));
  fingerprints.set(pglite, await fingerprintOf(pglite));
  return pglite;
};

/** Empties a database for the next test, or closes it if its schema or statistics changed. */
export const giveBackEmbedded = async (pglite: PGlite): Promise<void> => {
  if (fingerprints.get(pglite) !== (await fingerprintOf(pglite))) return pglite.close();
  await pglite.exec(emptyTables);
  await pglite.exec('discard all');
  emptied.push(pglite);
};
