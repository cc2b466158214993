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

describe('streaks.recordReading', () => {
  it('uses the time of the reading, by default now', async () => {
    const email = reader();
    clock.now = new Date('2026-03-10T02:59:59.999Z');
    await internal.streaks.recordReading.mutate({ email });
    expect(await internal.streaks.get.query({ email })).toEqual({
      currentStreak: 1,
      maxStreak: 1,
      lastInteractionAt: '2026-03-10T02:59:59.999Z',
      days: ['2026-03-09'],
    });
    clock.now = new Date('2026-03-10T03:00:00Z');
    expect(await internal.streaks.recordReading.mutate({ email })).toEqual({
      currentStreak: 2,
      maxStreak: 2,
    });
  });

  it('does not move the last interaction back for a day credited late', async () => {
    const email = reader();
    await internal.streaks.recordReading.mutate({ email, at: '2026-03-10T12:00:00Z' });
    await internal.streaks.recordReading.mutate({ email, at: '2026-03-01T12:00:00Z' });
    expect(await internal.streaks.get.query({ email })).toEqual({
      currentStreak: 1,
      maxStreak: 1,
      lastInteractionAt: '2026-03-10T12:00:00.000Z',
      days: ['2026-03-01', '2026-03-10'],
    });
  });

  it('ignores the case of e-mails, and knows no streak of an unknown reader', async () => {
    const email = reader();
    await internal.streaks.recordReading.mutate({ email: email.toUpperCase() });
    expect(await internal.streaks.get.query({ email })).toMatchObject({ currentStreak: 1 });
    await expect(internal.streaks.get.query({ email: reader() })).rejects.toMatchObject({
      data: { errorCode: 'person-not-found' },
    });
  });

  it('takes a civil day as the import does: noon of that day, or now', async () => {
    const email = reader();
    await internal.streaks.recordReading.mutate({ email, at: '2026-03-08' });
    expect(await internal.streaks.get.query({ email })).toMatchObject({
      lastInteractionAt: '2026-03-08T15:00:00.000Z',
    });
  });

  it('takes no day that has not begun in São Paulo, alone or in a batch', async () => {
    const email = reader();
    clock.now = new Date('2026-03-11T02:59:59.999Z');
    const refused = { data: { errorCode: 'invalid-request' } };
    const tomorrow = { email, at: '2026-03-11' };
    await expect(internal.streaks.recordReading.mutate(tomorrow)).rejects.toMatchObject(refused);
    expect(await internal.streaks.importReadings.mutate({ readings: [tomorrow] })).toEqual({
      credited: 0,
      readers: 0,
      refused: [0],
    });
    // Noon of the present day is later than a morning.
    clock.now = new Date('2026-03-10T10:00:00Z');
    await internal.streaks.recordReading.mutate({ email, at: '2026-03-10' });
    expect(await internal.streaks.get.query({ email })).toMatchObject({
      lastInteractionAt: '2026-03-10T10:00:00.000Z',
    });
  });

  it('takes readings since 1900', async () => {
    const email = reader();
    await internal.streaks.recordReading.mutate({ email, at: '1900-01-01T12:00:00Z' });
    await expect(
      internal.streaks.recordReading.mutate({ email, at: '1899-12-31T12:00:00Z' }),
    ).rejects.toMatchObject({ data: { code: 'BAD_REQUEST' } });
    expect(await internal.streaks.get.query({ email })).toMatchObject({ maxStreak: 1 });
  });

  it('leaves the day it credited in the audit trail', async () => {
    const email = reader();
    await internal.streaks.recordReading.mutate({ email, at: '2026-03-08T22:00:00-03:00' });
    const { items } = await internal.audit.list.query({ target: `streak:${email}` });
    expect(items).toMatchObject([
      { action: 'streaks.recordReading', changes: [{ field: 'day', after: '2026-03-08' }] },
    ]);
  });

  it('refuses a reading more than five minutes in the future', async () => {
    const email = reader();
    const at = (ms: number) =>
      internal.streaks.recordReading.mutate({
        email,
        at: new Date(clock.now.getTime() + ms).toISOString(),
      });
    await expect(at(300_001)).rejects.toMatchObject({ data: { errorCode: 'invalid-request' } });
    await expect(at(300_000)).resolves.toMatchObject({ currentStreak: 1 });
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
      { email, at: '2026-03-01' },
    ];
    for (const _time of [1, 2]) {
      expect(await internal.streaks.importReadings.mutate({ readings })).toEqual({
        credited: 5,
        readers: 1,
        refused: [],
      });
      expect(await internal.streaks.get.query({ email })).toEqual({
        currentStreak: 1,
        maxStreak: 2,
        lastInteractionAt: '2026-03-10T15:00:00.000Z',
        days: ['2026-03-01', '2026-03-07', '2026-03-08', '2026-03-10'],
      });
    }
  });

  it('skips readings in the future and returns their indexes', async () => {
    const email = reader();
    const outcome = await internal.streaks.importReadings.mutate({
      readings: [
        { email, at: '2026-03-11' },
        { email, at: '2026-03-09' },
        { email, at: '2026-03-10T15:06:00Z' },
      ],
    });
    expect(outcome).toEqual({ credited: 1, readers: 1, refused: [0, 2] });
    expect(await internal.streaks.get.query({ email })).toMatchObject({ maxStreak: 1 });
  });

  it('leaves the numbers of readings and readers in the audit trail, without e-mails', async () => {
    const [email, other] = [reader(), reader()];
    const readings = ['2026-03-07', '2026-03-08', '2026-03-09'].map((at) => ({ email, at }));
    readings.push({ email: other, at: '2026-03-09' }, { email: other, at: '2026-03-11' });
    await internal.streaks.importReadings.mutate({ readings });
    const { items } = await internal.audit.list.query({ target: 'streak:import', limit: 1 });
    expect(items[0]?.changes).toEqual([
      { field: 'credited', after: 4 },
      { field: 'readers', after: 2 },
    ]);
    await internal.streaks.importReadings.mutate({ readings: readings.slice(-1) });
    expect((await internal.audit.list.query({ target: 'streak:import', limit: 1 })).items).toEqual(
      items,
    );
  });
});
