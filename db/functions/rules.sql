-- A text as rules compare it: without accents, capitals and line breaks.
create or replace function rule_text(given text) returns text language sql immutable parallel safe as $$
  select without_accents(replace(replace(given, E'\r', ''), E'\n', ' '))
$$;

-- Whether a message meets all conditions that are given. Of its text the first 10 000 characters count.
create or replace function rule_matches(conditions jsonb, sender text, subject text, main text, body text)
returns boolean language sql immutable parallel safe as $$
  select (conditions ->> 'from' is null or coalesce(conditions ->> 'from' in (sender, split_part(sender, '@', 2)), false))
    and (conditions ->> 'main' is null or rule_text(main) = rule_text(conditions ->> 'main'))
    and (conditions ->> 'subject' is null or strpos(rule_text(subject), rule_text(conditions ->> 'subject')) > 0)
    and (conditions ->> 'body' is null or strpos(rule_text(left(body, 10000)), rule_text(conditions ->> 'body')) > 0)
$$;
