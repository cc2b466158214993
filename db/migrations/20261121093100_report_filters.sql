-- The values that reports can be filtered by are found by skipping from one value to the next in these indexes, whatever the
-- number of tickets and messages; `select distinct` would read them all. A missing issue is '' in its index: comparing rows
-- of (main, issue) needs values.
create index tickets_category_idx on tickets (main collate "C", coalesce(issue, '') collate "C");
create index tickets_newsletter_idx on tickets (newsletter collate "C") where newsletter is not null;
create index ticket_messages_agent_idx on ticket_messages (author collate "C") where origin = 'agent';
