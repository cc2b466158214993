-- Reads the table without holding up those who write to it.
alter table inbound_mails validate constraint inbound_mails_outcome_check;
