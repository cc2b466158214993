-- The vectors of quick replies: few, so that they are compared one by one. `hash` is of the text
-- that was embedded.
create table quick_reply_vectors (
  quick_reply_id integer not null references quick_replies on delete cascade,
  set_id integer not null,
  hash text not null,
  embedding real[] not null,
  primary key (quick_reply_id, set_id)
);
