-- `updated_at` of a ticket when what is personal was taken off it. It differs once the ticket has been reopened or edited: the retention reads it again.
alter table tickets add column if not exists erased_as_of timestamptz;
create index if not exists tickets_retention_idx on tickets (updated_at) where status = 'closed' and erased_as_of is distinct from updated_at;
