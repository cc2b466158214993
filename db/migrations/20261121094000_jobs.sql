-- One row a scheduled time of a job. The row is a lease: whoever holds it works, and says so now and then; once the
-- lease has run out, another process takes the run over. `attempts` is the fence: it grows with each holder, and what a
-- former holder still writes names its own number and finds no row.
create table job_runs (
  job text not null,
  scheduled_for timestamptz not null,
  owner text not null,
  attempts integer not null default 1,
  lease_until timestamptz not null,
  -- A failed run is not taken up again before this.
  retry_at timestamptz,
  started_at timestamptz not null,
  done_at timestamptz,
  error text,
  primary key (job, scheduled_for)
);
