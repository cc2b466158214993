-- Automatic answers stand in the conversation of their ticket.
alter table inbound_mails
  drop constraint inbound_mails_outcome_check,
  add constraint inbound_mails_outcome_check
    check (outcome in ('new-ticket', 'reply', 'automatic', 'ignored', 'quarantined')) not valid;
