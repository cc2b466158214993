import { sql } from 'kysely';

/** A duration as an interval of PostgreSQL. Leases and retries use its clock alone: the clocks of processes may differ by minutes. */
export const interval = (ms: number) =>
  sql<Date>`make_interval(secs => ${ms / 1_000}::double precision)`;
