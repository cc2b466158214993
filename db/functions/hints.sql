create or replace function insert_hint_of_act() returns trigger language plpgsql as $$
begin
  insert into hints (target) values (new.target) on conflict do nothing;
  return null;
end
$$;

-- For a row that belongs to a ticket: the ticket, and the row itself if the argument says of which
-- kind it is.
create or replace function insert_hint_of_row() returns trigger language plpgsql as $$
begin
  insert into hints (target) values ('ticket:' || coalesce(new.ticket_id, old.ticket_id)) on conflict do nothing;
  if tg_nargs > 0 then
    insert into hints (target) values (tg_argv[0] || ':' || coalesce(new.id, old.id)) on conflict do nothing;
  end if;
  return null;
end
$$;

create or replace trigger audit_log_hinted after insert on audit_log
  for each row when (new.outcome = 'done' and new.target ~ '^(ticket|draft|quiz):') execute function insert_hint_of_act();

create or replace trigger outbox_hinted after insert or delete or update of status on outbox
  for each row execute function insert_hint_of_row('mail');

create or replace trigger attachments_hinted after update of state on attachments
  for each row when (new.state <> old.state) execute function insert_hint_of_row();

create or replace trigger reply_drafts_hinted after insert or update or delete on reply_drafts
  for each row execute function insert_hint_of_row('draft');
