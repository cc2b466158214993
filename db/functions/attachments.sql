-- Inserts an attachment that is about to arrive, within the quotas of its ticket and its uploader.
-- Waits for a merge or an erasure of the ticket, follows it to the ticket that it was merged into,
-- where the file stays the former requester's, and refuses one that was erased and not opened again.
create or replace function insert_pending_attachment(
  for_ticket integer, by_email text, with_name text, at_path text, of_type text, at timestamptz, leased_until timestamptz,
  per_ticket integer, bytes_per_day bigint, largest integer
) returns table (attachment_id integer, refusal text) language plpgsql as $$
declare
  taken bigint;
  former text;
  ticket tickets;
begin
  ticket.merged_into := for_ticket;
  while ticket.merged_into is not null loop
    select * into ticket from tickets where id = ticket.merged_into for key share;
    if ticket.erased_as_of = ticket.updated_at then
      return query select null::integer, 'erased';
      return;
    end if;
    if ticket.id = for_ticket then
      former := ticket.requester_email;
    end if;
  end loop;
  perform pg_advisory_xact_lock(hashtext('attachments.ticket'), ticket.id);
  select count(*) into taken from attachments a where a.ticket_id = ticket.id and a.state <> 'deleting';
  if taken >= per_ticket then
    return query select null::integer, 'ticket';
    return;
  end if;
  if bytes_per_day is not null and by_email is not null then
    perform pg_advisory_xact_lock(hashtext('attachments.person'), hashtext(by_email));
    select coalesce(sum(coalesce(a.size, largest)), 0) into taken from attachments a
    where a.uploader_email = by_email and a.created_at > at - interval '1 day' and a.state <> 'deleting';
    if taken >= bytes_per_day then
      return query select null::integer, 'person';
      return;
    end if;
  end if;
  return query
    insert into attachments (state, ticket_id, uploader_email, person_email, name, path, type, created_at, lease_until)
    values (
      'pending', ticket.id, by_email, nullif(case when bytes_per_day is null then former else coalesce(by_email, former) end, ticket.requester_email), with_name, at_path, of_type, at, leased_until
    ) returning id, null::text;
end
$$;
