-- Whether open pages were told that it ended. The row stays until somebody handles the ticket.
alter table ticket_snoozes add column hinted boolean not null default false;
