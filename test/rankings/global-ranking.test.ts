import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { GlobalRanking } from '../../contract/index.ts';
import { refreshGlobalRanking } from '../../server/rankings/global-ranking.ts';
import { stubDatabase } from '../db/stub-database.ts';
import { startApp } from '../harness.ts';

let now = new Date('2026-03-10T15:00:00Z');
const app = await startApp({}, { now: () => now });
afterAll(() => app.close());
const internal = await app.trpc();
const ctx = app.service.contextFor('test');
beforeEach(async () => {
  now = new Date('2026-03-10T15:00:00Z');
  await sql`truncate streaks, streak_counts, streak_totals, streak_blocks, streak_longest_blocks, streak_count_deltas`.execute(
    ctx.db,
  );
  await ctx.cache.streaks.clear();
});

const ranking = async () => {
  const response = await app.anonymous.getGlobalRanking();
  expect(response.status).toBe(200);
  if (response.status !== 200) throw new Error('unreachable');
  return GlobalRanking.strict().parse(response.body.data);
};

/** Credits so many days to a reader, the last one being the civil day of the moment. */
const read = async (email: string, last: string, days: number) => {
  const readings = Array.from({ length: days }, (_, ago) => ({
    email,
    at: new Date(Date.parse(last) - ago * 86_400_000).toISOString(),
  }));
  await internal.streaks.importReadings.mutate({ readings });
};

const people = (data: GlobalRanking) => data.ranking.map((entry) => entry.email.slice(0, 2));

describe('GET /streaks/ranking/global', () => {
  it('is public and lists readers with names, masked e-mails and streaks', async () => {
    await internal.accounts.upsert.mutate({
      email: 'maria@exemplo.com.br',
      name: 'Maria "M" Souza',
    });
    await read('maria@exemplo.com.br', '2026-03-01T12:00:00Z', 4);
    await read('maria@exemplo.com.br', '2026-03-10T02:59:59.999Z', 2);
    await read('x@exemplo.com.br', '2026-03-10T14:30:00Z', 1);
    expect((await ranking()).ranking).toEqual([
      {
        position: 1,
        displayName: 'Maria "M" Souza',
        email: 'ma***@exemplo.com.br',
        currentStreak: 2,
        maxStreak: 4,
        lastInteractionDate: '09/03/2026 23:59:59',
      },
      {
        position: 2,
        displayName: 'Leitor Anônimo',
        email: 'x***@exemplo.com.br',
        currentStreak: 1,
        maxStreak: 1,
        lastInteractionDate: '10/03/2026 11:30:00',
      },
    ]);
  });

  it('orders by current streak, then longest streak, then the reader who joined first', async () => {
    await read('a1@x.com', '2026-03-10T12:00:00Z', 2);
    await read('b1@x.com', '2026-01-10T12:00:00Z', 3);
    await read('b1@x.com', '2026-03-10T12:00:00Z', 2);
    await internal.accounts.upsert.mutate({ email: 'd1@x.com', name: 'Dora' });
    await read('c1@x.com', '2026-03-10T12:00:00Z', 2);
    await read('d1@x.com', '2026-03-10T12:00:00Z', 2);
    await read('e1@x.com', '2026-03-09T12:00:00Z', 3);
    expect(people(await ranking())).toEqual(['e1', 'b1', 'a1', 'd1', 'c1']);
  });

  it('lists activity of the last seven days to the millisecond, whatever the length of streaks', async () => {
    await read('in@x.com', '2026-03-03T15:00:00.000Z', 40);
    await read('ou@x.com', '2026-03-03T14:59:59.999Z', 90);
    await read('ne@x.com', '2026-03-10T14:59:59.999Z', 1);
    expect(people(await ranking())).toEqual(['in', 'ne']);
    now = new Date('2026-03-10T15:00:00.001Z');
    await internal.streaks.refreshGlobalRanking.mutate();
    expect(people(await ranking())).toEqual(['ne']);
  });

  it('lists a hundred at most, the best of all quarters of a day', async () => {
    await sql`
      insert into streaks (email, read_days, last_interaction_at, since)
      select lpad(days::text, 3, '0') || '@x.com', datemultirange(daterange(last - days + 1, last + 1)), at, now()
      from generate_series(0, 27) quarter, generate_series(0, 8) nth,
        lateral (select 1 + (quarter * 9 + nth) * 37 % 252 as days,
          timestamptz '2026-03-10T14:00:00Z' - quarter * interval '6 hours' as at) each,
        lateral (select (at at time zone 'America/Sao_Paulo')::date as last) day`.execute(ctx.db);
    const { ranking: entries } = await ranking();
    expect(entries.map((entry) => entry.position)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
    expect(entries.map((entry) => entry.currentStreak)).toEqual(
      Array.from({ length: 100 }, (_, index) => 252 - index),
    );
  });

  it('lists readers of earlier days among a hundred of today with equal streaks', async () => {
    const at = (since: string, email: string, active: string) =>
      sql`
      insert into streaks (email, read_days, last_interaction_at, since)
      values (${email}, datemultirange(daterange('2026-03-10', '2026-03-11')), ${active}, ${since})
    `.execute(ctx.db);
    const today = '2026-03-10T14:30:00Z';
    for (let n = 0; n < 99; n += 1) {
      await at(new Date(Date.UTC(2025, 0, 1 + n)).toISOString(), `m${n}@x.com`, today);
    }
    await at('2025-06-01', 'zz@x.com', today);
    // Joined when the hundredth did; comes first by the e-mail.
    await at('2025-06-01', 'zy@x.com', '2026-03-05T12:00:00Z');
    const last = async () => {
      const { ranking } = await internal.streaks.refreshGlobalRanking.mutate();
      return ranking.slice(-2).map(({ email }) => email.slice(0, 2));
    };
    expect(await last()).toEqual(['m9', 'zy']);
    await at('2025-04-20', 'ea@x.com', '2026-03-05T12:00:00Z');
    expect(await last()).toEqual(['m9', 'ea']);
    const hidden = await app.client({ email: 'oc@x.com' });
    await hidden.updateMyStreakProfile({ body: { rankingVisibility: 'hidden' } });
    await at('2020-01-01', 'oc@x.com', '2026-03-05T12:00:00Z');
    expect(await last()).toEqual(['m9', 'ea']);
  });

  it('is built without names if they are locked, for a minute, and fails on any other error', async () => {
    const outcomes: unknown[] = [];
    for (const code of ['55P03', '57014', '08006']) {
      const db = stubDatabase(async ({ sql: text }) => {
        if (text.includes('accounts')) throw Object.assign(new Error('failed'), { code });
        return { rows: [] };
      });
      const made = refreshGlobalRanking({ ...ctx, db });
      outcomes.push(await made.then((built) => built.cacheInfo.ttl).catch((error) => error.code));
    }
    expect(outcomes).toEqual([60, '57014', '08006']);
    expect(app.logs).toContainEqual(
      expect.objectContaining({ level: 40, msg: 'building the global ranking without names' }),
    );
  });
});

describe('the cache of the global ranking', () => {
  it('expires at 05:00 in São Paulo and reports the seconds until then', async () => {
    now = new Date('2026-03-10T07:59:00.000Z');
    await read('a1@x.com', '2026-03-10T03:00:00Z', 1);
    expect((await ranking()).cacheInfo).toEqual({ cached: false, ttl: 60 });

    now = new Date('2026-03-10T07:59:59.000Z');
    await read('b1@x.com', '2026-03-10T03:00:00Z', 2);
    const before = await ranking();
    expect(before.cacheInfo).toEqual({ cached: true, ttl: 1 });
    expect(before.lastUpdated).toBe('2026-03-10T07:59:00.000Z');
    expect(people(before)).toEqual(['a1']);

    now = new Date('2026-03-10T08:00:00.000Z');
    const after = await ranking();
    expect(after.cacheInfo).toEqual({ cached: false, ttl: 86_400 });
    expect(after.lastUpdated).toBe('2026-03-10T08:00:00.000Z');
    expect(people(after)).toEqual(['b1', 'a1']);

    now = new Date('2026-03-10T08:00:01.000Z');
    expect((await ranking()).cacheInfo).toEqual({ cached: true, ttl: 86_399 });
  });

  it('is filled by a job at 05:00', async () => {
    await ranking();
    now = new Date('2026-03-11T08:00:00.000Z');
    await app.service.jobs.tick(now);
    now = new Date('2026-03-11T08:00:02.500Z');
    const { cacheInfo, lastUpdated } = await ranking();
    expect(cacheInfo).toEqual({ cached: true, ttl: 86_398 });
    expect(lastUpdated).toBe('2026-03-11T08:00:00.000Z');
  });

  it('is rebuilt on demand by an administrator', async () => {
    await ranking();
    await read('a1@x.com', '2026-03-10T12:00:00Z', 1);
    expect((await ranking()).ranking).toEqual([]);
    const made = await internal.streaks.refreshGlobalRanking.mutate();
    expect(made.cacheInfo.cached).toBe(false);
    expect(people(made)).toEqual(['a1']);
    expect(await internal.streaks.globalRanking.query()).toEqual({
      ...made,
      cacheInfo: { cached: true, ttl: 61_200 },
    });
  });
});
