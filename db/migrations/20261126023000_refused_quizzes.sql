-- `refused`: the checks refused what the model wrote. `edited_at`: when an editor last changed it.
alter table quiz_drafts
  add column refused boolean not null default false,
  add column edited_at timestamptz;
