-- ticket_response_times_groups_idx takes its place.
drop index if exists ticket_response_times_day_idx;
