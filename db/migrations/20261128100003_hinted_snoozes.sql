-- True once a hint was sent that the snooze ended. The row stays until an agent acts on the ticket.
alter table ticket_snoozes add column hinted boolean not null default false;
