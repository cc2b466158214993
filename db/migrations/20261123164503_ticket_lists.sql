-- Lists by the last change. Writing a ticket writes one more index, at its end.
create index tickets_updated_idx on tickets (updated_at desc, id desc);
-- Tickets of a period.
create index tickets_created_idx on tickets (created_at);
-- No query uses it any more: the search reads ticket_texts. It cost more to write than the two above.
drop index tickets_subject_search_idx;
