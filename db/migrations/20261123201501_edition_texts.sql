-- The text that a quiz was written from, at most 60 000 characters: editors see it beside the questions. Null for quizzes of before.
alter table quiz_drafts add column edition_text text;
alter table quizzes add column edition_text text;
