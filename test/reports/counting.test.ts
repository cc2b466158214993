import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/connection/database.ts';
import { foldResponseDays } from '../../db/reports/response-days.ts';
import {
  foldTicketCounts,
  listCountDifferences,
  rebuildTicketCounts,
} from '../../db/reports/ticket-counts.ts';
import {
  type Grouping,
  selectTimeSeries,
  type TimeSeriesQuery,
} from '../../db/reports/time-series.ts';
import type { TicketStatus } from '../../db/schema.ts';
import { addDays } from '../../server/core/civil-time.ts';
import { cloneDatabase } from '../database.ts';
import { type CountedTicket, countNaively } from './naive-count.ts';

const clone = await cloneDatabase();
const database = await openDatabase(clone.location, (error) => {
  throw error;
});
const { db } = database;
afterAll(async () => {
  await database.close();
  await clone.drop();
});

const groupings: Grouping[] = ['hour', 'day', 'week', 'month', 'year', 'hourOfWeek'];
const statuses: TicketStatus[] = ['open', 'in_progress', 'resolved', 'closed'];
const mains = ['Financeiro', 'Entrega', 'Ação'];

// Days whose midnight daylight saving time skipped, days with 23:00 twice, and year ends inside ISO
// weeks.
const notableDays = [
  '2015-10-18',
  '2016-10-16',
  '2017-10-15',
  '2018-11-04',
  '2015-02-21',
  '2016-02-20',
  '2017-02-18',
  '2018-02-17',
  '2019-02-16',
  '2014-12-31',
  '2015-12-31',
  '2016-12-31',
  '2017-12-31',
  '2018-12-31',
  '2019-12-31',
];

const status = fc.constantFrom(...statuses);
const main = fc.constantFrom(...mains);

const aDay = fc.oneof(
  fc
    .tuple(fc.constantFrom(...notableDays), fc.integer({ min: -3, max: 3 }))
    .map(([day, shift]) => addDays(day, shift)),
  fc.integer({ min: 0, max: 5 * 365 }).map((days) => addDays('2015-01-01', days)),
);

const aRange = aDay.chain((from) =>
  fc.record({
    from: fc.constant(from),
    to: fc
      .oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 800 }))
      .map((days) => addDays(from, days)),
  }),
);

/** One statement that changes tickets; `pick` chooses an existing one. */
const aStep = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    tickets: fc.array(
      fc.record({
        // Minutes from the range's first midnight in UTC: shortly before, near it, or anywhere in
        // the range.
        minutes: fc.oneof(
          fc.integer({ min: -2_880, max: 5_760 }),
          fc.integer({ min: -2_880, max: 600_000 }),
        ),
        main,
        status,
      }),
      { minLength: 1, maxLength: 20 },
    ),
  }),
  fc.record({ kind: fc.constant('set-status' as const), pick: fc.nat(), status }),
  fc.record({ kind: fc.constant('move' as const), pick: fc.nat(), main }),
  fc.record({ kind: fc.constant('redate' as const), pick: fc.nat(), minutes: fc.nat(10_000) }),
  fc.record({ kind: fc.constant('move-all' as const), from: main, to: main, status }),
  fc.record({ kind: fc.constant('delete' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant('fold' as const), atMost: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('rebuild' as const) }),
);
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never;

/** Applies a step to the model and to the database. */
const apply = async (
  model: Map<number, CountedTicket>,
  from: string,
  step: Step,
): Promise<void> => {
  const at = (minutes: number) => new Date(Date.parse(from) + minutes * 60_000);
  const chosen = 'pick' in step ? [...model][step.pick % (model.size || 1)] : undefined;
  switch (step.kind) {
    case 'insert': {
      const tickets = step.tickets.map(({ minutes, ...rest }) => ({
        createdAt: at(minutes),
        ...rest,
      }));
      const rows = await db
        .insertInto('tickets')
        .values(
          tickets.map(({ createdAt, ...rest }) => ({
            subject: '',
            created_at: createdAt,
            ...rest,
          })),
        )
        .returning('id')
        .execute();
      for (const [index, ticket] of tickets.entries()) model.set(rows[index]?.id ?? -1, ticket);
      return;
    }
    case 'move-all':
      await db
        .updateTable('tickets')
        .set({ main: step.to, status: step.status })
        .where('main', '=', step.from)
        .execute();
      for (const ticket of model.values()) {
        if (ticket.main === step.from)
          Object.assign(ticket, { main: step.to, status: step.status });
      }
      return;
    case 'fold':
      await foldTicketCounts(db, step.atMost);
      return;
    case 'rebuild':
      await db.transaction().execute(rebuildTicketCounts);
      return;
  }
  if (!chosen) return;
  const [id, ticket] = chosen;
  if (step.kind === 'delete') {
    await db.deleteFrom('tickets').where('id', '=', id).execute();
    model.delete(id);
    return;
  }
  const change = {
    ...ticket,
    ...(step.kind === 'set-status' && { status: step.status }),
    ...(step.kind === 'move' && { main: step.main }),
    ...(step.kind === 'redate' && { createdAt: at(step.minutes) }),
  };
  model.set(id, change);
  await db
    .updateTable('tickets')
    .set({ status: change.status, main: change.main, created_at: change.createdAt })
    .where('id', '=', id)
    .execute();
};

const tooManyHours = (query: TimeSeriesQuery) =>
  query.groupBy === 'hour' && query.to > addDays(query.from, 9);

describe('counting tickets over time', () => {
  it('equals counting them one by one in civil time, by every grouping and filter', async () => {
    const filters = fc.record(
      { main: fc.oneof(main, fc.constant('Ninguém')), status },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        aRange,
        fc.array(aStep, { minLength: 5, maxLength: 25 }),
        filters,
        async (range, steps, filter) => {
          await db.deleteFrom('tickets').execute();
          const model = new Map<number, CountedTicket>();
          for (const step of steps) await apply(model, range.from, step);
          const totals = new Set<number>();
          for (const groupBy of groupings) {
            const query = { ...range, ...filter, groupBy };
            if (tooManyHours(query)) continue;
            const series = await selectTimeSeries(db, query);
            expect(series).toEqual(countNaively([...model.values()], query));
            expect(new Set(series.map(({ period }) => period)).size).toBe(series.length);
            totals.add(series.reduce((sum, { total }) => sum + total, 0));
          }
          expect(totals.size).toBe(1);
          expect(await db.transaction().execute((tx) => listCountDifferences(tx, 10))).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('returns every hour of days with clock changes exactly once', async () => {
    await db.deleteFrom('tickets').execute();
    const tickets = notableDays.flatMap((day) =>
      Array.from({ length: 72 }, (_, hour) => ({
        createdAt: new Date(Date.parse(addDays(day, -1)) + hour * 3_600_000),
        main: 'Entrega',
        status: 'open' as const,
      })),
    );
    await db
      .insertInto('tickets')
      .values(
        tickets.map(({ createdAt, ...rest }) => ({ subject: '', created_at: createdAt, ...rest })),
      )
      .execute();
    const [repeated, skipped] = await Promise.all(
      ['2019-02-16', '2018-11-04'].map((day) =>
        selectTimeSeries(db, { from: day, to: day, groupBy: 'hour' }),
      ),
    );
    expect(repeated).toHaveLength(24);
    expect(repeated?.at(-1)).toMatchObject({ period: '2019-02-16 23:00', total: 2 });
    expect(skipped).toHaveLength(23);
    expect(skipped?.[0]).toMatchObject({ period: '2018-11-04 01:00', total: 1 });
  });
});

describe('maintaining the counts', () => {
  /** Folds whatever the tests before have left, too. */
  const foldAll = () => foldTicketCounts(db, 1_000_000);

  it('clears them when the table is truncated', async () => {
    await sql`insert into tickets (subject, main) select '', 'Entrega' from generate_series(1, 5)`.execute(
      db,
    );
    await foldTicketCounts(db, 100);
    await db.transaction().execute((tx) => foldResponseDays(tx, 1_000_000));
    await sql`truncate tickets cascade`.execute(db);
    for (const table of ['ticket_counts', 'ticket_response_times', 'ticket_response_days'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await db.transaction().execute((tx) => listCountDifferences(tx, 10))).toEqual([]);
  });

  it('writes no delta for an update that changes no count', async () => {
    await foldAll();
    await sql`insert into tickets (subject, main) values ('a', 'Entrega')`.execute(db);
    await sql`update tickets set subject = 'b', updated_at = now(), status = status`.execute(db);
    expect(await foldTicketCounts(db, 1_000)).toBe(1);
  });

  it('finds and repairs counts of either ledger that are wrong, missing or of nothing', async () => {
    await sql`insert into tickets (subject, main) select '', 'Entrega' from generate_series(1, 5)`.execute(
      db,
    );
    await foldAll();
    const wrong = ['ticket_counts', 'ticket_category_counts'].flatMap((name) => {
      const table = sql.table(name);
      const ofHour = sql`select '2001-01-01', 1, 0, 0, 0`;
      const ofMain = sql`select 'Nada', '2001-01-01', 1, 0, 0, 0`;
      return [
        ...['open', 'in_progress', 'resolved', 'closed'].map((column) => {
          const counted = sql.ref(column);
          return sql`update ${table} set ${counted} = ${counted} + 3`;
        }),
        sql`delete from ${table}`,
        sql`insert into ${table} ${name === 'ticket_counts' ? ofHour : ofMain}`,
      ];
    });
    const differences = () => db.transaction().execute((tx) => listCountDifferences(tx, 10));
    const { count } = await db
      .selectFrom('tickets')
      .select(sql<number>`count(*)::integer`.as('count'))
      .executeTakeFirstOrThrow();
    for (const change of wrong) {
      await change.execute(db);
      expect(await differences()).not.toEqual([]);
      expect(await db.transaction().execute(rebuildTicketCounts)).toBe(count);
      expect(await differences()).toEqual([]);
    }
  });
});
