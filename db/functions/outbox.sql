-- A process of the former release would send a mail without its files and copies, and give up a reply
-- of later: it does not count its claims.
create or replace function keep_from_former_release() returns trigger language plpgsql as $$
begin
  return null;
end
$$;

create or replace trigger outbox_kept_from_former_release before update of status on outbox for each row
when (
  old.status::text = 'pending' and new.status::text = 'sending' and new.claims = old.claims
  and (old.attachment_ids <> '{}' or old.cc <> '[]' or old.message_id is null)
)
execute function keep_from_former_release();
