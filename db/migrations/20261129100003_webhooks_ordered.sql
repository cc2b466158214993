-- False: an event that fails does not hold up the others.
alter table webhooks add column ordered boolean not null default true;

-- Secrets before `previous_secret` that still sign: [{secret, until}].
alter table webhooks add column older_secrets jsonb not null default '[]';

-- When a failed delivery to an unordered endpoint is due again; null means now.
alter table webhook_deliveries add column retry_at timestamptz;
