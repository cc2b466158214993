-- Names of files that an import could not take along.
alter table ticket_messages add column missing_files text[] not null default '{}';
