-- What a person signed in with, as the browser calls itself.
alter table sessions add column user_agent text;
