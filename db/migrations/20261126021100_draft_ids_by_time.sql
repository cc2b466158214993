alter table quiz_drafts alter column id set default new_quiz_id();
