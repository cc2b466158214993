-- `unsent`: what of the folded quotation no mail of ours said. `cc`: who else a mail went to.
alter table ticket_messages
  add column unsent text,
  add column cc jsonb not null default '[]';
