-- To whom an act assigned a ticket. The trail itself holds no addresses: it cannot forget a single one.
create table ticket_assignments (
  act_id bigint primary key,
  ticket_id integer not null references tickets on delete cascade,
  email text collate "C",
  at timestamptz not null default now()
);
-- A person's, for their export and erasure.
create index ticket_assignments_email_idx on ticket_assignments (email) where email is not null;
