-- Counts and lists of an agent's tickets by status; it takes the place of the index by assignee alone.
create index tickets_assigned_idx on tickets (assignee_email, status, id desc) where assignee_email is not null;
drop index tickets_assignee_idx;
