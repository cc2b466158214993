-- The rows that the job has left.
create index concurrently if not exists ticket_texts_accented_idx on ticket_texts (ticket_id) where not unaccented;
