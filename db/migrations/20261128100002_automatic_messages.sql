-- No person wrote it now: it changes neither status nor waiting.
alter table ticket_messages add column automatic boolean not null default false;
