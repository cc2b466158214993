import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { startOf } from './time-series.ts';

/** A week and the week before (`YYYY-MM-DD`); their last days are inclusive. */
interface SummaryDays {
  before: string;
  from: string;
  to: string;
}

/** The tickets of a week, by the day of their creation. */
interface TicketSummary {
  opened: number;
  openedBefore: number;
  /** The number of the week's tickets that are not resolved. */
  unresolved: number;
}

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
    select
      (count(*) filter (where created_at >= ${begins}))::integer as opened,
      (count(*) filter (where created_at < ${begins}))::integer as "openedBefore",
      (count(*) filter (where created_at >= ${begins} and status in ('open', 'in_progress')))::integer as unresolved
    from tickets where created_at >= ${began} and created_at < ${ends}`.execute(db);
  if (!rows[0]) throw new Error('an aggregate returned no row');
  return rows[0];
};
