-- What counts against a ticket's quota, and the foreign key to tickets.
create index attachments_ticket_id_idx on attachments (ticket_id);
-- What counts against a person's daily quota.
create index attachments_uploader_idx on attachments (uploader_email, created_at) where uploader_email is not null;

-- Inserts a pending attachment, or says which quota refuses it. The locks are statements of their own, so that the counts after them
-- see what the former holder inserted. A file whose size is not known yet counts as `largest` bytes: a person passes the daily quota by
-- one file at most.
create function insert_pending_attachment(
  for_ticket integer, by_email text, with_name text, at_path text, of_type text, at timestamptz, leased_until timestamptz,
  per_ticket integer, bytes_per_day bigint, largest integer
) returns table (attachment_id integer, refusal text) language plpgsql as $$
declare
  taken bigint;
begin
  perform pg_advisory_xact_lock(hashtext('attachments.ticket'), for_ticket);
  select count(*) into taken from attachments a where a.ticket_id = for_ticket and a.state not in ('deleting', 'leaving');
  if taken >= per_ticket then
    return query select null::integer, 'ticket';
    return;
  end if;
  if bytes_per_day is not null and by_email is not null then
    perform pg_advisory_xact_lock(hashtext('attachments.person'), hashtext(by_email));
    select coalesce(sum(coalesce(a.size, largest)), 0) into taken from attachments a
    where a.uploader_email = by_email and a.created_at > at - interval '1 day' and a.state not in ('deleting', 'leaving');
    if taken >= bytes_per_day then
      return query select null::integer, 'person';
      return;
    end if;
  end if;
  return query
    insert into attachments (state, ticket_id, uploader_email, name, path, type, created_at, lease_until)
    values ('pending', for_ticket, by_email, with_name, at_path, of_type, at, leased_until)
    returning id, null::text;
end
$$;
