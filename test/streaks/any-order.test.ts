import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { addDays, civilDayOf, dayMs, hourMs } from '../../server/core/civil-time.ts';
import { finishDays } from '../../server/streaks/days-for-all.ts';
import { startApp } from '../harness.ts';
import { naiveStreaks } from './naive-streaks.ts';
import { openReaders } from './streak-fixtures.ts';

const clock = { now: new Date('2026-05-12T23:30:00Z') };
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const { internal, aReader, read } = await openReaders(app);
// A day is only given to all if somebody read before it.
await read('antes@exemplo.com.br', '2026-01-01');
const ctx = app.service.contextFor('test');
const { db } = ctx;
const reason = 'leu por e-mail';

/** A reader, the plain set of their days, and the days that all were given. */
const aModel = async () => ({
  ...(await aReader()),
  days: new Set<string>(),
  lastAt: 0,
  given: new Set<string>(),
  /** The given days that the reader also has without them, and the last activity without them. */
  earned: new Set<string>(),
  earnedAt: 0,
});
type Model = Awaited<ReturnType<typeof aModel>>;

const dayAgo = (days: number) => civilDayOf(new Date(clock.now.getTime() - days * dayMs));
const noonOf = (day: string) => Date.parse(`${day}T15:00:00Z`);
/** Credits the day of a moment, or a civil day at its noon at the latest. */
const credit = (model: Model, at: number | string): void => {
  const moment = typeof at === 'string' ? Math.min(noonOf(at), clock.now.getTime()) : at;
  const day = typeof at === 'string' ? at : civilDayOf(new Date(at));
  forgetIfEmpty(model);
  model.lastAt = Math.max(model.lastAt, moment);
  model.earnedAt = Math.max(model.earnedAt, moment);
  model.days.add(day);
  model.earned.add(day);
};

/** A reader whose days were all taken away has no former activity. */
const forgetIfEmpty = (model: Model): void => {
  if (model.days.size > 0) return;
  for (const days of [model.given, model.earned]) days.clear();
  model.lastAt = 0;
  model.earnedAt = 0;
};

const compare = async ({ email, days, lastAt }: Model): Promise<void> => {
  const row = await db
    .selectFrom('streaks')
    .select(['current_streak', 'max_streak', 'last_interaction_at'])
    .where('email', '=', email)
    .executeTakeFirst();
  const { currentStreak, maxStreak } = naiveStreaks(days);
  const expected = {
    current_streak: currentStreak,
    max_streak: maxStreak,
    last_interaction_at: new Date(lastAt),
  };
  expect(row).toEqual(days.size === 0 ? undefined : expected);
};

type Step = (reader: Model, other: Model) => Promise<void>;

const readAgo =
  (hours: number): Step =>
  async (reader) => {
    const at = clock.now.getTime() - hours * hourMs;
    credit(reader, at);
    const reading = { email: reader.email, at: new Date(at).toISOString() };
    expect(await internal.streaks.recordReading.mutate(reading)).toEqual(naiveStreaks(reader.days));
  };

const readNow: Step = async (reader) => {
  const credited = !reader.days.has(dayAgo(0));
  credit(reader, clock.now.getTime());
  const { body } = await reader.client.recordMyReading({ body: {} });
  expect(body).toMatchObject({ data: { ...naiveStreaks(reader.days), credited } });
};

/** Days of both readers; tomorrow is refused. */
const importDays =
  (ago: readonly number[]): Step =>
  async (...both) => {
    const readings = both.flatMap(({ email }) => ago.map((days) => ({ email, at: dayAgo(days) })));
    const past = ago.filter((days) => days >= 0);
    const { credited } = await internal.streaks.importReadings.mutate({ readings });
    expect(credited).toBe(past.length * 2);
    for (const reader of both) for (const days of past) credit(reader, dayAgo(days));
  };

const addDay =
  (ago: number): Step =>
  async (reader) => {
    const day = dayAgo(ago);
    const changed = !reader.days.has(day);
    if (!reader.earned.has(day)) credit(reader, day);
    const added = { email: reader.email, day, reason, new: true };
    const outcome = { ...naiveStreaks(reader.days), changed };
    expect(await internal.streaks.addDay.mutate(added)).toEqual(outcome);
  };

const removeDay =
  (ago: number): Step =>
  async (reader) => {
    const day = dayAgo(ago);
    const removed = internal.streaks.removeDay.mutate({ email: reader.email, day, reason });
    if (reader.days.delete(day)) {
      reader.earned.delete(day);
      expect(await removed).toEqual({ ...naiveStreaks(reader.days), changed: true });
    } else {
      await expect(removed).rejects.toMatchObject({ data: { errorCode: 'day-not-credited' } });
    }
  };

const ahead = new Set<string>();
const give = (reader: Model, day: string): void => {
  if (reader.days.has(day) || !reader.days.has(addDays(day, -1))) return;
  reader.days.add(day);
  reader.given.add(day);
  reader.lastAt = Math.max(reader.lastAt, noonOf(day));
};

/** Gives a day to all; today and later ones are given when they end. */
const giveDay =
  (ago: number): Step =>
  async (...both) => {
    const given = { day: dayAgo(ago), reason };
    const { total } = await internal.streaks.addDayForAll.mutate(given);
    await internal.streaks.addDayForAll.mutate({ ...given, expected: total });
    if (ago <= 0) ahead.add(given.day);
    else for (const reader of both) give(reader, given.day);
  };

/** Takes back the day that all were given last. */
const undoGivenDay: Step = async (...both) => {
  const { items } = await internal.streaks.dayForAll.list.query({ limit: 100 });
  const last = items.find(({ undoneAt }) => undoneAt === null);
  if (!last) return;
  const { id, day } = last;
  const { total } = await internal.streaks.dayForAll.undo.mutate({ id });
  await internal.streaks.dayForAll.undo.mutate({ id, expected: total });
  ahead.delete(day);
  for (const reader of both) {
    if (!reader.given.delete(day)) continue;
    if (!reader.earned.has(day)) reader.days.delete(day);
    reader.lastAt = Math.max(reader.earnedAt, ...[...reader.given].map(noonOf));
  }
};

const pass =
  (hours: number): Step =>
  async (...both) => {
    clock.now = new Date(clock.now.getTime() + hours * hourMs);
    await finishDays(ctx);
    for (const day of [...ahead].filter((one) => one < dayAgo(0)).sort()) {
      ahead.delete(day);
      for (const reader of both) give(reader, day);
    }
  };

const ago = fc.integer({ min: 0, max: 9 });
const aStep = fc.oneof(
  fc.integer({ min: 0, max: 220 }).map(readAgo),
  fc.constant(readNow),
  fc.array(fc.integer({ min: -1, max: 9 }), { minLength: 1, maxLength: 6 }).map(importDays),
  ago.map(addDay),
  ago.map(removeDay),
  fc.integer({ min: -2, max: 9 }).map(giveDay),
  fc.integer({ min: 1, max: 4 }).map(giveDay),
  fc.constant(undoGivenDay),
  fc.constantFrom(1, 5, 24, 60).map(pass),
);

it('streaks equal those of plain sets of days after any sequence of changes', async () => {
  const steps = fc.array(fc.tuple(fc.boolean(), aStep), { minLength: 10, maxLength: 40 });
  const property = fc.asyncProperty(steps, async (taken) => {
    const [one, other] = [await aModel(), await aModel()];
    for (const [first, step] of taken) {
      await (first ? step(one, other) : step(other, one));
      for (const model of [one, other]) await compare(model);
    }
  });
  await fc.assert(property, { numRuns: 10, endOnFailure: true });
});
