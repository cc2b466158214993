-- Reports of an issue or a newsletter read its tickets of the period alone, and counts only the index.
create index concurrently if not exists tickets_issue_period_idx on tickets (
  coalesce(issue, '') collate "C", created_at) include (status, main);

create index concurrently if not exists tickets_newsletter_period_idx on tickets (
  newsletter collate "C", created_at) include (status, main) where newsletter is not null;
