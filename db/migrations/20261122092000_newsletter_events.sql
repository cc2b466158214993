-- Events of the newsletter's platform, stored when they arrive and worked on by a job. Only ids: what they stand for is fetched
-- from the platform.
create table newsletter_events (
  -- The platform's id of the event: one that arrives again is stored once.
  uid text primary key,
  type text not null,
  -- The post or subscription it is about.
  subject_id text,
  received_at timestamptz not null default now(),
  -- 'ignored': nothing here depends on it. 'failed': given up.
  status text not null default 'pending' check (status in ('pending', 'done', 'ignored', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  lease_until timestamptz,
  error text
);
-- What the job looks for.
create index newsletter_events_pending_idx on newsletter_events (due_at) where status = 'pending';
-- What the retention removes.
create index newsletter_events_received_idx on newsletter_events (received_at);
-- What is erased with a person.
create index newsletter_events_subject_idx on newsletter_events (subject_id);

-- The platform's subscription of an account, and its state there.
alter table accounts add column subscription_id text unique;
alter table accounts add column subscription_status text;
