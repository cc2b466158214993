import { afterAll, describe, expect, it } from 'vitest';
import { addDays } from '../../server/core/civil-time.ts';
import { startApp } from '../harness.ts';
import { openReaders } from './streak-fixtures.ts';

const today = '2026-05-13';
const app = await startApp({}, { now: () => new Date(`${today}T15:00:00Z`) });
afterAll(() => app.close());
const { internal, read } = await openReaders(app);
const domain = 'exemplo.com.br';
await read(`ana@${domain}`, today);
await read(`davi@${domain}`, ...Array.from({ length: 40 }, (_, n) => addDays(today, -2 - n)));

describe('streaks.addDayForAll', () => {
  it('counts who lost a day, and credits it once the total is repeated', async () => {
    const day = '2026-05-12';
    const lost = { day, reason: 'o envio falhou' };
    const counted = { dryRun: true, total: 1, records: [{ kind: 'readers', count: 1 }] };
    expect(await internal.streaks.addDayForAll.mutate(lost)).toEqual(counted);
    expect(await internal.streaks.addDayForAll.mutate({ ...lost, dryRun: false })).toEqual(counted);
    await expect(
      internal.streaks.addDayForAll.mutate({ ...lost, expected: 2 }),
    ).rejects.toMatchObject({ data: { errorCode: 'bulk-outdated', state: '1' } });
    expect(await internal.streaks.addDayForAll.mutate({ ...lost, expected: 1 })).toEqual({
      ...counted,
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
    const { db } = app.service.contextFor('test');
    const streaks = await db
      .selectFrom('streaks')
      .select(['current_streak', 'last_interaction_at'])
      .where('email', 'like', 'muitos%')
      .execute();
    const noon = new Date('2026-04-20T15:00:00Z');
    expect(new Set(streaks.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ current_streak: 2, last_interaction_at: noon })]),
    );
    const { count } = await db
      .selectFrom('audit_log')
      .select((eb) => eb.fn.count<number>('target').distinct().as('count'))
      .where('target', 'like', 'streak:muitos%')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1_001);
  });

  it('refuses today, the future and days before anybody read', async () => {
    for (const day of [today, '2026-05-14', '1999-01-01', '2026-04-02']) {
      await expect(
        internal.streaks.addDayForAll.mutate({ day, reason: 'x' }),
      ).rejects.toMatchObject({ data: { errorCode: 'day-out-of-range' } });
    }
  });
});
