import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { concurrentIndexes, createIndexConcurrently } from '../../db/concurrent-indexes.ts';
import { type Database, type Db, openDatabase, type Tx } from '../../db/connection/database.ts';
import { migrate, pendingMigrations } from '../../db/migrate.ts';
import { planMigrations } from '../../db/migration-plan.ts';
import { findPostgresClient } from '../../scripts/servers/postgres-client.ts';
import { clonePostgres, createEmptyDatabase } from '../database.ts';
import { readFormerSchema } from '../support/former-release.ts';

const opened = async (from: Awaited<ReturnType<typeof clonePostgres>>) => {
  const database = await openDatabase(from.location, () => undefined);
  onTestFinished(async () => {
    await database.close();
    await from.drop();
  });
  return { ...database, url: from.url };
};

const dumpSchema = async (url: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    findPostgresClient('pg_dump'),
    ['--schema-only', '--exclude-table=kysely_*', url],
    { maxBuffer: 100_000_000 },
  );
  return stdout.replace(/^\\(un)?restrict .*$/gm, '');
};

const addAct = (db: Db) =>
  sql`insert into audit_log (at, actor, role, channel, action, target)
    values (now(), 'teste', 'admin', 'trpc', 'tags.create', 'tag:1')`.execute(db);

/** A database as the former release leaves it, with a ticket and an act. */
const openFormer = async () => {
  const former = await opened(await createEmptyDatabase());
  const { migrations, functions } = readFormerSchema();
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    former.db,
  );
  await former.db.transaction().execute(async (tx) => {
    await sql`set local check_function_bodies = off`.execute(tx);
    for (const [, text] of migrations)
      await sql.raw(text.replaceAll('concurrently if not exists ', '')).execute(tx);
    for (const text of functions) await sql.raw(text).execute(tx);
    const names = await readFile('db/migrations/former-migrations.txt', 'utf8');
    await sql`insert into kysely_migration
      select name, '2026-11-27T00:00:00.000Z' from unnest(${names.trim().split('\n')}::text[]) name`.execute(
      tx,
    );
    await sql`insert into tickets (subject, main) values ('Não recebi', 'Entrega')`.execute(tx);
    await addAct(tx);
  });
  return former;
};

describe('a database of the former release', () => {
  it('is taken up as it is, and then has the schema of a new one', async () => {
    const former = await openFormer();
    const fresh = await opened(await clonePostgres());
    const { steps, jobs } = await planMigrations(former);
    const [baseline, ...applied] = await migrate(former.db, former);
    expect(baseline).toMatch(/_baseline$/);
    expect(steps.map(({ name }) => name)).toEqual(applied);
    expect(jobs).toMatchObject([{ tables: [{ name: 'ticket_responses' }] }]);
    expect(await pendingMigrations(former.db)).toEqual([]);
    expect(await dumpSchema(former.url)).toBe(await dumpSchema(fresh.url));
    const { rows } = await sql`select subject from tickets`.execute(former.db);
    expect(rows).toEqual([{ subject: 'Não recebi' }]);
    await addAct(former.db);
    const { rows: acts } = await sql<{ id: string }>`select id from audit_log order by id`.execute(
      former.db,
    );
    expect(new Set(acts.map(({ id }) => id)).size).toBe(2);
  });
});

describe('a new database', () => {
  it('has the names of all migrations that the former release asks for', async () => {
    const { db } = await opened(await clonePostgres());
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    const names = rows.map(({ name }) => name);
    const asked = readFormerSchema().migrations.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(asked));
  });
});

/**
 * What a migration of one table at a time must not do to tables that are there: requests wait for
 * it.
 */
const findingsOf = async (tx: Tx, text: string): Promise<string[]> => {
  // What the session read before counts too until the server has collected it.
  const reads = sql`
    coalesce(s.seq_scan, 0) + coalesce(s.idx_scan, 0)
      + coalesce(s.n_tup_ins + s.n_tup_upd + s.n_tup_del, 0)
  `;
  await sql`
    create temporary table there on commit drop as
    select c.oid, c.relfilenode, ${reads} as reads
    from pg_class c left join pg_stat_xact_user_tables s on s.relid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  `.execute(tx);
  await sql.raw(text).execute(tx);
  // A table and its partitions are locked as one.
  const { rows } = await sql<{ name: string; root: string; reads: boolean }>`
    select t.oid::regclass::text as name,
      coalesce((select inhparent from pg_inherits where inhrelid = t.oid), t.oid)::regclass::text as root,
      c.relfilenode <> t.relfilenode or ${reads} > t.reads as reads
    from there t join pg_class c using (oid) left join pg_stat_xact_user_tables s on s.relid = t.oid
    where exists (
      select from pg_locks l where l.pid = pg_backend_pid() and l.relation = t.oid
        and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    ) order by 1
  `.execute(tx);
  await sql`drop table there`.execute(tx);
  const locked = [...new Set(rows.map(({ root }) => root))];
  return [
    ...rows.flatMap(({ name, reads }) =>
      reads ? [`reads or writes ${name} while it locks it`] : [],
    ),
    ...(locked.length > 1 ? [`locks ${locked.join(' and ')}`] : []),
  ];
};

describe('what a migration holds up', () => {
  it('is one table at most, and not for as long as it takes to read it', async () => {
    const { db } = await opened(await createEmptyDatabase());
    const folder = new URL('../../db/migrations/', import.meta.url);
    const [baseline = '', ...later] = (await readdir(folder))
      .filter((name) => name.endsWith('.sql'))
      .sort();
    const read = (name: string) => readFile(new URL(name, folder), 'utf8');
    await sql.raw(await read(baseline)).execute(db);
    for (const name of later) {
      const text = await read(name);
      for (const { statement } of concurrentIndexes(text)) await sql.raw(statement).execute(db);
      if (concurrentIndexes(text).length > 0) continue;
      const findings = await db.transaction().execute((tx) => findingsOf(tx, text));
      expect(findings, name).toEqual([]);
    }
  });
});

describe('migrating beside requests', () => {
  it('gives way to a transaction that holds a table, and goes on after it', async () => {
    const { db, alone } = await opened(await clonePostgres());
    await sql`delete from kysely_migration_functions where name = 'revisions'`.execute(db);
    const request = await db.startTransaction().execute();
    await sql`insert into tags (name, color) values ('Urgente', '#000000')`.execute(request);
    const lines: string[] = [];
    const waited = Promise.withResolvers<void>();
    const migrating = migrate(db, {
      alone,
      onWait: (line) => {
        lines.push(line);
        waited.resolve();
      },
    });
    await waited.promise;
    // The step that failed let go of its place in the queue.
    await sql`select 1 from tags`.execute(db);
    await request.commit().execute();
    expect(await migrating).toEqual(['functions/revisions']);
    expect(lines[0]).toBe(
      'functions/revisions waits for a table that is in use: attempt 1 of 100 failed',
    );
  });

  it('is done by one of several processes', async () => {
    const from = await createEmptyDatabase();
    const databases: Database[] = [];
    for (let i = 0; i < 3; i += 1)
      databases.push(await openDatabase(from.location, () => undefined));
    const applied = await Promise.all(databases.map((each) => migrate(each.db, each)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    for (const { close } of databases) await close();
    await from.drop();
  });
});

describe('an upgrade that builds an index', () => {
  it('is planned with its tables, refused through a pooler before its first step, and done straight', async () => {
    const { db, alone } = await opened(await clonePostgres());
    const names = ['20261128100003_hinted_snoozes', '20261128100004_search_of_files_and_domains'];
    await sql`delete from kysely_migration where name in (${sql.join(names)})`.execute(db);
    await sql`alter table ticket_snoozes drop column hinted`.execute(db);
    const plan = await planMigrations({ db, pooled: true });
    expect(plan.steps).toMatchObject([
      { name: names[0], kind: 'change', tables: [{ name: 'ticket_snoozes' }] },
      { name: names[1], kind: 'index', tables: [{ name: 'tickets' }, { name: 'attachments' }] },
    ]);
    await expect(migrate(db, { alone, pooled: true })).rejects.toThrow(
      'run scripts/migrate.ts once with the DATABASE_URL of PostgreSQL itself',
    );
    expect(await pendingMigrations(db)).toEqual(names);
    expect(await migrate(db, { alone })).toEqual(names);
    expect((await planMigrations({ db, pooled: false })).steps).toEqual([]);
  });
});

describe('an index that is built concurrently', () => {
  const [index] = concurrentIndexes(
    'create unique index concurrently if not exists colours on tags (color);',
  );
  if (!index) throw new Error('no index');

  it('is built while the log says which process holds it up', async () => {
    const { db } = await opened(await clonePostgres());
    const lines: string[] = [];
    const { promise: held, resolve } = Promise.withResolvers<void>();
    const onProgress = (line: string) => {
      lines.push(line);
      if (line.includes('held up')) resolve();
    };
    const building = await db.transaction().execute(async (other) => {
      const { rows } = await sql<{ pid: number }>`
        insert into tags (name, color) values ('a', '#000000') returning pg_backend_pid() as pid
      `.execute(other);
      const built = db
        .connection()
        .execute((one) =>
          createIndexConcurrently(one, index, { watching: db, onProgress, everyMs: 20 }),
        );
      await Promise.race([held, built]);
      expect(lines.at(-1)).toContain(`held up by process ${rows[0]?.pid}`);
      // A promise would be awaited here.
      return { built };
    });
    await building.built;
  });

  it('is built unless it is there, after what a failed attempt left was dropped', async () => {
    const { db } = await opened(await clonePostgres());
    const insert = (name: string) =>
      sql`insert into tags (name, color) values (${name}, '#000000')`.execute(db);
    await insert('a');
    await insert('b');
    await db.connection().execute(async (one) => {
      const settings = async () =>
        (
          await sql`select current_setting('statement_timeout') as statement,
            current_setting('lock_timeout') as lock`.execute(one)
        ).rows;
      const before = await settings();
      await expect(createIndexConcurrently(one, index)).rejects.toThrow('could not create');
      const { rows: left } = await sql`
        select indisvalid as valid from pg_index where indexrelid = 'colours'::regclass
      `.execute(one);
      expect(left).toEqual([{ valid: false }]);
      await sql`delete from tags where name = 'b'`.execute(one);
      await createIndexConcurrently(one, index);
      const oid = () =>
        sql`select 'colours'::regclass::oid as oid, indisvalid as valid from pg_index
        where indexrelid = 'colours'::regclass`.execute(one);
      const { rows: built } = await oid();
      expect(built).toMatchObject([{ valid: true }]);
      await createIndexConcurrently(one, index);
      expect((await oid()).rows).toEqual(built);
      expect(await settings()).toEqual(before);
    });
  });
});
