import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';

const clock = { now: new Date('2026-03-10T15:00:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
beforeEach(() => {
  clock.now = new Date('2026-03-10T15:00:00Z');
});
const internal = await app.trpc();

const reader = () => `${crypto.randomUUID()}@exemplo.com.br`;
const streakOf = (email: string) => internal.streaks.get.query({ email });
const refused = { data: { errorCode: 'invalid-request' } };

describe('streaks.recordReading', () => {
  it('credits the day in São Paulo of a moment, by default now, whatever the case of the e-mail', async () => {
    const email = reader();
    clock.now = new Date('2026-03-10T02:59:59.999Z');
    await internal.streaks.recordReading.mutate({ email: email.toUpperCase() });
    expect(await streakOf(email)).toMatchObject({
      lastInteractionAt: '2026-03-10T02:59:59.999Z',
      days: ['2026-03-09'],
    });
    clock.now = new Date('2026-03-10T03:00:00Z');
    const streaks = await internal.streaks.recordReading.mutate({ email });
    expect(streaks).toEqual({ currentStreak: 2, maxStreak: 2 });
    const { items } = await internal.audit.list.query({ target: `streak:${email}` });
    expect(items[1]).toMatchObject({
      action: 'streaks.recordReading',
      changes: [{ field: 'day', after: '2026-03-09' }],
    });
  });

  it('takes a civil day as its noon, or as now before noon', async () => {
    const email = reader();
    await internal.streaks.recordReading.mutate({ email, at: '2026-03-08' });
    expect(await streakOf(email)).toMatchObject({ lastInteractionAt: '2026-03-08T15:00:00.000Z' });
    clock.now = new Date('2026-03-10T10:00:00Z');
    await internal.streaks.recordReading.mutate({ email, at: '2026-03-10' });
    expect(await streakOf(email)).toMatchObject({ lastInteractionAt: '2026-03-10T10:00:00.000Z' });
  });

  it('refuses a day that has not begun in São Paulo, and a moment more than five minutes ahead', async () => {
    const email = reader();
    clock.now = new Date('2026-03-11T02:59:59.999Z');
    const at = (moment: string) => internal.streaks.recordReading.mutate({ email, at: moment });
    await expect(at('2026-03-11')).rejects.toMatchObject(refused);
    const ahead = (ms: number) => at(new Date(clock.now.getTime() + ms).toISOString());
    await expect(ahead(300_001)).rejects.toMatchObject(refused);
    await expect(ahead(300_000)).resolves.toMatchObject({ currentStreak: 1 });
  });

  it('refuses readings before 1900', async () => {
    const email = reader();
    await internal.streaks.recordReading.mutate({ email, at: '1900-01-01T12:00:00Z' });
    await expect(
      internal.streaks.recordReading.mutate({ email, at: '1899-12-31T12:00:00Z' }),
    ).rejects.toMatchObject(refused);
  });
});

describe('streaks.importReadings', () => {
  it('credits moments and days, several of one reader, and nothing when repeated', async () => {
    const email = reader();
    const readings = [
      { email, at: '2026-03-08' },
      { email: email.toUpperCase(), at: '2026-03-07T23:30:00-03:00' },
      { email, at: '2026-03-10' },
      { email, at: '2026-03-08' },
    ];
    for (const _time of [1, 2]) {
      expect(await internal.streaks.importReadings.mutate({ readings })).toEqual({
        credited: 4,
        readers: 1,
        refused: [],
      });
      expect(await streakOf(email)).toMatchObject({
        days: ['2026-03-07', '2026-03-08', '2026-03-10'],
      });
    }
  });

  it('returns the indexes of readings in the future; the audit trail has the counts alone', async () => {
    const [email, other] = [reader(), reader()];
    const readings = [
      { email, at: '2026-03-11' },
      { email, at: '2026-03-09' },
      { email: other, at: '2026-03-09' },
      { email, at: '2026-03-10T15:06:00Z' },
    ];
    expect(await internal.streaks.importReadings.mutate({ readings })).toEqual({
      credited: 2,
      readers: 2,
      refused: [0, 3],
    });
    const acts = async () =>
      (await internal.audit.list.query({ target: 'streak:import', limit: 1 })).items;
    const [act] = await acts();
    expect(act?.changes).toEqual([
      { field: 'credited', after: 2 },
      { field: 'readers', after: 2 },
    ]);
    await internal.streaks.importReadings.mutate({ readings: readings.slice(0, 1) });
    expect(await acts()).toEqual([act]);
  });
});
