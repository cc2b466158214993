-- The moments of all orders beside creation: a page of a period in another order reads the index alone. Every change of a ticket writes
-- the index anyway, because other indexes have `updated_at`.
create index tickets_period_idx on tickets (created_at) include (updated_at, waiting_since, status, id);
drop index tickets_created_idx;
-- No query could use it: lists of a ticket have quarantined attachments too.
drop index attachments_ticket_idx;
