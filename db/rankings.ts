import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './connection.ts';
import { runPrepared } from './prepared.ts';

// PostgreSQL writes the entries' JSON: building 100 000 of them in this process would hold up everybody else's requests.

/** How entries are written. */
export interface EntryForm {
  /** What is shown where no name is known. */
  anonymous: string;
  /** Whether to look names up in `accounts`; else everybody is anonymous. */
  withNames: boolean;
}

const entry = (
  position: RawBuilder<unknown>,
  name: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  ${position} as position,
  ${name} as "displayName",
  left(e.email, least(2, strpos(e.email, '@') - 1)) || '***' || substr(e.email, strpos(e.email, '@')) as email,
  coalesce(e.current_streak, 0) as "currentStreak",
  coalesce(e.max_streak, 0) as "maxStreak",
  to_char(e.last_interaction_at at time zone 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI:SS') as "lastInteractionDate"`;

const anonymous = (form: EntryForm): RawBuilder<unknown> => sql`${form.anonymous}::text`;

const rankingOrder = sql`current_streak desc, max_streak desc, seniority desc, email`;
const ranked = sql`email, current_streak, max_streak, seniority, last_interaction_at`;

/**
 * The global ranking of a moment as JSON, a list of at most 100 entries: readers active in the 168 hours before it, longest
 * current streak first, then longest streak ever, then whoever was known first (specification §4.8).
 *
 * It reads at most a hundred readers of each quarter of a day in the span. The hundredth best of the latest quarters is the
 * bar for the earlier ones, of which mostly a few remain. Only in the quarter that the span begins in are there readers
 * to be passed over: those whose last activity came just before.
 */
export const writeGlobalRanking = async (db: Db, now: Date, form: EntryForm): Promise<string> => {
  const { rows } = await sql<{ json: string }>`
    with span as materialized (
      select cutoff, floor((extract(epoch from cutoff at time zone 'UTC') - 7200) / 21600)::integer as first_quarter
      from (select ${now}::timestamptz - interval '168 hours' as cutoff) as moment
    ), latest as materialized (
      select best.*
      from span
      -- One more than there are: a reading may be noted by a clock that is a little ahead.
      cross join generate_series(first_quarter + 24, first_quarter + 29) as quarter
      cross join lateral (
        select ${ranked} from streaks
        where active_quarter = quarter
        order by ${rankingOrder} limit 100
      ) best
      order by ${rankingOrder} limit 100
    ), bar as materialized (
      select coalesce(max(current_streak), 0) as current_streak,
        coalesce(max(max_streak), 0) as max_streak,
        coalesce(max(seniority), -9223372036854775808) as seniority
      from (select * from latest order by ${rankingOrder} offset 99) as hundredth
    ), earlier as (
      select best.*
      from span
      cross join bar
      cross join generate_series(first_quarter, first_quarter + 23) as quarter
      cross join lateral (
        select ${ranked} from streaks s
        where active_quarter = quarter
          and (s.current_streak, s.max_streak, s.seniority) >= (bar.current_streak, bar.max_streak, bar.seniority)
          and last_interaction_at >= span.cutoff
        order by ${rankingOrder} limit 100
      ) best
    ), best as (
      select * from (select * from latest union all select * from earlier) as candidates
      order by ${rankingOrder} limit 100
    ), entries as (
      select ${entry(
        sql`row_number() over (order by e.current_streak desc, e.max_streak desc, e.seniority desc, e.email)`,
        form.withNames ? sql`coalesce(a.name, ${anonymous(form)})` : anonymous(form),
      )}
      from best e ${form.withNames ? sql`left join accounts a on a.email = e.email` : sql``}
    )
    select coalesce(json_agg(entries order by position), '[]')::text as json from entries
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an aggregate answered nothing');
  return row.json;
};

const entriesAPiece = 1_000;

/**
 * The ranking of a group as JSON: pieces of a list's inside, in order, to be joined by commas; none for a group without
 * members. In all of the transaction, one statement may take so many milliseconds.
 *
 * Reading the members and what is asked of them in the order of their indexes, from the indexes alone, is three times as fast
 * as what the planner would choose for a big group: it does not know how much lies side by side.
 */
export const writeGroupRanking = async (
  tx: Tx,
  groupId: string,
  form: EntryForm,
  limitMs: number,
): Promise<{ members: number; pieces: string[] }> => {
  await runPrepared(
    tx,
    sql`
    select set_config('statement_timeout', ${String(Math.ceil(limitMs))}, true), set_config('work_mem', '64MB', true),
      set_config('max_parallel_workers_per_gather', '0', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('enable_seqscan', 'off', true),
      set_config('enable_bitmapscan', 'off', true), set_config('enable_memoize', 'off', true)
  `.compile(tx),
  );
  const rows = await runPrepared(
    tx,
    sql<{ members: number; piece: string }>`
    with entries as (
      select ${entry(
        sql`row_number() over (order by coalesce(e.current_streak, 0) desc, coalesce(e.max_streak, 0) desc, e.added)`,
        form.withNames ? sql`coalesce(e.name, a.name, ${anonymous(form)})` : anonymous(form),
      )}
      from (
        select m.email, m.added, s.current_streak, s.max_streak, s.last_interaction_at, s.name
        from group_members m left join streaks s on s.email = m.email
        where m.group_id = ${groupId}
      ) e
      -- Comparing with null ends at once: accounts are looked up only where the streak has no name.
      ${form.withNames ? sql`left join accounts a on a.email = case when e.name is null then e.email end` : sql``}
    )
    select count(*)::integer as members, string_agg(row_to_json(entries)::text, ',' order by position) as piece
    from entries
    group by (position - 1) / ${sql.lit(entriesAPiece)}
    order by (position - 1) / ${sql.lit(entriesAPiece)}
  `.compile(tx),
  );
  return {
    members: rows.reduce((sum, row) => sum + row.members, 0),
    pieces: rows.map((row) => row.piece),
  };
};
