-- Whether no person wrote or approved a mail.
alter table outbox add column automatic boolean not null default false;
