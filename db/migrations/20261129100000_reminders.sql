-- A reader's wish for a reminder on the evening of a day on which their streak would break.
create table streak_reminders (
  email text collate "C" primary key check (email = lower(email)),
  -- The id in Message-IDs and in links to unsubscribe, which thus contain no address.
  id bigint not null unique generated always as identity,
  enabled boolean not null,
  changed_at timestamptz not null,
  -- The last day for which a reminder was about to leave. It is stored before the reminder leaves.
  mailed_on date
) with (fillfactor = 80);

-- To count who has it on.
create index streak_reminders_enabled_idx on streak_reminders (email) where enabled;

-- Reminders that are leaving, and those in doubt because their process died or their server never replied.
create table streak_reminder_attempts (
  reminder_id bigint primary key references streak_reminders (id) on delete cascade,
  day date not null,
  in_doubt boolean not null default false
);
