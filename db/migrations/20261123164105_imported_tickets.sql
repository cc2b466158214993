-- Tickets that came from another system, by the SHA-256 of their ids there, so that repeating an import adds nothing. Rows outlive their
-- tickets.
create table imported_tickets (
  external_hash bytea primary key
);
