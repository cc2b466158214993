-- It kept the release before the previous one from sending mails whose files and copies it did not know.
drop trigger if exists outbox_kept_from_former_release on outbox;
drop function if exists keep_from_former_release();
