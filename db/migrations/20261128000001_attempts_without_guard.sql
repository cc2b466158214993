-- It kept the release before the previous one from deleting by `ctid`.
drop trigger if exists quiz_attempts_not_by_ctid on quiz_attempts;
drop function if exists refuse_delete_by_ctid();
