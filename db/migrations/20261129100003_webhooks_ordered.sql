alter table webhooks
  -- False: an event that fails does not hold up the others.
  add column ordered boolean not null default true,
  -- Secrets before `previous_secret` that still sign: [{secret, until}].
  add column older_secrets jsonb not null default '[]';
