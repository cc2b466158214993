create table macros (
  id integer primary key generated always as identity,
  -- Null: its owner was erased.
  owner_email text collate "C" check (owner_email = lower(owner_email)),
  name text not null,
  shared boolean not null,
  actions jsonb not null,
  updated_at timestamptz not null
);

create index macros_owner_idx on macros (owner_email);

create table rules (
  id integer primary key generated always as identity,
  name text not null,
  enabled boolean not null,
  position integer not null,
  -- `ticket`: its first message; `message`: its requester's further ones.
  on_event text not null check (on_event in ('ticket', 'message')),
  conditions jsonb not null,
  macro_id integer not null references macros on delete cascade,
  updated_at timestamptz not null
);

create index rules_macro_idx on rules (macro_id);

create table rule_runs (
  message_id integer primary key references ticket_messages on delete cascade,
  on_event text not null,
  -- False: the mail is automatic or of a list.
  answerable boolean not null,
  arrived_at timestamptz not null,
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  due_at timestamptz not null default now(),
  lease_until timestamptz,
  attempts integer not null default 0,
  rule_id integer references rules on delete set null,
  replied_at timestamptz,
  error text
);

create index rule_runs_pending_idx on rule_runs (due_at) where status = 'pending';
create index rule_runs_arrived_idx on rule_runs (arrived_at);
create index rule_runs_replied_idx on rule_runs (replied_at) where replied_at is not null;
create index rule_runs_rule_idx on rule_runs (rule_id, message_id desc) where rule_id is not null;
