import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { concurrentIndexes } from '../../db/concurrent-indexes.ts';
import { openDatabase } from '../../db/connection/database.ts';
import { readFunctionFiles, stepsOf } from '../../db/function-files.ts';
import { migrate, pendingMigrations } from '../../db/migrate.ts';
import { cloneDatabase, withoutTrace } from '../database.ts';

const clone = await cloneDatabase();
const { db, close } = await openDatabase(clone.location, () => undefined);
afterAll(async () => {
  await close();
  await clone.drop();
});

const last = '20261128000002_outbox_without_guard';
const ofPreviousRelease = '20261127070001_streak_weeks';

describe('pending', () => {
  it('are the migrations and functions of this version that the database lacks', async () => {
    expect(await pendingMigrations(db)).toEqual([]);
    await withoutTrace(db, async (tx) => {
      await sql`insert into kysely_migration values ('29991231000000_of_a_newer_version', 'now')`.execute(
        tx,
      );
      expect(await pendingMigrations(tx)).toEqual([]);
      await sql`delete from kysely_migration where name = ${last}`.execute(tx);
      await sql`delete from kysely_migration_functions where name = 'tags'`.execute(tx);
      expect(await pendingMigrations(tx)).toEqual([last, 'functions/tags']);
      await sql`set local search_path to pg_catalog`.execute(tx);
      expect(await pendingMigrations(tx)).toEqual(
        expect.arrayContaining([last, 'functions/audit', 'functions/tags']),
      );
    });
    expect(await migrate(db)).toEqual([]);
  });
});

describe('a file of functions', () => {
  const bodyOf = async () => {
    const { rows } = await sql<{ body: string }>`
      select prosrc as body from pg_proc where proname = 'make_default_tag'
    `.execute(db);
    return rows[0]?.body;
  };
  /** As if another version of this file had been applied. */
  const pretend = async (version: number) => {
    await sql`
      create or replace function make_default_tag(tag_id integer) returns void
      language plpgsql as 'begin end'
    `.execute(db);
    await sql`
      update kysely_migration_functions set version = ${version}, sha256 = 'another'
      where name = 'tags'
    `.execute(db);
  };

  it('is applied over an older version, and never over a newer one', async () => {
    const { version } = (await readFunctionFiles()).find(({ name }) => name === 'tags') ?? {};
    const body = await bodyOf();
    await pretend((version ?? 0) + 1);
    expect([await pendingMigrations(db), await migrate(db)]).toEqual([[], []]);
    expect(await bodyOf()).toBe('begin end');
    await pretend((version ?? 0) - 1);
    expect(await migrate(db)).toEqual(['functions/tags']);
    expect(await bodyOf()).toBe(body);
    expect(await pendingMigrations(db)).toEqual([]);
  });

  it('locks one table a step at most', async () => {
    for (const file of await readFunctionFiles()) {
      const [functions, ...triggers] = stepsOf(file);
      expect(functions).not.toMatch(/^(create|drop|alter) (or replace )?(trigger|table|index)/m);
      for (const trigger of triggers) expect(trigger.match(/;/g)).toHaveLength(1);
    }
  });
});

it('refuses a database that is older than the previous release, and names that release', async () => {
  const removed = sql`delete from kysely_migration where name in (${ofPreviousRelease}, ${last})`;
  await withoutTrace(db, async (tx) => {
    await removed.execute(tx);
    await expect(migrate(tx)).rejects.toThrow(
      `start the version whose last migration is ${ofPreviousRelease} (commit bf22344c) first, then this one`,
    );
  });
});

describe('a migration that builds indexes concurrently', () => {
  it('holds nothing else, and skips what is there', () => {
    const index = (name: string) =>
      `create index concurrently if not exists ${name} on tags (color)`;
    expect(concurrentIndexes(`-- Why.\n${index('a')};\n\n${index('b')};\n`)).toEqual([
      { name: 'a', statement: index('a') },
      { name: 'b', statement: index('b') },
    ]);
    expect(concurrentIndexes('create index on tags (color);')).toEqual([]);
    for (const other of [
      'alter table tags add x text;',
      'create index concurrently c on tags (color);',
    ]) {
      expect(() => concurrentIndexes(`${index('a')};\n${other}`)).toThrow('built concurrently');
    }
  });
});
