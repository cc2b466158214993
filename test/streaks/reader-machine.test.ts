import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { firstQuarterOf, foldStreakCounts } from '../../db/rankings/places.ts';
import { civilDayOf, dayMs, hourMs } from '../../server/core/civil-time.ts';
import { startApp } from '../harness.ts';
import { naiveStreaks } from './naive-streaks.ts';
import type { Machine, MachineReader } from './reader-machine.ts';
import * as machines from './reader-machine.ts';
import { openReaders } from './streak-fixtures.ts';

const reason = 'leu por e-mail';

const epoch = '2026-01-01T12:00:00Z';
/** Neither in the order of the e-mails nor without two that are equal. */
const agesInDays = [1, 300, 20, 300, 4];

/** The service with readers, anew for each run. */
type ReaderWorld = Awaited<ReturnType<typeof openReaderWorld>>;

const openReaderWorld = async (size: number) => {
  const clock = { now: new Date('2026-05-12T23:30:00Z') };
  const app = await startApp({}, { now: () => clock.now });
  const { internal: admin, aReader } = await openReaders(app);
  const { db } = app.service.contextFor('test');
  let readers: Awaited<ReturnType<typeof aReader>>[] = [];

  const readerAt = (index: number) => {
    const reader = readers[index];
    if (!reader) throw new Error(`no reader ${index}`);
    return reader;
  };
  const rows = () =>
    db
      .selectFrom('streaks')
      .select(['email', 'current_streak', 'max_streak', 'last_interaction_at'])
      .execute();

  return {
    admin,
    readerAt,
    /** New readers with accounts of different ages, and empty rankings. */
    reset: async (): Promise<Machine> => {
      await sql`truncate streaks, streak_counts, streak_totals, streak_blocks, streak_longest_blocks, streak_count_deltas`.execute(
        db,
      );
      clock.now = new Date(clock.now.getTime() + 2 * dayMs);
      // Rankings show the first two letters.
      readers = await Promise.all(
        Array.from({ length: size }, (_, n) => aReader(undefined, `${n}x-`)),
      );
      const accountAges = readers.map((_, index) => agesInDays[index % agesInDays.length] ?? 0);
      const accounts = readers.map(({ email }, index) => ({
        email,
        created_at: new Date(Date.parse(epoch) - (accountAges[index] ?? 0) * dayMs),
      }));
      await db.insertInto('accounts').values(accounts).execute();
      return {
        now: clock.now.getTime(),
        readers: accountAges.map((accountAge) => ({
          accountAge,
          days: new Set(),
          lastAt: 0,
          hidden: false,
        })),
      };
    },
    pass: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms);
    },
    fold: () => foldStreakCounts(db, clock.now),
    /** Compares the streaks of all readers with their sets of days. */
    compareStreaks: async ({ readers: models }: Machine) => {
      const stored = await rows();
      for (const [index, { days, lastAt }] of models.entries()) {
        const row = stored.find(({ email }) => email === readerAt(index).email);
        expect([index, row?.current_streak, row?.max_streak, row?.last_interaction_at]).toEqual(
          days.size === 0
            ? [index, undefined, undefined, undefined]
            : [index, ...Object.values(naiveStreaks(days)), new Date(lastAt)],
        );
      }
    },
    /** Compares the public ranking and every reader's own place with a full sort. */
    compareRankings: async (machine: Machine) => {
      await admin.streaks.refreshGlobalRanking.mutate();
      const { body } = await app.anonymous.getGlobalRanking();
      const shown = 'data' in body ? body.data.ranking : [];
      const sorted = machines.fullSort(machine, (lastAt) => machines.isActive(machine, lastAt));
      expect(
        shown.map(({ email, currentStreak, maxStreak }) => ({
          reader: Number(email[0]),
          currentStreak,
          maxStreak,
        })),
      ).toEqual(sorted);
      // A reader's own place counts whole quarters of a day.
      const quarterOf = (ms: number) => Math.floor((ms / 1_000 - 7_200) / 21_600);
      const firstQuarter = firstQuarterOf(clock.now);
      const placed = machines.fullSort(machine, (lastAt) => quarterOf(lastAt) >= firstQuarter);
      for (const [index] of machine.readers.entries()) {
        const { body: mine } = await readerAt(index).client.getMyRanking({ query: {} });
        const { position, of } = 'data' in mine ? mine.data : { position: -1, of: -1 };
        const ranked = sorted.some(({ reader }) => reader === index);
        const place = placed.findIndex(({ reader }) => reader === index) + 1;
        expect([index, position, of]).toEqual([index, ranked ? place : null, placed.length]);
      }
    },
    dayAgo: (days: number) => civilDayOf(new Date(clock.now.getTime() - days * dayMs)),
    close: () => app.close(),
  };
};

const size = 5;
const world = await openReaderWorld(size);
afterAll(() => world.close());

type Command = fc.AsyncCommand<Machine, ReaderWorld>;

const command = (
  title: string,
  run: (machine: Machine, real: ReaderWorld) => Promise<unknown>,
): Command => ({
  check: () => true,
  run: async (machine, real) => {
    await run(machine, real);
    await real.compareStreaks(machine);
  },
  toString: () => title,
});

const onReader = (
  title: string,
  index: number,
  run: (
    reader: MachineReader,
    email: string,
    machine: Machine,
    real: ReaderWorld,
  ) => Promise<unknown>,
) =>
  command(`${title}(reader ${index})`, async (machine, real) => {
    const reader = machine.readers[index];
    if (reader) await run(reader, real.readerAt(index).email, machine, real);
  });

const readAgo = (index: number, hours: number) =>
  onReader(`read ${hours} h ago`, index, async (reader, email, machine, { admin }) => {
    const at = machine.now - hours * hourMs;
    machines.credit(machine, reader, at);
    const streaks = await admin.streaks.recordReading.mutate({
      email,
      at: new Date(at).toISOString(),
    });
    expect(streaks).toEqual(naiveStreaks(reader.days));
  });

const readToday = (index: number) =>
  onReader('read', index, async (reader, _email, machine, real) => {
    const isNew = !reader.days.has(machines.today(machine));
    machines.credit(machine, reader, machine.now);
    const { body } = await real.readerAt(index).client.recordMyReading({ body: {} });
    expect(body).toMatchObject({
      data: { ...naiveStreaks(reader.days), credited: isNew },
    });
  });

/** Days of one reader and of the next one; tomorrow is refused. */
const importDays = (index: number, ago: readonly number[]) =>
  command(`import(${index}: ${ago})`, async (machine, real) => {
    const both = [index, (index + 1) % size];
    const readings = both.flatMap((one) =>
      ago.map((days) => ({ email: real.readerAt(one).email, at: real.dayAgo(days) })),
    );
    const outcome = await real.admin.streaks.importReadings.mutate({ readings });
    const past = ago.filter((days) => days >= 0);
    expect(outcome.credited).toBe(past.length * both.length);
    for (const one of both) {
      const reader = machine.readers[one];
      if (reader) for (const days of past) machines.credit(machine, reader, real.dayAgo(days));
    }
  });

const addDay = (index: number, ago: number) =>
  onReader(`add day ${ago}`, index, async (reader, email, machine, real) => {
    const day = real.dayAgo(ago);
    const changed = !reader.days.has(day);
    if (changed) machines.credit(machine, reader, day);
    const outcome = await real.admin.streaks.addDay.mutate({ email, day, reason, new: true });
    expect(outcome).toEqual({ ...naiveStreaks(reader.days), changed });
  });

const removeDay = (index: number, ago: number) =>
  onReader(`remove day ${ago}`, index, async (reader, email, _machine, real) => {
    const day = real.dayAgo(ago);
    const removed = real.admin.streaks.removeDay.mutate({ email, day, reason });
    if (reader.days.delete(day)) {
      expect(await removed).toEqual({ ...naiveStreaks(reader.days), changed: true });
    } else {
      await expect(removed).rejects.toMatchObject({ data: { errorCode: 'day-not-credited' } });
    }
  });

const hide = (index: number, hidden: boolean) =>
  onReader(hidden ? 'hide' : 'show', index, async (reader, _email, _machine, real) => {
    const body = { rankingVisibility: hidden ? ('hidden' as const) : ('public' as const) };
    expect((await real.readerAt(index).client.updateMyStreakProfile({ body })).status).toBe(200);
    reader.hidden = hidden;
  });

const pass = (hours: number) =>
  command(`pass(${hours} h)`, async (machine, real) => {
    real.pass(hours * hourMs);
    machine.now += hours * hourMs;
  });

const aReader = fc.nat(size - 1);
const ago = fc.integer({ min: 0, max: 9 });
const someCommands = fc.commands(
  [
    fc.tuple(aReader, fc.integer({ min: 0, max: 220 })).map((of) => readAgo(...of)),
    aReader.map(readToday),
    fc
      .tuple(aReader, fc.array(fc.integer({ min: -1, max: 9 }), { minLength: 1, maxLength: 6 }))
      .map((of) => importDays(...of)),
    fc.tuple(aReader, ago).map((of) => addDay(...of)),
    fc.tuple(aReader, ago).map((of) => removeDay(...of)),
    fc.tuple(aReader, ago).map((of) => removeDay(...of)),
    fc.tuple(aReader, fc.boolean()).map((of) => hide(...of)),
    fc.constantFrom(1, 5, 24, 24, 60).map(pass),
    fc.constant(command('fold', (_machine, real) => real.fold())),
    fc.constant(command('rankings', (machine, real) => real.compareRankings(machine))),
  ],
  { maxCommands: 50, size: 'max' },
);

it('streaks and rankings equal those of plain sets of days after any sequence of changes', async () => {
  let readings = 0;
  const property = fc.asyncProperty(someCommands, async (commands) => {
    const model = await world.reset();
    await fc.asyncModelRun(() => ({ model, real: world }), commands);
    await world.compareRankings(model);
    readings += model.readers.reduce((sum, { days }) => sum + days.size, 0);
  });
  await fc.assert(property, { numRuns: 10 });
  expect(readings).toBeGreaterThan(0);
});
