import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { type Days, daysOf } from '../../console/src/reports/period.ts';
import { addDays, civilDayOf, mondayOf } from '../../server/core/civil-time.ts';
import { startApp } from '../harness.ts';

// Figures of the screens against plain SQL on the same rows: random tickets and readings at the edges
// of São Paulo's days, erasures, jobs in any order, and every period that the reports offer. Quizzes
// and the overview of readers have properties of their own (quiz/results, streaks/overview).

const app = await startApp();
afterAll(() => app.close());
const admin = await app.trpc();
const { db } = app.service.contextFor('test');
const runJob = async (name: string) =>
  expect((await admin.jobs.run.mutate({ name })).outcome).toBe('succeeded');
const today = civilDayOf(new Date());
// The weeks that are asked for, one a run.
for (let week = 0; week < 7; week += 1) await runJob('fold-streak-counts');

const numbers = async (query: RawBuilder<Record<string, number | null>>) => {
  const { rows } = await query.execute(db);
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])),
  );
};
const local = sql`(created_at at time zone 'America/Sao_Paulo')`;
const within = ({ from, to }: Days) => sql`${local}::date between ${from}::date and ${to}::date`;

const moment = fc
  .tuple(
    fc.integer({ min: 1, max: 130 }),
    fc.constantFrom('00:00:00', '02:59:59', '03:00:00', '12:00:00', '23:59:59'),
  )
  .map(([ago, time]) => `${addDays(today, -ago)}T${time}Z`);
const categories = ['Entrega', 'Conta'] as const;
const ticket = fc.record({
  createdAt: moment,
  main: fc.constantFrom(...categories),
  status: fc.constantFrom('open', 'in_progress', 'resolved', 'closed'),
  replyMinutes: fc.option(fc.integer({ min: 0, max: 1_400 }), { nil: undefined }),
});
const world = fc.record({
  tickets: fc.array(ticket, { minLength: 1, maxLength: 15 }),
  readings: fc.array(fc.tuple(fc.nat(9), fc.integer({ min: 0, max: 60 })), { minLength: 1 }),
  period: fc.constantFrom('week', 'lastWeek', 'month', 'lastMonth', '7', '30', '90', 'year'),
  groupBy: fc.constantFrom('day', 'week', 'month', 'year'),
  main: fc.option(fc.constantFrom(...categories), { nil: undefined }),
  erased: fc.boolean(),
  jobs: fc.shuffledSubarray(['fold-ticket-counts', 'fold-streak-counts']),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

let run = 0;
const fill = async ({ tickets, readings, erased, jobs }: World): Promise<void> => {
  run += 1;
  await admin.tickets.import.mutate({
    tickets: tickets.map(({ replyMinutes, createdAt, ...fields }, n) => ({
      ...fields,
      createdAt,
      externalId: `${run}/${n}`,
      subject: 'Oi',
      body: 'Olá',
      messages:
        replyMinutes === undefined
          ? []
          : [
              {
                author: 'bia@leitor.example',
                origin: 'agent' as const,
                body: 'Feito',
                createdAt: new Date(Date.parse(createdAt) + replyMinutes * 60_000).toISOString(),
              },
            ],
    })),
  });
  await admin.streaks.importReadings.mutate({
    readings: readings.map(([reader, ago]) => ({
      email: `leitor${run}.${reader}@exemplo.com.br`,
      at: addDays(today, -ago),
    })),
  });
  if (erased) {
    const email = `leitor${run}.${readings[0]?.[0]}@exemplo.com.br`;
    const { total } = await admin.people.erase.mutate({ email });
    await admin.people.erase.mutate({ email, dryRun: false, expected: total });
  }
  for (const name of jobs) await runJob(name);
  await admin.reports.clearCache.mutate();
};

const checkTickets = async ({ period, groupBy, main }: World): Promise<void> => {
  const { days, before } = daysOf(period, {}, groupBy);
  const only = main === undefined ? sql`true` : sql`main = ${main}`;
  for (const range of [days, before]) {
    const { series } = await admin.reports.timeSeries.query({ ...range, groupBy, main });
    const counted = await numbers(sql`
      select count(*) as total, count(*) filter (where status = 'open') as open,
        count(*) filter (where status = 'in_progress') as "inProgress"
      from tickets where ${within(range)} and ${only} group by date_trunc(${sql.lit(groupBy)}, ${local})
      order by date_trunc(${sql.lit(groupBy)}, ${local})`);
    expect(series.filter(({ total }) => total > 0)).toMatchObject(counted);
  }
  // A unit of the calendar stands beside one of its kind.
  expect(before.to < days.from).toBe(true);
  const unitsOf = async (range: Days) =>
    (await admin.reports.timeSeries.query({ ...range, groupBy })).series.length;
  if (groupBy !== 'day') expect(await unitsOf(before)).toBe(await unitsOf(days));
  if (groupBy === 'week') expect(before.from).toBe(addDays(mondayOf(before.from), weekday(days)));

  for (const by of ['category', 'all'] as const) {
    const { items } = await admin.reports.responseTimes.query({ ...days, by, main });
    const measured = items.map((item) => ({
      ...item,
      // As the test reads a null of SQL.
      firstReplyMedianSeconds: Number(item.firstReplyMedianSeconds),
      firstReplyP90Seconds: Number(item.firstReplyP90Seconds),
    }));
    const name = by === 'all' ? sql.lit(by) : sql`main`;
    expect(measured).toMatchObject(await replies(name, sql`${within(days)} and ${only}`));
  }
};

/** The first replies of some tickets, by name. */
const replies = (name: RawBuilder<unknown>, are: RawBuilder<unknown>) =>
  numbers(sql`
    select count(*) as tickets, count(first) as "firstReplies",
      round(percentile_cont(0.5) within group (order by extract(epoch from first - created_at))) as "firstReplyMedianSeconds",
      round(percentile_cont(0.9) within group (order by extract(epoch from first - created_at))) as "firstReplyP90Seconds"
    from (select ${name} as name, t.* from tickets t where ${are}) t left join lateral (
      select min(m.created_at) as first from ticket_messages m where m.ticket_id = t.id and m.origin = 'agent'
    ) replies on true group by name order by name`);

const weekday = ({ from }: Days): number => (new Date(from).getUTCDay() + 6) % 7;

/** A row for each day of each reader. */
const readOn = sql`(select email, (lower(run) + n) as day from streaks, unnest(read_days) as run,
  generate_series(0, upper(run) - lower(run) - 1) as n) read_on`;

const checkRetention = async (): Promise<void> => {
  const { weeks } = await admin.streaks.retention.query({ weeks: 6 });
  const returned = await numbers(sql`
    with weeks as (select distinct email, date_trunc('week', day)::date as week from ${readOn}),
      firsts as (select email, min(week) as first from weeks group by email)
    select count(distinct weeks.email) as readers
    from generate_series(0, 5) as cohorts (nth) cross join generate_series(0, 5 - nth) as later (after)
    left join firsts on first = ${mondayOf(today)}::date - 7 * (5 - nth)
    left join weeks on weeks.email = firsts.email and week = first + 7 * after
    group by nth, after order by nth, after`);
  expect(weeks.flatMap((row) => [row.readers, ...row.returned])).toEqual(
    returned.map(({ readers }) => readers),
  );
};

const checkSummary = async (): Promise<void> => {
  const { week, to, tickets, firstReplies, readers } = await admin.reports.summary.query();
  const [opened] = await numbers(sql`
    select count(*) filter (where ${within({ from: week, to })}) as opened,
      count(*) filter (where ${within({ from: week, to })} and status in ('open', 'in_progress')) as unresolved,
      count(*) filter (where ${within({ from: addDays(week, -7), to: addDays(week, -1) })}) as "openedBefore"
    from tickets`);
  expect(tickets).toEqual(opened);
  const [replied] = await replies(sql.lit('all'), within({ from: week, to }));
  expect(Object.values(firstReplies).map(Number)).toEqual(
    replied ? Object.values(replied).slice(1) : [0, 0, 0],
  );
  const [read] = await numbers(sql`
    select count(distinct email) filter (where day between ${week}::date and ${to}::date) as active,
      count(distinct email) filter (where day between ${week}::date - 7 and ${week}::date - 1) as "activeBefore",
      (select count(*) from (select min(day) as first from ${readOn} group by email) firsts
        where first between ${week}::date and ${to}::date) as arrived
    from ${readOn}`);
  expect(readers).toEqual(read);
};

it('shows what plain SQL counts, in every period and at every edge of a day', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (drawn) => {
      await fill(drawn);
      await checkTickets(drawn);
      await checkRetention();
      await checkSummary();
    }),
    { numRuns: 5, endOnFailure: true },
  );
}, 300_000);
