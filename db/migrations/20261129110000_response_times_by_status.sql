-- Takes the place of ticket_response_changes, which processes of the version before read until they stop.
create table changed_response_days (day date not null)
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

-- False: the day's times are not yet there by status. The job that folds days makes them anew.
alter table ticket_response_days add column by_status boolean not null default false;
