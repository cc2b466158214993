import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { foldStreakCounts } from '../../db/rankings/places.ts';
import { startApp } from '../harness.ts';

const now = new Date('2026-03-10T15:00:00Z');
const app = await startApp({}, { now: () => now });
afterAll(() => app.close());
const { db } = app.service.contextFor('test');
beforeEach(async () => {
  await sql`truncate streaks, streak_counts, streak_totals, streak_blocks, streak_longest_blocks, streak_count_deltas`.execute(
    db,
  );
});

const myRanking = async (email: string, around = 3) => {
  const client = await app.client({ email });
  const { status, body } = await client.getMyRanking({ query: { around: String(around) } });
  if (status !== 200) throw new Error(`status ${status}`);
  return body.data;
};

interface Row {
  email: string;
  current: number;
  max: number;
}

/** The ranking by a full sort, with the tolerance of the window: whole quarters of a day. */
const fullSort = async (): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select email, current_streak as current, max_streak as max from streaks
    where not hidden and last_interaction_at >= ${new Date('2026-03-03T14:00:00Z')}
    order by current_streak desc, max_streak desc, seniority desc, email
  `.execute(db);
  return rows;
};

describe('GET /streaks/me/ranking', () => {
  it('equals a full sort of streaks of any length, folded or not', async () => {
    const streak = fc.record({
      current: fc.constantFrom(1, 31, 32, 33, 63, 64, 65, 128),
      longer: fc.constantFrom(0, 1, 31, 32, 33, 64),
    });
    const streaks = fc.sample(streak, 60);
    for (const [n, { current, longer }] of streaks.entries()) {
      const at = new Date(now.getTime() - (n % 9) * 86_400_000);
      const day = at.toISOString().slice(0, 10);
      await sql`
        insert into streaks (email, read_days, last_interaction_at, since)
        values (${`longa${n}@exemplo.com.br`},
          datemultirange(
            daterange(${day}::date - ${current}::integer, ${day}::date),
            daterange('2020-01-01', '2020-01-01'::date + ${longer === 0 ? 0 : current + longer}::integer)
          ), ${at}, now())
      `.execute(db);
      if (n === 40) await foldStreakCounts(db, now);
    }
    const sorted = await fullSort();
    for (const [index, { email }] of sorted.entries()) {
      const { position, of, entries } = await myRanking(email, 1);
      expect([email, position, of]).toEqual([email, index + 1, sorted.length]);
      const around = sorted.slice(Math.max(0, index - 1), index + 2);
      expect(entries.map((entry) => [entry.currentStreak, entry.maxStreak])).toEqual(
        around.map((row) => [row.current, row.max]),
      );
    }
  });

  it('shares a place among equals beyond the 10 000th', async () => {
    // In steps: a statement may take ten seconds, on a busy machine too.
    for (let n = 1; n <= 13_010; n += 1_000) {
      await sql`
        insert into streaks (email, read_days, last_interaction_at, since)
        select 'l' || lpad(n::text, 6, '0') || '@x.com',
          datemultirange(daterange('2026-03-11'::date - case when n <= 9000 then 9 when n <= 11000 then 8 when n <= 12500 then 7 else 6 end, '2026-03-11')),
          '2026-03-10T12:00:00Z', '2020-01-01'::timestamptz + n * interval '1 second'
        from generate_series(${n}::integer, least(${n}::integer + 999, 13010)) n
      `.execute(db);
    }
    const placeOf = async (n: number) =>
      (await myRanking(`l${String(n).padStart(6, '0')}@x.com`)).position;
    expect(await placeOf(1)).toBe(1);
    expect(await placeOf(9_500)).toBe(9_500);
    expect(await placeOf(10_000)).toBe(10_000);
    for (const n of [10_001, 10_500, 11_000]) expect(await placeOf(n)).toBe(10_001);
    for (const n of [11_001, 12_500]) expect(await placeOf(n)).toBe(11_001);
    const shownAround = async (email: string) =>
      (await myRanking(email, 2)).entries.map((entry) => entry.position);
    expect(await shownAround('l010001@x.com')).toEqual([9_999, 10_000, 10_001, 10_001, 10_001]);
    expect(await shownAround('l011000@x.com')).toEqual([10_001, 10_001, 10_001, 11_001, 11_001]);
    expect(await shownAround('l012501@x.com')).toEqual([11_001, 11_001, 12_501, 12_501, 12_501]);
  });

  it('orders readers who are equal in everything as the public ranking does', async () => {
    // Nobody sees the first.
    const hidden = { ranking_visibility: 'hidden' as const, updated_at: now };
    await db
      .insertInto('reader_profiles')
      .values({ email: 'v0@empate.com.br', ...hidden })
      .execute();
    const letters = ['vc', 've', 'v0', 'va', 'vd', 'vb'];
    for (const letter of letters) {
      await sql`
        insert into streaks (email, read_days, last_interaction_at, since)
        values (${`${letter}@empate.com.br`}, datemultirange(daterange('2020-01-01', '2026-03-11')), ${now}, '2020-01-01')
      `.execute(db);
    }
    await (await app.trpc()).streaks.refreshGlobalRanking.mutate();
    const { body } = await app.anonymous.getGlobalRanking();
    const best = 'data' in body ? body.data.ranking.slice(0, 5) : [];
    expect(best.map(({ email }) => email.slice(0, 2))).toEqual(['va', 'vb', 'vc', 'vd', 've']);
    for (const [index, { email }] of best.entries()) {
      const me = await myRanking(`${email.slice(0, 2)}@empate.com.br`, 4);
      expect([me.position, me.of]).toEqual([index + 1, 5]);
      expect(me.entries.slice(0, 5)).toEqual(best);
    }
  });
});
