import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { startOf } from './reports.ts';

/** Days of a week and of the week before, `YYYY-MM-DD`; the last ones are included. */
export interface SummaryDays {
  before: string;
  from: string;
  to: string;
}

/** The tickets of a week by the day that they were opened on; merged ones count as opened only. */
export interface TicketSummary {
  opened: number;
  openedBefore: number;
  /** Of those opened. */
  unresolved: number;
  firstReplies: number;
  firstReplyMedianSeconds: number | null;
  firstReplyP90Seconds: number | null;
}

/** Counts the tickets of a week, and how long their first replies took. */
export const summarizeTickets = async (
  db: Db,
  { before, from, to }: SummaryDays,
): Promise<TicketSummary> => {
  const [began, begins, ends] = [
    startOf(sql`${before}::date`),
    startOf(sql`${from}::date`),
    startOf(sql`(${to}::date + 1)`),
  ];
  const { rows } = await sql<TicketSummary>`
    with replied as (
      select percentile_cont(array[0.5, 0.9]) within group (
          order by greatest(date_part('epoch', r.first_reply_at) - date_part('epoch', r.opened_at), 0)
        ) as seconds, count(r.first_reply_at)::integer as replies
      from ticket_responses r join tickets t on t.id = r.ticket_id
      where r.opened_at >= ${begins} and r.opened_at < ${ends} and r.first_reply_at is not null
        and t.created_at >= ${begins} and t.created_at < ${ends} and t.merged_into is null
    )
    select
      (count(*) filter (where created_at >= ${begins}))::integer as opened,
      (count(*) filter (where created_at < ${begins}))::integer as "openedBefore",
      (count(*) filter (where created_at >= ${begins} and status in ('open', 'in_progress')))::integer as unresolved,
      (select replies from replied) as "firstReplies",
      (select round(seconds[1])::integer from replied) as "firstReplyMedianSeconds",
      (select round(seconds[2])::integer from replied) as "firstReplyP90Seconds"
    from tickets where created_at >= ${began} and created_at < ${ends}`.execute(db);
  if (!rows[0]) throw new Error('an aggregate returned no row');
  return rows[0];
};
