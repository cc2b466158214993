import { sql } from 'kysely';

/** A duration as an interval of the database. Its clock alone decides about leases and retries: those of processes may differ by minutes. */
export const interval = (ms: number) =>
  sql<Date>`make_interval(secs => ${ms / 1_000}::double precision)`;
