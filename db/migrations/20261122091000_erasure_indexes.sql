-- What an erasure looks up beside requester and reader: without these it reads the whole table.
create index if not exists tickets_assignee_idx on tickets (assignee_email) where assignee_email is not null;
create index if not exists ticket_notes_author_idx on ticket_notes (author collate "C");
create index if not exists audit_log_acting_for on audit_log (acting_for) where acting_for is not null;
