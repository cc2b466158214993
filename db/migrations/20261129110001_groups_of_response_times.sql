-- A report reads the rows of its groups alone among those of a day.
create index concurrently if not exists ticket_response_times_groups_idx on ticket_response_times (day, grouped_by, hours);
