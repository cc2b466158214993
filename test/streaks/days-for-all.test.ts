import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { isDayGivenAhead, updateUndone, upsertDayForAll } from '../../db/streaks/days-for-all.ts';
import { addDays } from '../../server/core/civil-time.ts';
import { inTransaction } from '../../server/core/context.ts';
import { finishDays } from '../../server/streaks/days-for-all.ts';
import { startApp } from '../harness.ts';
import { openReaders } from './streak-fixtures.ts';

const today = '2026-05-13';
const clock = { now: new Date(`${today}T15:00:00Z`) };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
beforeEach(() => {
  clock.now = new Date(`${today}T15:00:00Z`);
});
const { internal, read } = await openReaders(app);
const { db } = app.service.contextFor('test');
const domain = 'exemplo.com.br';
await read(`ana@${domain}`, today);
await read(`davi@${domain}`, ...Array.from({ length: 40 }, (_, n) => addDays(today, -2 - n)));

describe('streaks.addDayForAll', () => {
  it('counts who lost a day, and credits it once the total is repeated', async () => {
    const day = '2026-05-12';
    const lost = { day, reason: 'o envio falhou' };
    const counted = { dryRun: true, id: null, readers: 1, total: 1 };
    expect(await internal.streaks.addDayForAll.mutate(lost)).toMatchObject(counted);
    expect(await internal.streaks.addDayForAll.mutate({ ...lost, dryRun: false })).toMatchObject(
      counted,
    );
    await expect(
      internal.streaks.addDayForAll.mutate({ ...lost, expected: 2 }),
    ).rejects.toMatchObject({ data: { errorCode: 'bulk-outdated', state: '1' } });
    expect(await internal.streaks.addDayForAll.mutate({ ...lost, expected: 1 })).toMatchObject({
      id: expect.any(Number),
      readers: 1,
      dryRun: false,
    });
    const davi = await internal.streaks.reader.query({ email: `davi@${domain}` });
    expect(davi).toMatchObject({ currentStreak: 41, status: 'at-risk' });
    expect(davi.days.at(-1)).toEqual({ day, origin: 'administrator', reason: lost.reason });
    expect(await internal.streaks.addDayForAll.mutate(lost)).toMatchObject({ total: 0 });
  });

  it('credits it to more readers than one batch has, at noon of that day', async () => {
    const emails = Array.from({ length: 1_001 }, (_, n) => `muitos${n}@${domain}`);
    const readings = emails.map((email) => ({ email, at: '2026-04-19' }));
    await internal.streaks.importReadings.mutate({ readings });
    const lost = { day: '2026-04-20', reason: 'x', expected: 1_001 };
    const credited = await internal.streaks.addDayForAll.mutate(lost);
    expect(credited).toMatchObject({ dryRun: false, total: 1_001 });
    const streaks = await db
      .selectFrom('streaks')
      .select(['current_streak', 'last_interaction_at'])
      .where('email', 'like', 'muitos%')
      .execute();
    const noon = new Date('2026-04-20T15:00:00Z');
    expect(new Set(streaks.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ current_streak: 2, last_interaction_at: noon })]),
    );
    const target = `day-for-all:${credited.id}`;
    const { items } = await internal.audit.list.query({ target });
    expect(items).toHaveLength(1);
    const undone = { id: credited.id ?? 0, expected: 1_001 };
    expect(await internal.streaks.dayForAll.undo.mutate(undone)).toMatchObject({ total: 1_001 });
    const [left] = await db
      .selectFrom('streaks')
      .select((eb) => eb.fn.max('current_streak').as('longest'))
      .where('email', 'like', 'muitos%')
      .execute();
    expect(left).toEqual({ longest: 1 });
  });

  it('refuses days too far ahead, and days before anybody read', async () => {
    for (const day of [addDays(today, 31), '1999-01-01', '2026-04-02']) {
      await expect(
        internal.streaks.addDayForAll.mutate({ day, reason: 'x' }),
      ).rejects.toMatchObject({ data: { errorCode: 'day-out-of-range' } });
    }
  });

  it('gives a day ahead once it ends, and the next one to those who have it', async () => {
    const email = `feriado@${domain}`;
    await read(email, today);
    const ahead = [1, 2].map((days) => addDays(today, days));
    for (const day of ahead) {
      const given = { day, reason: 'feriado', expected: 0 };
      expect(await internal.streaks.addDayForAll.mutate(given)).toMatchObject({ readers: 0 });
      expect(await isDayGivenAhead(db, day)).toBe(true);
    }
    const streakAt = async (moment: string) => {
      clock.now = new Date(moment);
      await internal.jobs.run.mutate({ name: 'give-days' });
      return (await internal.streaks.get.query({ email })).currentStreak;
    };
    for (const n of [1, 2]) {
      const nextDay = addDays(today, n + 1);
      expect(await streakAt(`${nextDay}T02:59:00Z`)).toBe(n);
      expect(await internal.streaks.reader.query({ email })).toMatchObject({ todayGiven: true });
      expect(await streakAt(`${nextDay}T03:00:05Z`)).toBe(n + 1);
    }
  });
});

describe('streaks.dayForAll', () => {
  const give = async (day: string) => {
    const given = { day, reason: 'o envio falhou' };
    const { total } = await internal.streaks.addDayForAll.mutate(given);
    const { id } = await internal.streaks.addDayForAll.mutate({ ...given, expected: total });
    return { id: id ?? 0, total };
  };

  it('is counted before it is undone, without those who read on that day', async () => {
    const [eva, ivo] = [`eva@${domain}`, `ivo@${domain}`];
    await read(eva, '2026-03-01');
    await read(ivo, '2026-03-01');
    const { id } = await give('2026-03-02');
    await read(ivo, '2026-03-02');
    expect(await internal.streaks.dayForAll.undo.mutate({ id })).toMatchObject({
      dryRun: true,
      total: 1,
    });
    await expect(internal.streaks.dayForAll.undo.mutate({ id, expected: 2 })).rejects.toMatchObject(
      { data: { errorCode: 'bulk-outdated', state: '1' } },
    );
    await internal.streaks.dayForAll.undo.mutate({ id, expected: 1 });
    expect(await internal.streaks.get.query({ email: eva })).toMatchObject({
      days: ['2026-03-01'],
      lastInteractionAt: '2026-03-01T15:00:00.000Z',
    });
    expect((await internal.streaks.get.query({ email: ivo })).currentStreak).toBe(2);
    expect(await internal.streaks.dayForAll.undo.mutate({ id, expected: 0 })).toMatchObject({
      total: 0,
    });
  });

  it('is listed page by page, newest first, with its readers', async () => {
    await read(`lia@${domain}`, '2026-02-01');
    const { id, total } = await give('2026-02-02');
    const { id: later } = await give(addDays(today, 9));
    await internal.streaks.dayForAll.undo.mutate({ id: later, expected: 0 });
    const first = await internal.streaks.dayForAll.list.query({ limit: 1 });
    expect(first.items).toMatchObject([{ id: later, undoneAt: clock.now.toISOString() }]);
    const cursor = first.nextCursor ?? '';
    expect(await internal.streaks.dayForAll.list.query({ cursor, limit: 1 })).toMatchObject({
      items: [{ id, day: '2026-02-02', reason: 'o envio falhou', readers: total, undoneAt: null }],
    });
    expect(await isDayGivenAhead(db, addDays(today, 9))).toBe(false);
  });

  it('is finished by the next call or job if a crash interrupts it', async () => {
    const email = `rui@${domain}`;
    await read(email, '2026-01-10');
    const ctx = app.service.contextFor('test');
    const day = { day: '2026-01-11', reason: 'x', at: clock.now };
    const id = await inTransaction(ctx, (tx) => upsertDayForAll(tx.db, day));
    await finishDays(ctx);
    expect((await internal.streaks.get.query({ email })).currentStreak).toBe(2);
    await inTransaction(ctx, (tx) => updateUndone(tx.db, id, clock.now));
    await finishDays(ctx);
    expect((await internal.streaks.get.query({ email })).currentStreak).toBe(1);
  });

  it('cannot be undone if nobody gave it', async () => {
    await expect(
      internal.streaks.dayForAll.undo.mutate({ id: 2_000_000_000 }),
    ).rejects.toMatchObject({ data: { errorCode: 'day-for-all-not-found' } });
  });
});
