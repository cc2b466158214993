import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { countMissingWeek, listReaderWeeks } from '../../db/streaks/weeks.ts';
import { addDays, civilDayOf, mondayOf } from '../../server/core/civil-time.ts';
import { startApp } from '../harness.ts';
import { naiveStreaks } from './naive-streaks.ts';

const clock = { now: new Date('2026-03-10T12:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const admin = await app.trpc({ role: 'admin' });
const agent = await app.trpc({ role: 'agent' });

const { db } = app.service.contextFor('test');
const weeks = { from: '2026-01-05', to: '2026-03-30' };
const steps = [0, 1, 2, 7, 14, 30, 60, 100, 200, 365];

/** The overview, counted from all readers' days. */
const naiveOverview = (readers: ReadonlyMap<string, ReadonlySet<string>>, days: number) => {
  const today = civilDayOf(clock.now);
  const yesterday = addDays(today, -1);
  const all = [...readers.values()].filter(({ size }) => size > 0);
  const readOn = (day: string) => all.filter((read) => read.has(day)).length;
  const streaks = all.map((read) =>
    read.has(today) || read.has(yesterday) ? naiveStreaks(read).currentStreak : 0,
  );
  return {
    readers: all.length,
    readToday: readOn(today),
    atRisk: all.filter((read) => read.has(yesterday) && !read.has(today)).length,
    reminders: 0,
    todayGiven: false,
    perDay: Array.from({ length: days }, (_, n) => {
      const day = addDays(today, n + 1 - days);
      return { day, readers: readOn(day) };
    }),
    distribution: steps.map((from, n) => {
      const next = steps[n + 1] ?? Number.POSITIVE_INFINITY;
      const count = streaks.filter((streak) => streak >= from && streak < next).length;
      return { from, to: Number.isFinite(next) ? next - 1 : null, readers: count };
    }),
  };
};

/** Who read in each week, by the week of their first day, counted from all readers' days. */
const naiveWeeks = (readers: ReadonlyMap<string, ReadonlySet<string>>) => {
  const counts = new Map<string, number>();
  for (const days of readers.values()) {
    const [first = ''] = [...days].sort();
    for (const week of new Set([...days].map(mondayOf))) {
      const key = `${week} ${mondayOf(first)}`;
      if (week >= weeks.from) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return new Map([...counts].sort());
};

/** Numbers that look random and are the same in every run. */
const dice = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

describe('streaks.overview', () => {
  it('equals a count of all readers after any change, folded or not', async () => {
    const readers = new Map<string, Set<string>>();
    const daysOf = (email: string) => {
      const days = readers.get(email) ?? new Set();
      readers.set(email, days);
      return days;
    };
    const roll = dice(7);
    const emails = Array.from({ length: 12 }, (_, n) => `leitor${n}@exemplo.com.br`);
    const anyone = () => emails[roll(emails.length)] ?? '';
    const check = async (lengths = [30]) => {
      for (const days of lengths) {
        expect(await agent.streaks.overview.query({ days })).toEqual(naiveOverview(readers, days));
      }
      const counted = (await listReaderWeeks(db, weeks))
        .filter((row) => row.readers !== 0)
        .map((row) => [`${row.week} ${row.firstWeek}`, row.readers] as const);
      expect(new Map(counted.sort())).toEqual(naiveWeeks(readers));
    };
    const countOne = () => db.transaction().execute((tx) => countMissingWeek(tx, weeks));
    while (await countOne());
    await check();
    for (let step = 0; step < 25; step += 1) {
      const today = civilDayOf(clock.now);
      const email = anyone();
      const act = roll(10);
      if (act < 4) {
        await admin.streaks.recordReading.mutate({ email });
        daysOf(email).add(today);
      } else if (act < 7) {
        const first = addDays(today, -roll(70));
        const imported = Array.from({ length: 1 + roll(25) }, (_, n) => addDays(first, n));
        const past = imported.filter((day) => day <= today);
        const other = anyone();
        const readings = [email, other].flatMap((reader) =>
          past.map((at) => ({ email: reader, at })),
        );
        await admin.streaks.importReadings.mutate({ readings });
        for (const reader of [email, other]) for (const day of past) daysOf(reader).add(day);
      } else if (act === 7) {
        const [day] = [...daysOf(email)].slice(roll(3));
        if (day) {
          await admin.streaks.removeDay.mutate({ email, day, reason: 'engano' });
          daysOf(email).delete(day);
        }
      } else if (act === 8) {
        clock.now = new Date(clock.now.getTime() + (6 + roll(30)) * 3_600_000);
      } else if (roll(2) === 0) {
        const { total } = await admin.people.erase.mutate({ email });
        await admin.people.erase.mutate({ email, dryRun: false, expected: total });
        readers.delete(email);
      } else {
        await admin.jobs.run.mutate({
          name: roll(2) === 0 ? 'fold-streak-counts' : 'prune-streak-counts',
        });
      }
      await check();
    }
    await sql`insert into streak_days values ('2001-01-01', 3, 1), ('2001-01-01', 0, 0)`.execute(
      db,
    );
    await admin.jobs.run.mutate({ name: 'fold-streak-counts' });
    await admin.jobs.run.mutate({ name: 'prune-streak-counts' });
    await check([1, 30, 90]);
    const left = await sql`
      select from streak_days where readers = 0 or (streak > 0 and day < ${addDays(civilDayOf(clock.now), -1)}::date)
    `.execute(db);
    expect(left.rows).toEqual([]);
    expect(naiveOverview(readers, 1).readers).toBeGreaterThan(3);
  });
});
