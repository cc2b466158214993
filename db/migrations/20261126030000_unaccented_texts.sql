-- Whether the words of a ticket are also there without accents. A job adds them to older rows.
alter table ticket_texts add column unaccented boolean not null default false;
