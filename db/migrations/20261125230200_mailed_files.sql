-- `inline`: a mail shows the file in its text. `held`: a mail brought it, and it is of none of the
-- types that may be uploaded.
alter table attachments
  add column inline boolean not null default false,
  add column held boolean not null default false;
