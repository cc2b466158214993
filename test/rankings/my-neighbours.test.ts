import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { foldStreakCounts } from '../../db/rankings/places.ts';
import { startApp } from '../harness.ts';

const clock = { now: new Date('2026-03-10T15:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const { db } = app.service.contextFor('test');
const internal = await app.trpc();
const counts = ['streak_counts', 'streak_totals', 'streak_blocks', 'streak_longest_blocks'];
beforeEach(async () => {
  clock.now = new Date('2026-03-10T15:00:00Z');
  await sql`truncate streaks, streak_counts, streak_totals, streak_blocks, streak_longest_blocks, streak_count_deltas`.execute(
    db,
  );
});

const myRanking = async (email: string, query: { around?: string } = {}) => {
  const { status, body } = await (await app.client({ email })).getMyRanking({ query });
  if (status !== 200) throw new Error(`status ${status}`);
  return body.data;
};

/** A reader whose last days are a run of `current`, and who once had one of `max`. */
const aReader = async (email: string, current: number, max: number, at: Date | string) => {
  await sql`
    insert into streaks (email, read_days, last_interaction_at, since)
    values (${email}, datemultirange(
      daterange('2026-03-11'::date - ${current}::integer, '2026-03-11'),
      daterange('2020-01-01', '2020-01-01'::date + ${max}::integer)
    ), ${at}, '2026-01-01')
  `.execute(db);
};

describe('GET /streaks/me/ranking', () => {
  it('shows five neighbours on each side as the public ranking does, and the caller by name', async () => {
    const names = ['aa', 'ab', 'ac', 'ad', 'ae', 'af', 'eu', 'fa', 'fb', 'fc', 'fd', 'fe', 'ff'];
    for (const [index, name] of names.entries()) {
      await aReader(`${name}@vizinhos.com`, 20 - index, 20, clock.now);
    }
    const clientOf = (name: string) => app.client({ email: `${name}@vizinhos.com`, name: 'Conta' });
    for (const name of ['af', 'fa', 'eu']) {
      const body = { rankingVisibility: 'anonymous' as const };
      await (await clientOf(name)).updateMyStreakProfile({ body });
    }
    for (const name of ['ae', 'fb', 'eu']) {
      await (await clientOf(name)).updateMyStreakProfile({ body: { displayName: 'Nome' } });
    }
    await (await clientOf('fc')).getMyStreak();
    const { position, of, entries } = await myRanking('eu@vizinhos.com');
    expect([position, of]).toEqual([7, 13]);
    expect(entries.map((entry) => [entry.position, entry.displayName, entry.email])).toEqual([
      [2, 'Leitor Anônimo', 'ab***@vizinhos.com'],
      [3, 'Leitor Anônimo', 'ac***@vizinhos.com'],
      [4, 'Leitor Anônimo', 'ad***@vizinhos.com'],
      [5, 'Nome', 'ae***@vizinhos.com'],
      [6, 'Leitor Anônimo', '***@***'],
      [7, 'Nome', 'eu***@vizinhos.com'],
      [8, 'Leitor Anônimo', '***@***'],
      [9, 'Nome', 'fb***@vizinhos.com'],
      [10, 'Conta', 'fc***@vizinhos.com'],
      [11, 'Leitor Anônimo', 'fd***@vizinhos.com'],
      [12, 'Leitor Anônimo', 'fe***@vizinhos.com'],
    ]);
    const body = { rankingVisibility: 'hidden' as const };
    for (const name of ['ae', 'fb']) await (await clientOf(name)).updateMyStreakProfile({ body });
    const left = await myRanking('eu@vizinhos.com');
    expect([left.position, left.of]).toEqual([6, 11]);
    expect([left.entries[0]?.email, left.entries.at(-1)?.email]).toEqual([
      'aa***@vizinhos.com',
      'ff***@vizinhos.com',
    ]);
  });

  it('has no place before the first, and counts whom it shows, while the counts lag behind', async () => {
    await aReader('az@x.com', 4, 4, clock.now);
    await aReader('eu@x.com', 3, 3, clock.now);
    await sql`truncate streak_count_deltas`.execute(db);
    const { position, of, entries } = await myRanking('eu@x.com');
    expect([position, of, entries.map((entry) => entry.position)]).toEqual([1, 2, [1, 1]]);
  });

  it('is exact to the millisecond for the caller', async () => {
    await aReader('eu@x.com', 3, 3, '2026-03-03T15:00:00Z');
    expect((await myRanking('eu@x.com')).position).toBe(1);
    clock.now = new Date('2026-03-10T15:00:00.001Z');
    expect((await myRanking('eu@x.com')).position).toBeNull();
  });

  it('is the same after the jobs that fold and remove counts', async () => {
    await aReader('va@x.com', 70, 90, '2026-02-20T12:00:00Z');
    await foldStreakCounts(db, new Date('2026-02-20T12:00:00Z'));
    // In the first and the last quarter of the window.
    await aReader('vb@x.com', 71, 91, '2026-03-03T15:00:00Z');
    await aReader('eu@x.com', 5, 5, clock.now);
    // One who is counted and then gone.
    await aReader('vc@x.com', 72, 92, clock.now);
    await foldStreakCounts(db, clock.now);
    await db.deleteFrom('streaks').where('email', '=', 'vc@x.com').execute();
    for (const name of ['fold-streak-counts', 'prune-streak-counts']) {
      await internal.jobs.run.mutate({ name });
    }
    const { rows } = await sql`select from streak_count_deltas`.execute(db);
    expect(rows).toEqual([]);
    for (const table of counts) {
      const stored = await sql`select from ${sql.table(table)}`.execute(db);
      expect([table, stored.rows.length]).toEqual([table, 2]);
    }
    expect(await myRanking('eu@x.com')).toMatchObject({ position: 2, of: 2 });
  });
});
