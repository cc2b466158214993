-- Counts and lists of the open tickets of a category: without it, a count of a common pair reads the whole table until it has found enough.
-- Only tickets that are open are in it.
create index tickets_open_idx on tickets (main, status, id desc) where status in ('open', 'in_progress');
