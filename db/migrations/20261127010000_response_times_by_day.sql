-- The times of ticket_responses by the civil day (São Paulo) that a ticket was opened on, sorted, in
-- parts of a length that is read without a detour. The job `fold-ticket-counts` fills them.
create table ticket_response_times (
  grouped_by text collate "C" not null,
  hours text collate "C" not null,
  name text collate "C" not null,
  measure text collate "C" not null,
  day date not null,
  part integer not null,
  tickets integer not null,
  seconds double precision[] not null,
  primary key (grouped_by, hours, name, measure, day, part)
) with (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.05);

-- The days that are to be refreshed.
create index ticket_response_times_day_idx on ticket_response_times (day);

-- The days that ticket_response_times has.
create table ticket_response_days (day date primary key);

-- The days whose tickets changed since: only appended to, so that writers never wait for each other.
create table ticket_response_changes (day date not null)
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);
