-- Deliveries of webhooks by month, as the trail is.
alter table webhook_deliveries rename to webhook_deliveries_default;
alter index webhook_deliveries_pkey rename to webhook_deliveries_default_pkey;
alter index webhook_deliveries_age_idx rename to webhook_deliveries_default_age_idx;
alter index webhook_deliveries_email_idx rename to webhook_deliveries_default_email_idx;
alter index webhook_deliveries_log_idx rename to webhook_deliveries_default_log_idx;
alter index webhook_deliveries_pending_idx rename to webhook_deliveries_default_pending_idx;

create table webhook_deliveries (
  like webhook_deliveries_default including constraints including defaults
) partition by range (occurred_at);

create index webhook_deliveries_age_idx on webhook_deliveries using brin (occurred_at);
create index webhook_deliveries_email_idx on webhook_deliveries (email) where (email is not null);
create index webhook_deliveries_log_idx on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_pending_idx on webhook_deliveries (webhook_id, id) where (status = 'pending');

do $$
declare
  next bigint := nextval('webhook_deliveries_id_seq');
begin
  alter table webhook_deliveries_default alter column id drop identity;
  alter table webhook_deliveries alter column id add generated always as identity (sequence name webhook_deliveries_id_seq);
  execute format('alter table webhook_deliveries alter column id restart with %s', next);
end
$$;

alter table webhook_deliveries attach partition webhook_deliveries_default default;
