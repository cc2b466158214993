import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/connection/database.ts';
import { foldResponseDays, forgetResponseDays } from '../../db/reports/response-days.ts';
import { type ResponseTimesQuery, selectResponseTimes } from '../../db/reports/response-times.ts';
import { addDays } from '../../server/core/civil-time.ts';
import { cloneDatabase } from '../database.ts';

const clone = await cloneDatabase();
const database = await openDatabase(clone.location, (error) => {
  throw error;
});
const { db } = database;
afterAll(async () => {
  await database.close();
  await clone.drop();
});

const days = { from: '2026-03-02', to: '2026-03-12' };
const fold = (atMost: number) => db.transaction().execute((tx) => foldResponseDays(tx, atMost));

/** Tickets of a day, all answered by one of three agents and most of them resolved. */
const insert = (count: number, day: string, seconds: RawBuilder<unknown>): Promise<unknown> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`
      insert into tickets (subject, main, status, created_at, updated_at)
      select 'Oi', 'Categoria ' || i % 2, (case when i % 9 = 0 then 'open' else 'resolved' end)::ticket_status,
        at, at + interval '3 hours' + i * interval '71 seconds'
      from generate_series(1, ${count}) as i
      cross join lateral (select ${`${day}T03:00:00Z`}::timestamptz + i * interval '1 second' as at) moments
    `.execute(tx);
    await sql`
      update ticket_responses set first_reply_at = opened_at + ${seconds} * interval '1 second',
        first_reply_by = 'agente' || i % 3 || '@leitor.example',
        resolved_by = case when resolved_at is not null then 'agente' || i % 2 || '@leitor.example' end
      from (
        select ticket_id as id, row_number() over (order by ticket_id) as i
        from ticket_responses where first_reply_at is null
      ) numbered where ticket_id = id`.execute(tx);
  });

/** What plain SQL finds in the tickets. */
const measure = async ({ from, to, by, main, status }: ResponseTimesQuery) => {
  const names = {
    category: [sql`main`, sql`main`],
    agent: [sql`first_reply_by`, sql`resolved_by`],
    all: [sql`'all'`, sql`'all'`],
  } as const;
  const of = (name: RawBuilder<unknown>, column: string) => sql`
    select ${name} as name, id, extract(epoch from ${sql.ref(column)} - opened_at)::float8 as seconds
    from ticket_responses join tickets on id = ticket_id
    where merged_into is null and ${name} is not null
      and (created_at at time zone 'America/Sao_Paulo')::date between ${from}::date and ${to}::date
      and ${main === undefined ? sql`true` : sql`main = ${main}`}
      and ${status === undefined ? sql`true` : sql`status = ${status}`}`;
  const percentile = (table: string, of: number) =>
    sql`round(percentile_cont(${sql.lit(of)}) within group (order by ${sql.ref(`${table}.seconds`)}))::integer`;
  const { rows } = await sql`
    with f as (${of(names[by][0], 'first_reply_at')}), r as (${of(names[by][1], 'resolved_at')}),
      names as (select name from f union select name from r)
    select name,
      (select count(distinct id) from (table f union all table r) t where t.name = n.name)::integer as tickets,
      (select count(seconds) from f where f.name = n.name)::integer as "firstReplies",
      (select ${percentile('f', 0.5)} from f where f.name = n.name) as "firstReplyMedianSeconds",
      (select ${percentile('f', 0.9)} from f where f.name = n.name) as "firstReplyP90Seconds",
      (select count(seconds) from r where r.name = n.name)::integer as resolutions,
      (select ${percentile('r', 0.5)} from r where r.name = n.name) as "resolutionMedianSeconds",
      (select ${percentile('r', 0.9)} from r where r.name = n.name) as "resolutionP90Seconds"
    from names n order by name`.execute(db);
  return rows;
};

const queries: ResponseTimesQuery[] = [
  { ...days, by: 'category' },
  { ...days, by: 'agent' },
  { ...days, by: 'category', main: 'Categoria 1' },
  { ...days, by: 'all', status: 'resolved' },
  { ...days, by: 'agent', status: 'closed' },
  { ...days, by: 'all', main: 'Categoria 1' },
  { ...days, from: '2026-03-04', by: 'agent' },
];
const businessHours = { opens: '09:00', closes: '18:00' };
const check = async (asked = queries): Promise<void> => {
  for (const query of asked) {
    expect(await selectResponseTimes(db, query)).toEqual(await measure(query));
    const inHours = { ...query, businessHours };
    const measured = await db.transaction().execute(async (tx) => {
      await forgetResponseDays(tx);
      const found = await selectResponseTimes(tx, inHours);
      await sql`insert into ticket_response_days (day, by_status) select day, true from ticket_response_times group by day`.execute(
        tx,
      );
      return found;
    });
    expect(await selectResponseTimes(db, inHours)).toEqual(measured);
  }
};

const aDay = fc.nat(10).map((n) => addDays(days.from, n));
const aTicket = sql`(select id from tickets order by md5(id::text || clock_timestamp()) limit 1)`;
const aStep = fc.oneof(
  aDay.map((day) => () => insert(5, day, sql`i * 977.25`)),
  // The last second of the day before.
  aDay.map(
    (day) => () =>
      sql`insert into tickets (subject, main, created_at)
        values ('Oi', 'Categoria 0', ${`${day}T02:59:59Z`})`.execute(db),
  ),
  fc.constantFrom(
    () => sql`update tickets set main = 'Categoria 1' where id = ${aTicket}`.execute(db),
    () => sql`update tickets set status = 'closed' where id = ${aTicket}`.execute(db),
    () => sql`update tickets set status = 'in_progress' where id = ${aTicket}`.execute(db),
    () =>
      // One that others were merged into stays.
      sql`delete from tickets t where id = ${aTicket} and not exists (
        select from tickets m where m.merged_into = t.id)`.execute(db),
    () => sql`update tickets set merged_into = ${aTicket} where id = ${aTicket}`.execute(db),
    () =>
      sql`update ticket_responses set resolved_at = null, resolved_by = null where ticket_id = ${aTicket}`.execute(
        db,
      ),
  ),
  fc.integer({ min: 1, max: 4 }).map((atMost) => () => fold(atMost)),
);

describe('response times by day', () => {
  it('are those of the tickets, whatever changed and whether or not it was folded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 3, maxLength: 12 }), async (steps) => {
        for (const step of steps) await step();
        await check();
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  it('are exact for thousands of tickets, of which many took as long', async () => {
    await insert(
      6_600,
      '2026-03-05',
      sql`case when i % 3 = 0 then 3600 else i * 7919 % 86400 + 0.25 end`,
    );
    await check(queries.slice(0, 2));
    expect(await fold(20)).toBeGreaterThan(0);
    expect(await fold(20)).toBe(0);
    await check(queries.slice(0, 2));
    const { rows } = await sql<{ ofCategories: number }>`
      select sum(cardinality(seconds))::integer as "ofCategories" from ticket_response_times
      where day = '2026-03-05' and measure = 'first_reply' and hours = '' and grouped_by = 'category'
    `.execute(db);
    expect(rows[0]?.ofCategories).toBeGreaterThanOrEqual(5_000);
  });
});
