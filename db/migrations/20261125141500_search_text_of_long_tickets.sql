-- A ticket's text is read only as far as it is searchable: a ticket of thousands of long messages was read whole at each change.
create or replace function ticket_text(of_ticket integer, subject text) returns tsvector language plpgsql stable as $$
declare
  searchable constant integer := 200000;
  texts text[] := array[subject];
  room integer := searchable - length(subject);
  message text;
begin
  for message in select left(m.body, 50000) from ticket_messages m where m.ticket_id = of_ticket order by m.id loop
    texts := array_append(texts, message);
    room := room - length(message) - 1;
    exit when room <= 0;
  end loop;
  return to_tsvector('portuguese', left(array_to_string(texts, ' '), searchable));
end
$$;
