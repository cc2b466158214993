-- An undone reply changes its draft without an act on it.
drop trigger reply_drafts_hinted on reply_drafts;
create trigger reply_drafts_hinted after insert or update or delete on reply_drafts
  for each row execute function insert_hint_of_row('draft');
