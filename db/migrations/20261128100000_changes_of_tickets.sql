create table ticket_changes (
  id uuid primary key,
  -- The subject of the audit trail.
  actor text not null,
  made_at timestamptz not null
);

create table ticket_change_acts (
  change_id uuid not null references ticket_changes on delete cascade,
  act_id bigint not null,
  ticket_id integer not null references tickets,
  former_assignee text,
  primary key (change_id, act_id)
);

create index ticket_change_acts_ticket_idx on ticket_change_acts (ticket_id);
create index ticket_changes_made_idx on ticket_changes (made_at);
