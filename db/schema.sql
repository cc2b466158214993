-- Written by `npm run schema` from the migrations and functions. Do not edit.

--
-- Name: pt-BR-x-icu; Type: COLLATION; Schema: public; Owner: -
--

CREATE COLLATION public."pt-BR-x-icu" (provider = icu, locale = 'pt-BR');

--
-- Name: attachment_state; Type: TYPE; Schema: public; Owner: -
--

CREATE TYPE public.attachment_state AS ENUM (
    'arriving',
    'pending',
    'ready',
    'quarantined',
    'leaving',
    'deleting'
);

--
-- Name: draft_status; Type: TYPE; Schema: public; Owner: -
--

CREATE TYPE public.draft_status AS ENUM (
    'pending',
    'approved',
    'discarded'
);

--
-- Name: mail_status; Type: TYPE; Schema: public; Owner: -
--

CREATE TYPE public.mail_status AS ENUM (
    'pending',
    'sending',
    'sent',
    'failed',
    'unknown',
    'dropped',
    'bounced'
);

--
-- Name: message_origin; Type: TYPE; Schema: public; Owner: -
--

CREATE TYPE public.message_origin AS ENUM (
    'requester',
    'agent',
    'ai'
);

--
-- Name: ticket_status; Type: TYPE; Schema: public; Owner: -
--

CREATE TYPE public.ticket_status AS ENUM (
    'open',
    'in_progress',
    'resolved',
    'closed'
);

--
-- Name: after_changed_messages(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.after_changed_messages() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform refresh_ticket_messages((
    select array_agg(distinct ticket_id) from (table old_messages union all table new_messages) changed
  ));
  return null;
end
$$;

--
-- Name: after_new_message(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.after_new_message() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if new.automatic then
    null;
  elsif new.origin = 'requester' then
    update tickets set waiting_since = new.created_at
    where id = new.ticket_id and waiting_since is null and status in ('open', 'in_progress');
    -- A snooze that is over marks the ticket as returned.
    update ticket_snoozes set until = new.created_at where ticket_id = new.ticket_id and until > new.created_at;
  else
    update tickets set waiting_since = null where id = new.ticket_id and waiting_since is not null;
  end if;
  begin
    update ticket_texts set tsv = tsv || words_of(left(concat_ws(' ', new.body, new.unsent), 50000)) where ticket_id = new.ticket_id;
  exception when program_limit_exceeded then
    null;
  end;
  return null;
end
$$;

--
-- Name: after_removed_messages(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.after_removed_messages() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform refresh_ticket_messages((select array_agg(distinct ticket_id) from old_messages));
  return null;
end
$$;

--
-- Name: copy_name_to_members(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.copy_name_to_members() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  shown text := case when tg_op <> 'DELETE' then new.name end;
  reader text := case when tg_op = 'DELETE' then old.email else new.email end;
begin
  if tg_op = 'INSERT' then
    perform lock_new_members_shared();
  end if;
  update group_members m
  set name = coalesce((select p.display_name from reader_profiles p where p.email = reader), shown)
  where m.email = reader;
  return null;
end
$$;

--
-- Name: copy_profile(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.copy_profile() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  reader text := case when tg_op = 'DELETE' then old.email else new.email end;
  chosen text := case when tg_op <> 'DELETE' then new.display_name end;
  visibility text := case when tg_op = 'DELETE' then 'public' else new.ranking_visibility end;
  account record;
begin
  perform lock_new_members();
  select a.name into account from accounts a where a.email = reader for share;
  update streaks set hidden = visibility = 'hidden' where email = reader and hidden <> (visibility = 'hidden');
  update group_members
  set name = coalesce(chosen, account.name), anonymous = visibility <> 'public' where email = reader;
  return null;
end
$$;

--
-- Name: copy_streak_to_members(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.copy_streak_to_members() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' then
    update group_members set current_streak = 0, max_streak = 0, last_interaction = null where email = old.email;
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform lock_new_members_shared();
  end if;
  update group_members
  set current_streak = new.current_streak, max_streak = new.max_streak,
      last_interaction = floor(extract(epoch from new.last_interaction_at))
  where email = new.email;
  return null;
end
$$;

--
-- Name: count_deleted_tickets(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.count_deleted_tickets() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into ticket_count_deltas (hour, main, open, in_progress, resolved, closed)
  select
    date_trunc('hour', created_at, 'UTC'),
    main,
    - count(*) filter (where status = 'open'),
    - count(*) filter (where status = 'in_progress'),
    - count(*) filter (where status = 'resolved'),
    - count(*) filter (where status = 'closed')
  from old_tickets
  group by 1, 2;
  return null;
end
$$;

--
-- Name: count_inserted_tickets(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.count_inserted_tickets() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into ticket_count_deltas (hour, main, open, in_progress, resolved, closed)
  select
    date_trunc('hour', created_at, 'UTC'),
    main,
    count(*) filter (where status = 'open'),
    count(*) filter (where status = 'in_progress'),
    count(*) filter (where status = 'resolved'),
    count(*) filter (where status = 'closed')
  from new_tickets
  group by 1, 2;
  return null;
end
$$;

--
-- Name: count_revision(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.count_revision() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.revision := old.revision + 1;
  return new;
end
$$;

--
-- Name: count_streak(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.count_streak() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'UPDATE' then
    insert into streak_count_deltas
    select cell.current_streak, cell.max_streak, cell.quarter, cell.readers from (values
      (old.current_streak, old.max_streak, old.active_quarter, -1, old.hidden),
      (new.current_streak, new.max_streak, new.active_quarter, 1, new.hidden)
    ) as cell (current_streak, max_streak, quarter, readers, hidden)
    where not hidden;
  elsif tg_op = 'INSERT' and not new.hidden then
    insert into streak_count_deltas values (new.current_streak, new.max_streak, new.active_quarter, 1);
  elsif tg_op = 'DELETE' and not old.hidden then
    insert into streak_count_deltas values (old.current_streak, old.max_streak, old.active_quarter, -1);
  end if;
  return null;
end
$$;

--
-- Name: count_streak_days(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.count_streak_days() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  former datemultirange := '{}';
  present datemultirange := '{}';
  added datemultirange;
  former_first date;
  first date;
  week date;
begin
  if tg_op <> 'INSERT' then
    former := old.read_days;
    insert into streak_day_deltas values (upper(former) - 1, old.current_streak, -1);
  end if;
  if tg_op <> 'DELETE' then
    present := new.read_days;
    insert into streak_day_deltas values (upper(present) - 1, new.current_streak, 1);
  end if;
  insert into streak_day_deltas
  select lower(run) + place, 0, change
  from (select unnest(present - former) as run, 1 as change union all select unnest(former - present), -1) changed,
    generate_series(0, upper(run) - lower(run) - 1) as place;
  if tg_op <> 'UPDATE' then
    insert into streak_day_deltas values ('-infinity', 0, case tg_op when 'INSERT' then 1 else -1 end);
  end if;
  former_first := week_of(lower(former));
  first := week_of(lower(present));
  added := present - former;
  week := week_of(lower(added));
  if first = former_first and isempty(former - present) and upper(added) <= week + 7 then
    -- Nearly always: a day more.
    if not former && daterange(week, week + 7) then
      insert into streak_week_deltas values (week, first, 1);
    end if;
  else
    perform note_streak_weeks(former, former_first, -1);
    perform note_streak_weeks(present, first, 1);
  end if;
  return null;
end
$$;

--
-- Name: count_truncated_tickets(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.count_truncated_tickets() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  truncate ticket_count_deltas, ticket_counts, ticket_category_counts,
    changed_response_days, ticket_response_days, ticket_response_times;
  return null;
end
$$;

--
-- Name: count_updated_tickets(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.count_updated_tickets() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into ticket_count_deltas (hour, main, open, in_progress, resolved, closed)
  select hour, main, sum(open), sum(in_progress), sum(resolved), sum(closed)
  from (
    select
      date_trunc('hour', created_at, 'UTC') as hour,
      main,
      (status = 'open')::integer as open,
      (status = 'in_progress')::integer as in_progress,
      (status = 'resolved')::integer as resolved,
      (status = 'closed')::integer as closed
    from new_tickets
    union all
    select
      date_trunc('hour', created_at, 'UTC'),
      main,
      - (status = 'open')::integer,
      - (status = 'in_progress')::integer,
      - (status = 'resolved')::integer,
      - (status = 'closed')::integer
    from old_tickets
  ) changes
  group by hour, main
  having sum(open) <> 0 or sum(in_progress) <> 0 or sum(resolved) <> 0 or sum(closed) <> 0;
  return null;
end
$$;

--
-- Name: credit_reading(text, date, timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.credit_reading(reader text, day date, at timestamp with time zone, OUT current_streak integer, OUT max_streak integer) RETURNS record
    LANGUAGE plpgsql
    AS $$
declare
  days datemultirange := datemultirange(daterange(day, day, '[]'));
begin
  -- Nearly every reader is known already, and updating one is faster than inserting one in vain.
  update streaks s
  set read_days = s.read_days + days, last_interaction_at = greatest(s.last_interaction_at, at),
      earned_days = s.earned_days + s.given_days * days,
      earned_interaction_at = case when s.given_days is not null then greatest(s.earned_interaction_at, at) end
  where s.email = reader
  returning s.current_streak, s.max_streak into current_streak, max_streak;
  if found then
    return;
  end if;
  insert into streaks as s (email, read_days, last_interaction_at, since)
  values (reader, days, at, least(now(), (select a.created_at from accounts a where a.email = reader)))
  on conflict (email) do update
  set read_days = s.read_days + excluded.read_days,
      last_interaction_at = greatest(s.last_interaction_at, excluded.last_interaction_at),
      earned_days = s.earned_days + s.given_days * excluded.read_days,
      earned_interaction_at = case when s.given_days is not null then greatest(s.earned_interaction_at, at) end
  returning s.current_streak, s.max_streak into current_streak, max_streak;
end
$$;

--
-- Name: delete_audit_before(timestamp with time zone, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.delete_audit_before(before timestamp with time zone, batch integer) RETURNS integer
    LANGUAGE plpgsql
    AS $$
declare
  deleted integer;
begin
  perform set_config('leitor.audit_maintenance', 'DELETE', true);
  delete from audit_log_default where id in (
    select id from audit_log_default where at < before order by id limit batch
  );
  get diagnostics deleted = row_count;
  perform set_config('leitor.audit_maintenance', '', true);
  return deleted;
end
$$;

--
-- Name: end_return(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.end_return() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from ticket_snoozes where ticket_id = substring(new.target from 8)::integer and until <= new.at;
  return null;
end
$$;

--
-- Name: fill_hidden(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.fill_hidden() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform lock_new_members_shared();
  new.hidden := exists (
    select from reader_profiles p where p.email = new.email and p.ranking_visibility = 'hidden'
  );
  return new;
end
$$;

--
-- Name: fill_member_figures(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.fill_member_figures() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  reader record;
  account record;
  profile record;
begin
  for attempt in 1..2 loop
    -- For share: a change under way is waited for, a later one updates this membership.
    select s.email, s.current_streak, s.max_streak, s.last_interaction_at into reader
      from streaks s where s.email = new.email for share;
    select a.email, a.name into account from accounts a where a.email = new.email for share;
    select p.email, p.display_name, p.ranking_visibility into profile
      from reader_profiles p where p.email = new.email for share;
    exit when attempt = 2
      or (reader.email is not null and account.email is not null and profile.email is not null);
    perform lock_new_members();
  end loop;
  new.current_streak := coalesce(reader.current_streak, 0);
  new.max_streak := coalesce(reader.max_streak, 0);
  new.last_interaction := floor(extract(epoch from reader.last_interaction_at));
  new.name := coalesce(profile.display_name, account.name);
  new.anonymous := coalesce(profile.ranking_visibility <> 'public', false);
  return new;
end
$$;

--
-- Name: fold_streak_counts(integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.fold_streak_counts(oldest integer) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
declare
  moved bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold streak counts')) then
    return null;
  end if;
  with taken as (
    delete from streak_count_deltas
    where ctid = any (array(select ctid from streak_count_deltas limit 250000))
    returning *
  ), cells as materialized (
    select current_streak, max_streak, quarter, sum(readers) as readers from taken
    where quarter >= oldest group by 1, 2, 3
  ), counts as (
    insert into streak_counts as c
    select * from cells where readers <> 0 order by 1, 2, 3
    on conflict (current_streak, max_streak, quarter) do update set readers = c.readers + excluded.readers
  ), totals as (
    insert into streak_totals as t
    select current_streak, quarter, sum(readers) from cells group by 1, 2 having sum(readers) <> 0 order by 1, 2
    on conflict (current_streak, quarter) do update set readers = t.readers + excluded.readers
  ), blocks as (
    insert into streak_blocks as b
    select current_streak / 32, quarter, sum(readers) from cells group by 1, 2 having sum(readers) <> 0 order by 1, 2
    on conflict (block, quarter) do update set readers = b.readers + excluded.readers
  ), longest_blocks as (
    insert into streak_longest_blocks as l
    select current_streak, max_streak / 32, quarter, sum(readers) from cells
    group by 1, 2, 3 having sum(readers) <> 0 order by 1, 2, 3
    on conflict (current_streak, block, quarter) do update set readers = l.readers + excluded.readers
  )
  select count(*) into moved from taken;
  return moved;
end
$$;

--
-- Name: fold_streak_days(date); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.fold_streak_days(oldest date) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
declare
  moved bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold streak days')) then
    return null;
  end if;
  with taken as (
    delete from streak_day_deltas
    where ctid = any (array(select ctid from streak_day_deltas limit 250000))
    returning *
  ), counts as (
    insert into streak_days as d
    select day, streak, sum(readers) from taken where streak = 0 or day >= oldest
    group by 1, 2 having sum(readers) <> 0 order by 1, 2
    on conflict (day, streak) do update set readers = d.readers + excluded.readers
  ), taken_weeks as (
    delete from streak_week_deltas
    where ctid = any (array(select ctid from streak_week_deltas limit 250000))
    returning *
  ), weeks as (
    insert into streak_weeks as w
    select week, first_week, sum(readers) from taken_weeks
    where week in (select week from streak_weeks_counted)
    group by 1, 2 having sum(readers) <> 0 order by 1, 2
    on conflict (week, first_week) do update set readers = w.readers + excluded.readers
  )
  select count(*) into moved from taken;
  return moved;
end
$$;

--
-- Name: fold_ticket_counts(integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.fold_ticket_counts(at_most integer) RETURNS integer
    LANGUAGE plpgsql
    AS $$
declare
  moved integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('ticket_counts')) then
    return null;
  end if;
  with deltas as (
    delete from ticket_count_deltas
    where ctid = any (array(select ctid from ticket_count_deltas limit at_most))
    returning *
  ), hours as (
    insert into ticket_counts as ledger (hour, open, in_progress, resolved, closed)
    select hour, sum(open), sum(in_progress), sum(resolved), sum(closed)
    from deltas group by 1 order by 1
    on conflict (hour) do update set
      open = ledger.open + excluded.open,
      in_progress = ledger.in_progress + excluded.in_progress,
      resolved = ledger.resolved + excluded.resolved,
      closed = ledger.closed + excluded.closed
  ), categories as (
    insert into ticket_category_counts as ledger (main, hour, open, in_progress, resolved, closed)
    select main, hour, sum(open), sum(in_progress), sum(resolved), sum(closed)
    from deltas group by 1, 2 order by 1, 2
    on conflict (main, hour) do update set
      open = ledger.open + excluded.open,
      in_progress = ledger.in_progress + excluded.in_progress,
      resolved = ledger.resolved + excluded.resolved,
      closed = ledger.closed + excluded.closed
  )
  select count(*) into moved from deltas;
  return moved;
end
$$;

--
-- Name: half_word_query(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.half_word_query(half text) RETURNS tsquery
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select to_tsquery('simple', without_accents(half) || ':*') || coalesce((
    select string_agg(distinct quote_literal(stem), ' | ')::tsquery
    from unnest(array[
      'a', 'e', 'o', 's', 'es', 'ta', 'te', 'to', 'de', 'do', 'co', 'mo', 'so', 'vo', 'nte', 'nto', 'mos', 'ade',
      'sta', 'smo', 'ente', 'ento', 'mente', 'mento'
    ]) ending, unnest(ts_lexize('portuguese_stem', unaccented_form(half || ending))) stem
    where length(stem) between 3 and length(half) and not starts_with(stem, without_accents(half))
  ), '')
$$;

--
-- Name: insert_hint_of_act(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.insert_hint_of_act() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into hints (target) values (new.target) on conflict do nothing;
  return null;
end
$$;

--
-- Name: insert_hint_of_row(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.insert_hint_of_row() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into hints (target) values ('ticket:' || coalesce(new.ticket_id, old.ticket_id)) on conflict do nothing;
  if tg_nargs > 0 then
    insert into hints (target) values (tg_argv[0] || ':' || coalesce(new.id, old.id)) on conflict do nothing;
  end if;
  return null;
end
$$;

--
-- Name: insert_pending_attachment(integer, text, text, text, text, timestamp with time zone, timestamp with time zone, integer, bigint, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.insert_pending_attachment(for_ticket integer, by_email text, with_name text, at_path text, of_type text, at timestamp with time zone, leased_until timestamp with time zone, per_ticket integer, bytes_per_day bigint, largest integer) RETURNS TABLE(attachment_id integer, refusal text)
    LANGUAGE plpgsql
    AS $$
declare
  taken bigint;
  former text;
  ticket tickets;
begin
  ticket.merged_into := for_ticket;
  while ticket.merged_into is not null loop
    select * into ticket from tickets where id = ticket.merged_into for key share;
    if ticket.erased_as_of = ticket.updated_at then
      return query select null::integer, 'erased';
      return;
    end if;
    if ticket.id = for_ticket then
      former := ticket.requester_email;
    end if;
  end loop;
  perform pg_advisory_xact_lock(hashtext('attachments.ticket'), ticket.id);
  select count(*) into taken from attachments a where a.ticket_id = ticket.id and a.state <> 'deleting';
  if taken >= per_ticket then
    return query select null::integer, 'ticket';
    return;
  end if;
  if bytes_per_day is not null and by_email is not null then
    perform pg_advisory_xact_lock(hashtext('attachments.person'), hashtext(by_email));
    select coalesce(sum(coalesce(a.size, largest)), 0) into taken from attachments a
    where a.uploader_email = by_email and a.created_at > at - interval '1 day' and a.state <> 'deleting';
    if taken >= bytes_per_day then
      return query select null::integer, 'person';
      return;
    end if;
  end if;
  return query
    insert into attachments (state, ticket_id, uploader_email, person_email, name, path, type, created_at, lease_until)
    values (
      'pending', ticket.id, by_email, nullif(case when bytes_per_day is null then former else coalesce(by_email, former) end, ticket.requester_email), with_name, at_path, of_type, at, leased_until
    ) returning id, null::text;
end
$$;

--
-- Name: tags; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tags (
    id integer NOT NULL,
    name text NOT NULL,
    color text NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    revision integer DEFAULT 1 NOT NULL
);

--
-- Name: insert_tag(text, text, boolean); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.insert_tag(tag_name text, tag_color text, as_default boolean) RETURNS SETOF public.tags
    LANGUAGE plpgsql
    AS $$
declare
  new_id integer;
begin
  if as_default then
    perform lock_default_tag();
  end if;
  insert into tags (name, color) values (tag_name, tag_color) on conflict do nothing returning id into new_id;
  if new_id is null then
    return;
  end if;
  if as_default then
    perform make_default_tag(new_id);
  end if;
  return query select * from tags where id = new_id;
end
$$;

--
-- Name: is_handling(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.is_handling(role text, action text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$
  select role in ('agent', 'editor', 'admin') and action !~ '^(inbound\.|tickets\.(create|addMessage|holdReply|import)$)'
$_$;

--
-- Name: last_replier(integer, timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.last_replier(of_ticket integer, until timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE
    AS $$
  select author from ticket_messages
  where ticket_id = of_ticket and origin <> 'requester' and not automatic and created_at <= until
  order by id desc limit 1
$$;

--
-- Name: last_run(datemultirange); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.last_run(days datemultirange) RETURNS integer
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
declare
  runs daterange[] := array(select unnest(days));
  latest daterange := runs[cardinality(runs)];
begin
  return coalesce(upper(latest) - lower(latest), 0);
end
$$;

--
-- Name: lock_default_tag(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.lock_default_tag() RETURNS void
    LANGUAGE sql
    AS $$
  select pg_advisory_xact_lock(hashtext('tags.is_default'))
$$;

--
-- Name: lock_new_members(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.lock_new_members() RETURNS void
    LANGUAGE sql
    AS $$ select pg_advisory_xact_lock(hashtext('new group members')) $$;

--
-- Name: lock_new_members_shared(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.lock_new_members_shared() RETURNS void
    LANGUAGE sql
    AS $$ select pg_advisory_xact_lock_shared(hashtext('new group members')) $$;

--
-- Name: longest_run(datemultirange); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.longest_run(days datemultirange) RETURNS integer
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
begin
  return coalesce((select max(upper(run) - lower(run)) from unnest(days) run), 0);
end
$$;

--
-- Name: make_default_tag(integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.make_default_tag(tag_id integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  perform lock_default_tag();
  update tags set is_default = false, updated_at = now() where is_default and id <> tag_id;
  update tags set is_default = true, updated_at = now() where id = tag_id and not is_default;
end
$$;

--
-- Name: new_quiz_id(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.new_quiz_id() RETURNS uuid
    LANGUAGE sql
    AS $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
    from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

--
-- Name: note_changed_attempts(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_changed_attempts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into public.quiz_count_changes select distinct quiz_id from changed;
  return null;
end
$$;

--
-- Name: note_late_attempt(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_late_attempt() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if exists (
    select from public.quizzes
    where id = new.quiz_id and quiz_date < (greatest(new.attempted_at, now()) at time zone 'America/Sao_Paulo')::date
  ) then
    insert into public.quiz_count_changes values (new.quiz_id);
  end if;
  return null;
end
$$;

--
-- Name: note_response_day(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_response_day() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into changed_response_days (day) values ((new.opened_at at time zone 'America/Sao_Paulo')::date);
  return null;
end
$$;

--
-- Name: note_response_days(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_response_days() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into changed_response_days (day)
  select distinct (opened_at at time zone 'America/Sao_Paulo')::date from changed_responses;
  return null;
end
$$;

--
-- Name: note_streak_weeks(datemultirange, date, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_streak_weeks(days datemultirange, first_week date, change integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  run daterange;
  week date;
  noted date;
begin
  for run in select unnest(days) loop
    week := week_of(lower(run));
    if week = noted then
      week := week + 7;
    end if;
    while week < upper(run) loop
      insert into streak_week_deltas values (week, first_week, change);
      noted := week;
      week := week + 7;
    end loop;
  end loop;
end
$$;

--
-- Name: note_ticket_day(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.note_ticket_day() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into changed_response_days (day) values ((new.created_at at time zone 'America/Sao_Paulo')::date);
  return null;
end
$$;

--
-- Name: pseudonymise_audit(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.pseudonymise_audit(email text, pseudonym text) RETURNS integer
    LANGUAGE plpgsql
    AS $$
declare
  changed integer;
begin
  perform set_config('leitor.audit_maintenance', 'UPDATE', true);
  update audit_log set
    actor = case when actor_email = email then pseudonym else actor end,
    actor_email = case when actor_email = email then null else actor_email end,
    acting_for = case when acting_for = email then pseudonym else acting_for end,
    target = case when target in ('account:' || email, 'streak:' || email) then replace(target, email, pseudonym) else target end,
    changes = case when target in ('account:' || email, 'streak:' || email)
      then (select coalesce(jsonb_agg(jsonb_build_object('field', change -> 'field')), '[]') from jsonb_array_elements(changes) change)
      else changes end
  where actor_email = email or acting_for = email or target = 'account:' || email or target = 'streak:' || email;
  get diagnostics changed = row_count;
  perform set_config('leitor.audit_maintenance', '', true);
  return changed;
end
$$;

--
-- Name: publish_event(text, text, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.publish_event(event_type text, reader text, event_data jsonb) RETURNS bigint
    LANGUAGE sql
    AS $$
  with event as materialized (
    select gen_random_uuid() as id
  ), stored as (
    insert into webhook_deliveries (webhook_id, event_id, type, email, data)
    select w.id, event.id, event_type, reader, event_data
    from webhooks w, event
    where event_type = any (w.events)
    returning id
  )
  select count(*) from stored
$$;

--
-- Name: rebuild_ticket_counts(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.rebuild_ticket_counts() RETURNS bigint
    LANGUAGE plpgsql
    SET work_mem TO '256MB'
    AS $$
begin
  perform pg_advisory_xact_lock(hashtext('ticket_counts'));
  create temporary table right_counts on commit drop as
  select main, hour, sum(open) as open, sum(in_progress) as in_progress, sum(resolved) as resolved, sum(closed) as closed
  from (
    select
      main collate "C" as main,
      date_trunc('hour', created_at, 'UTC') as hour,
      count(*) filter (where status = 'open') as open,
      count(*) filter (where status = 'in_progress') as in_progress,
      count(*) filter (where status = 'resolved') as resolved,
      count(*) filter (where status = 'closed') as closed
    from tickets
    group by 1, 2
    union all
    select main, hour, - open, - in_progress, - resolved, - closed from ticket_count_deltas
  ) parts
  group by 1, 2
  having sum(open) <> 0 or sum(in_progress) <> 0 or sum(resolved) <> 0 or sum(closed) <> 0;
  analyze right_counts;

  delete from ticket_category_counts ledger
  where not exists (select from right_counts r where r.main = ledger.main and r.hour = ledger.hour);
  insert into ticket_category_counts (main, hour, open, in_progress, resolved, closed)
  select r.main, r.hour, r.open, r.in_progress, r.resolved, r.closed
  from right_counts r
  left join ticket_category_counts l using (main, hour)
  where (r.open, r.in_progress, r.resolved, r.closed) is distinct from (l.open, l.in_progress, l.resolved, l.closed)
  order by 1, 2
  on conflict (main, hour) do update set
    open = excluded.open,
    in_progress = excluded.in_progress,
    resolved = excluded.resolved,
    closed = excluded.closed;

  delete from ticket_counts ledger
  where not exists (select from right_counts r where r.hour = ledger.hour);
  insert into ticket_counts (hour, open, in_progress, resolved, closed)
  select r.hour, r.open, r.in_progress, r.resolved, r.closed
  from (
    select hour, sum(open) as open, sum(in_progress) as in_progress, sum(resolved) as resolved, sum(closed) as closed
    from right_counts group by hour
  ) r
  left join ticket_counts l using (hour)
  where (r.open, r.in_progress, r.resolved, r.closed) is distinct from (l.open, l.in_progress, l.resolved, l.closed)
  order by 1
  on conflict (hour) do update set
    open = excluded.open,
    in_progress = excluded.in_progress,
    resolved = excluded.resolved,
    closed = excluded.closed;

  drop table right_counts;
  return (
    select coalesce(sum(open + in_progress + resolved + closed), 0)
    from (table ticket_counts union all select hour, open, in_progress, resolved, closed from ticket_count_deltas) counts
  );
end
$$;

--
-- Name: refresh_lexeme_df(integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refresh_lexeme_df(sampled integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  total bigint;
  share double precision;
begin
  -- An estimate, as counting a million rows takes longer than sampling them; a table never
  -- analysed is counted.
  select greatest(reltuples, -1) into total from pg_class where oid = 'ticket_search'::regclass;
  if total < sampled then
    select count(*) into total from ticket_search;
  end if;
  share := least(100, 100.0 * sampled / greatest(total, 1));
  create temporary table sampled_df on commit drop as
    select word as lexeme, ceil(ndoc * 100 / share)::integer as ndoc
    from ts_stat(format('select tsv from ticket_search tablesample system (%s)', share))
    where ndoc > 1;
  -- Readers go on with the former counts until the commit.
  delete from lexeme_df d where not exists (select from sampled_df s where s.lexeme = d.lexeme);
  insert into lexeme_df (lexeme, ndoc) select lexeme, ndoc from sampled_df
  on conflict (lexeme) do update set ndoc = excluded.ndoc where lexeme_df.ndoc <> excluded.ndoc;
end
$$;

--
-- Name: refresh_ticket_messages(integer[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refresh_ticket_messages(ticket_ids integer[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  update tickets t set waiting_since = ticket_waiting_since(t.id)
  where t.id = any (ticket_ids) and t.status in ('open', 'in_progress')
    and t.waiting_since is distinct from ticket_waiting_since(t.id);
  update ticket_texts x set tsv = ticket_text(t.id, t.subject), unaccented = true from tickets t
  where x.ticket_id = t.id and t.id = any (ticket_ids);
end
$$;

--
-- Name: refresh_ticket_responses(integer[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refresh_ticket_responses(ticket_ids integer[]) RETURNS void
    LANGUAGE sql
    AS $$
  update ticket_responses r
  set first_reply_at = f.created_at, first_reply_by = f.author, resolved_by = f.resolved_by
  from (
    select x.ticket_id, m.created_at, m.author,
      case when x.resolved_at is not null then last_replier(x.ticket_id, x.resolved_at) end as resolved_by
    from ticket_responses x
    left join lateral (
      select created_at, author from ticket_messages
      where ticket_id = x.ticket_id and origin <> 'requester' and not automatic order by id limit 1
    ) m on true
    where x.ticket_id = any (ticket_ids)
  ) f
  where r.ticket_id = f.ticket_id
    and (r.first_reply_at, r.first_reply_by, r.resolved_by) is distinct from (f.created_at, f.author, f.resolved_by)
$$;

--
-- Name: refresh_ticket_search(integer[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refresh_ticket_search(ticket_ids integer[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  delete from ticket_search s using tickets t
  where s.ticket_id = any (ticket_ids) and t.id = s.ticket_id
    and (t.status not in ('resolved', 'closed') or s.tsv is distinct from ticket_question_tsv(t.subject, (
      select m.body from ticket_messages m where m.ticket_id = t.id and m.origin = 'requester' order by m.id limit 1
    )));

  insert into ticket_search (ticket_id, tsv)
  select t.id, ticket_question_tsv(t.subject, (
    select m.body from ticket_messages m where m.ticket_id = t.id and m.origin = 'requester' order by m.id limit 1
  ))
  from tickets t
  where t.id = any (ticket_ids) and t.status in ('resolved', 'closed')
    and exists (select from ticket_messages m where m.ticket_id = t.id and m.origin = 'agent')
  on conflict (ticket_id) do nothing;
end
$$;

--
-- Name: refuse_audit_change(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if current_setting('leitor.audit_maintenance', true) = tg_op then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end
$$;

--
-- Name: respond_to_changed_messages(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.respond_to_changed_messages() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform refresh_ticket_responses((
    select array_agg(distinct ticket_id)
    from (table old_messages union all table new_messages) changed where origin <> 'requester'
  ));
  return null;
end
$$;

--
-- Name: respond_to_new_tickets(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.respond_to_new_tickets() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into ticket_responses (ticket_id, opened_at, resolved_at)
  select id, created_at, case when status in ('resolved', 'closed') then updated_at end from new_tickets;
  return null;
end
$$;

--
-- Name: respond_to_removed_messages(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.respond_to_removed_messages() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform refresh_ticket_responses((select array_agg(distinct ticket_id) from old_messages where origin <> 'requester'));
  return null;
end
$$;

--
-- Name: respond_to_reply(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.respond_to_reply() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update ticket_responses set first_reply_at = new.created_at, first_reply_by = new.author
  where ticket_id = new.ticket_id and first_reply_at is null;
  return null;
end
$$;

--
-- Name: respond_to_status(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.respond_to_status() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if new.status in ('resolved', 'closed') then
    update ticket_responses
    set resolved_at = new.updated_at, resolved_by = last_replier(new.id, new.updated_at)
    where ticket_id = new.id and resolved_at is null;
  else
    update ticket_responses set resolved_at = null, resolved_by = null
    where ticket_id = new.id and resolved_at is not null;
  end if;
  return null;
end
$$;

--
-- Name: rule_matches(jsonb, text, text, text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.rule_matches(conditions jsonb, sender text, subject text, main text, body text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select (conditions ->> 'from' is null or coalesce(conditions ->> 'from' in (sender, split_part(sender, '@', 2)), false))
    and (conditions ->> 'main' is null or rule_text(main) = rule_text(conditions ->> 'main'))
    and (conditions ->> 'subject' is null or strpos(rule_text(subject), rule_text(conditions ->> 'subject')) > 0)
    and (conditions ->> 'body' is null or strpos(rule_text(left(body, 10000)), rule_text(conditions ->> 'body')) > 0)
$$;

--
-- Name: rule_text(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.rule_text(given text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select without_accents(replace(replace(given, E'\r', ''), E'\n', ' '))
$$;

--
-- Name: search_query(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.search_query(search text) RETURNS tsquery
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select websearch_to_tsquery('portuguese', search) || websearch_to_tsquery('portuguese', unaccented_form(search))
$$;

--
-- Name: stay_erased(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.stay_erased() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.erased_as_of := new.updated_at;
  return new;
end
$$;

--
-- Name: text_after_ticket(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.text_after_ticket() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into ticket_texts (ticket_id, tsv, unaccented) values (new.id, ticket_text(new.id, new.subject), true)
  on conflict (ticket_id) do update set tsv = excluded.tsv, unaccented = true;
  return null;
end
$$;

--
-- Name: ticket_question_tsv(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.ticket_question_tsv(subject text, question text) RETURNS tsvector
    LANGUAGE sql STABLE
    AS $$
  select to_tsvector('portuguese', left(subject, 1000) || ' ' || left(coalesce(question, ''), 20000))
$$;

--
-- Name: ticket_search_after_messages(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.ticket_search_after_messages() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  settled integer[];
begin
  select array_agg(distinct t.id) into settled
  from new_messages m join tickets t on t.id = m.ticket_id
  where t.status in ('resolved', 'closed') and m.origin <> 'ai';
  if settled is not null then
    perform refresh_ticket_search(settled);
  end if;
  return null;
end
$$;

--
-- Name: ticket_search_after_tickets(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.ticket_search_after_tickets() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  changed integer[];
begin
  select array_agg(n.id) into changed
  from new_tickets n join old_tickets o on o.id = n.id
  where (n.status in ('resolved', 'closed')) <> (o.status in ('resolved', 'closed'))
    or (n.status in ('resolved', 'closed') and n.subject <> o.subject);
  if changed is not null then
    perform refresh_ticket_search(changed);
  end if;
  return null;
end
$$;

--
-- Name: ticket_text(integer, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.ticket_text(of_ticket integer, subject text) RETURNS tsvector
    LANGUAGE plpgsql STABLE
    AS $$
declare
  searchable constant integer := 200000;
  texts text[] := array[subject, (select t.requester_name from tickets t where t.id = of_ticket)];
  room integer := searchable - length(subject);
  message text;
begin
  for message in select left(concat_ws(' ', m.body, m.unsent), 50000) from ticket_messages m where m.ticket_id = of_ticket order by m.id loop
    texts := array_append(texts, message);
    room := room - length(message) - 1;
    exit when room <= 0;
  end loop;
  return words_of(left(array_to_string(texts, ' '), searchable));
end
$$;

--
-- Name: ticket_waiting_since(integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.ticket_waiting_since(of_ticket integer) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
  select least(
    (
      select min(m.created_at) from ticket_messages m
      where m.ticket_id = of_ticket and m.origin = 'requester' and not m.automatic and m.id > coalesce(reply.id, 0)
    ),
    (
      select min(coalesce(o.last_attempt_at, o.created_at)) from outbox o
      where o.ticket_id = of_ticket and o.status::text in ('failed', 'bounced')
        and coalesce(o.returned_at, o.last_attempt_at) > coalesce(reply.created_at, '-infinity')
    )
  )
  from (select) one left join lateral (
    select r.id, r.created_at from ticket_messages r
    where r.ticket_id = of_ticket and r.origin <> 'requester' and not r.automatic and not exists (
      select from outbox o where o.message_id = r.id and o.status::text in ('failed', 'bounced')
    ) order by r.id desc limit 1
  ) reply on true
$$;

--
-- Name: touch_quizzes(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.touch_quizzes() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  update quizzes set revision = revision + 1 where id in (select quiz_id from changed);
  return null;
end
$$;

--
-- Name: unaccented_form(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.unaccented_form(given text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select regexp_replace(without_accents(given), '(\w)oes\M', '\1ao', 'g')
$$;

--
-- Name: wait_after_mail(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.wait_after_mail() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update tickets t set waiting_since = ticket_waiting_since(t.id)
  where t.id = new.ticket_id and t.status in ('open', 'in_progress')
    and t.waiting_since is distinct from ticket_waiting_since(t.id);
  return null;
end
$$;

--
-- Name: wait_after_status(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.wait_after_status() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.waiting_since := case when new.status in ('open', 'in_progress') then ticket_waiting_since(new.id) end;
  if new.status in ('resolved', 'closed') then
    delete from ticket_snoozes where ticket_id = new.id;
  end if;
  return new;
end
$$;

--
-- Name: week_of(date); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.week_of(day date) RETURNS date
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select date_trunc('week', day::timestamp)::date
$$;

--
-- Name: without_accents(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.without_accents(given text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select lower(regexp_replace(normalize(given, nfd), '[\u0300-\u036f]', '', 'g'))
$$;

--
-- Name: words_of(text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.words_of(given text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select strip(to_tsvector('portuguese', given)) || to_tsvector('portuguese', unaccented_form(given))
$$;

--
-- Name: accounts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.accounts (
    email text NOT NULL COLLATE pg_catalog."C",
    name text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    subscription_id text,
    subscription_status text,
    CONSTRAINT accounts_email_check CHECK ((email = lower((email COLLATE "C"))))
);

--
-- Name: token_revocations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.token_revocations (
    id integer NOT NULL,
    email_hash bytea,
    token_id text,
    revoked_from timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT token_revocations_check CHECK ((num_nonnulls(email_hash, token_id) = 1))
);

--
-- Name: token_revocations_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.token_revocations ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.token_revocations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: api_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_keys (
    id integer DEFAULT nextval('public.token_revocations_id_seq'::regclass) NOT NULL,
    token_hash bytea NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    domains text[],
    created_by text NOT NULL,
    owner_email text COLLATE pg_catalog."C",
    parent_id integer,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT api_keys_owner_email_check CHECK ((owner_email = lower(owner_email))),
    CONSTRAINT api_keys_role_check CHECK ((role = ANY (ARRAY['reader'::text, 'agent'::text, 'editor'::text, 'admin'::text])))
);

--
-- Name: attachments; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.attachments (
    id integer NOT NULL,
    ticket_id integer NOT NULL,
    message_id integer,
    uploader_email text,
    name text NOT NULL,
    path text NOT NULL,
    type text NOT NULL,
    state public.attachment_state DEFAULT 'arriving'::public.attachment_state NOT NULL,
    lease_until timestamp with time zone,
    size integer,
    sha256 bytea,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    scan_due_at timestamp with time zone,
    person_email text COLLATE pg_catalog."C",
    inline boolean DEFAULT false NOT NULL,
    held boolean DEFAULT false NOT NULL,
    note_id integer,
    CONSTRAINT attachments_check CHECK (((state = 'ready'::public.attachment_state) = (lease_until IS NULL))),
    CONSTRAINT attachments_check1 CHECK (((state <> 'ready'::public.attachment_state) OR ((size IS NOT NULL) AND (sha256 IS NOT NULL))))
);

--
-- Name: attachments_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.attachments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.attachments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: audit_log; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_log (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    actor text NOT NULL,
    actor_email text,
    role text NOT NULL,
    acting_for text,
    channel text NOT NULL,
    action text NOT NULL,
    target text NOT NULL,
    outcome text DEFAULT 'done'::text NOT NULL,
    request_id text,
    changes jsonb DEFAULT '[]'::jsonb NOT NULL,
    client text,
    CONSTRAINT audit_log_channel_check CHECK ((channel = ANY (ARRAY['http'::text, 'trpc'::text, 'job'::text]))),
    CONSTRAINT audit_log_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text])))
)
PARTITION BY RANGE (at);

--
-- Name: audit_log_default; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.audit_log_default (
    id bigint CONSTRAINT audit_log_id_not_null NOT NULL,
    at timestamp with time zone CONSTRAINT audit_log_at_not_null NOT NULL,
    actor text CONSTRAINT audit_log_actor_not_null NOT NULL,
    actor_email text,
    role text CONSTRAINT audit_log_role_not_null NOT NULL,
    acting_for text,
    channel text CONSTRAINT audit_log_channel_not_null NOT NULL,
    action text CONSTRAINT audit_log_action_not_null NOT NULL,
    target text CONSTRAINT audit_log_target_not_null NOT NULL,
    outcome text DEFAULT 'done'::text CONSTRAINT audit_log_outcome_not_null NOT NULL,
    request_id text,
    changes jsonb DEFAULT '[]'::jsonb CONSTRAINT audit_log_changes_not_null NOT NULL,
    client text,
    CONSTRAINT audit_log_channel_check CHECK ((channel = ANY (ARRAY['http'::text, 'trpc'::text, 'job'::text]))),
    CONSTRAINT audit_log_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02');

--
-- Name: audit_log_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.audit_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: batch_replies; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.batch_replies (
    batch text NOT NULL,
    ticket_id integer NOT NULL,
    message_id integer NOT NULL,
    confidence double precision NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

--
-- Name: changed_response_days; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.changed_response_days (
    day date NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='2000', autovacuum_vacuum_insert_threshold='-1');

--
-- Name: days_for_all; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.days_for_all (
    id integer NOT NULL,
    day date NOT NULL,
    reason text NOT NULL,
    readers integer DEFAULT 0 NOT NULL,
    done boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone
);

--
-- Name: days_for_all_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.days_for_all ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.days_for_all_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: embedding_sets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.embedding_sets (
    id integer NOT NULL,
    model text NOT NULL,
    dimensions integer NOT NULL,
    shortened boolean NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ready_at timestamp with time zone,
    CONSTRAINT embedding_sets_dimensions CHECK (((dimensions >= 1) AND (dimensions <= 4000)))
);

--
-- Name: embedding_sets_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.embedding_sets ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.embedding_sets_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: erasures; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.erasures (
    id uuid NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    records jsonb NOT NULL,
    unrecorded text
);

--
-- Name: group_invites; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.group_invites (
    id integer NOT NULL,
    group_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    max_uses integer,
    uses integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL
);

--
-- Name: group_invites_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.group_invites ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.group_invites_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: group_members; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.group_members (
    group_id uuid NOT NULL,
    email text NOT NULL COLLATE pg_catalog."C",
    added bigint NOT NULL,
    current_streak integer DEFAULT 0 NOT NULL,
    max_streak integer DEFAULT 0 NOT NULL,
    last_interaction bigint,
    name text,
    anonymous boolean DEFAULT false NOT NULL,
    CONSTRAINT group_members_email_check CHECK ((email = lower((email COLLATE "C"))))
)
WITH (fillfactor='80');

--
-- Name: group_members_added_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.group_members ALTER COLUMN added ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.group_members_added_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: groups; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.groups (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    description text,
    is_public boolean NOT NULL,
    owner_email text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT groups_owner_email_check CHECK ((owner_email = lower((owner_email COLLATE "C"))))
);

--
-- Name: hints; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.hints (
    xact xid8 DEFAULT pg_current_xact_id() NOT NULL,
    target text NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL
);

--
-- Name: idempotency_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.idempotency_keys (
    caller text NOT NULL,
    path text NOT NULL,
    key text NOT NULL,
    run uuid NOT NULL,
    lease_until timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    body_hash bytea,
    status smallint,
    body json,
    caller_email text,
    CONSTRAINT idempotency_keys_check CHECK (((status IS NULL) OR ((body_hash IS NOT NULL) AND (body IS NOT NULL))))
)
WITH (autovacuum_vacuum_scale_factor='0.02');

--
-- Name: imported_tickets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.imported_tickets (
    external_hash bytea NOT NULL
);

--
-- Name: inbound_mails; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.inbound_mails (
    id integer NOT NULL,
    dedupe_key text NOT NULL,
    source text NOT NULL,
    sender text,
    outcome text NOT NULL,
    reason text,
    ticket_id integer,
    message_id integer,
    attachments_pending boolean DEFAULT false NOT NULL,
    raw bytea,
    received_at timestamp with time zone NOT NULL,
    attachments_done integer DEFAULT 0 NOT NULL,
    mail_id text,
    verified boolean DEFAULT false NOT NULL,
    subject text,
    content_hash text,
    original_id integer,
    looked_at timestamp with time zone,
    note_id integer,
    CONSTRAINT inbound_mails_outcome_check CHECK ((outcome = ANY (ARRAY['new-ticket'::text, 'reply'::text, 'automatic'::text, 'ignored'::text, 'quarantined'::text]))),
    CONSTRAINT inbound_mails_source_check CHECK ((source = ANY (ARRAY['imap'::text, 'gateway'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02');

--
-- Name: inbound_mails_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.inbound_mails ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.inbound_mails_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: inbound_originals; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.inbound_originals (
    id integer NOT NULL,
    hash text NOT NULL,
    path text NOT NULL,
    bytes integer NOT NULL,
    stored boolean DEFAULT false NOT NULL,
    automatic boolean,
    unwanted boolean DEFAULT false NOT NULL,
    kept_at timestamp with time zone DEFAULT now() NOT NULL
);

--
-- Name: inbound_originals_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.inbound_originals ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.inbound_originals_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: inbound_positions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.inbound_positions (
    mailbox text NOT NULL,
    uid_validity text NOT NULL,
    last_uid bigint NOT NULL,
    read_at timestamp with time zone NOT NULL
);

--
-- Name: inbound_readings; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.inbound_readings (
    mail_hash text NOT NULL,
    attempts integer NOT NULL,
    started_at timestamp with time zone NOT NULL
);

--
-- Name: job_runs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.job_runs (
    job text NOT NULL,
    scheduled_for timestamp with time zone NOT NULL,
    owner text NOT NULL,
    attempts integer DEFAULT 1 NOT NULL,
    lease_until timestamp with time zone NOT NULL,
    retry_at timestamp with time zone,
    started_at timestamp with time zone NOT NULL,
    done_at timestamp with time zone,
    error text
);

--
-- Name: lexeme_df; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.lexeme_df (
    lexeme text NOT NULL,
    ndoc integer NOT NULL
);

--
-- Name: macros; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.macros (
    id integer NOT NULL,
    owner_email text COLLATE pg_catalog."C",
    name text NOT NULL,
    shared boolean NOT NULL,
    actions jsonb NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT macros_owner_email_check CHECK ((owner_email = lower(owner_email)))
);

--
-- Name: macros_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.macros ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.macros_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: model_tokens; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.model_tokens (
    day date NOT NULL,
    tokens bigint NOT NULL,
    CONSTRAINT model_tokens_tokens_check CHECK ((tokens >= 0))
);

--
-- Name: newsletter_events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.newsletter_events (
    uid text NOT NULL,
    type text NOT NULL,
    subject_id text,
    received_at timestamp with time zone DEFAULT now() NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    lease_until timestamp with time zone,
    error text,
    CONSTRAINT newsletter_events_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text, 'ignored'::text, 'failed'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02');

--
-- Name: note_mentions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.note_mentions (
    note_id integer NOT NULL,
    email text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT note_mentions_email_check CHECK ((email = lower((email COLLATE "C"))))
);

--
-- Name: note_recipients; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.note_recipients (
    note_id integer NOT NULL,
    email text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT note_recipients_email_check CHECK ((email = lower((email COLLATE "C"))))
);

--
-- Name: outbox; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.outbox (
    id integer NOT NULL,
    ticket_id integer NOT NULL,
    message_id integer,
    mail_id text NOT NULL,
    recipient text NOT NULL,
    recipient_name text,
    subject text NOT NULL,
    status public.mail_status DEFAULT 'pending'::public.mail_status NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    lease_until timestamp with time zone,
    last_attempt_at timestamp with time zone,
    error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    undo_until timestamp with time zone,
    attempts_before integer DEFAULT 0 NOT NULL,
    returned_at timestamp with time zone,
    automatic boolean DEFAULT false NOT NULL,
    cc jsonb DEFAULT '[]'::jsonb NOT NULL,
    attachment_ids integer[] DEFAULT '{}'::integer[] NOT NULL,
    sender_email text COLLATE pg_catalog."C",
    resolved_from public.ticket_status,
    claims integer DEFAULT 0 NOT NULL,
    content jsonb,
    held_at timestamp with time zone,
    note_id integer
)
WITH (autovacuum_vacuum_scale_factor='0.02');

--
-- Name: outbox_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: preferences; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.preferences (
    email text NOT NULL COLLATE pg_catalog."C",
    preferences text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT preferences_email_check CHECK ((email = lower((email COLLATE "C"))))
);

--
-- Name: previous_signing_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.previous_signing_keys (
    id bigint NOT NULL,
    name text NOT NULL,
    value bytea NOT NULL,
    valid_until timestamp with time zone NOT NULL
);

--
-- Name: previous_signing_keys_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.previous_signing_keys ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.previous_signing_keys_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: quick_replies; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.quick_replies (
    id integer NOT NULL,
    title text NOT NULL,
    content text NOT NULL,
    category text NOT NULL,
    shortcut text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

--
-- Name: quick_replies_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.quick_replies ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.quick_replies_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: quick_reply_vectors; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.quick_reply_vectors (
    quick_reply_id integer NOT NULL,
    set_id integer NOT NULL,
    hash text NOT NULL,
    embedding real[] NOT NULL
);

--
-- Name: quiz_attempts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.quiz_attempts (
    quiz_id uuid NOT NULL,
    email text NOT NULL COLLATE pg_catalog."C",
    answers jsonb NOT NULL,
    correct_answers integer NOT NULL,
    passed boolean NOT NULL,
    attempted_at timestamp with time zone NOT NULL,
    CONSTRAINT quiz_attempts_email_check CHECK ((email = lower((email COLLATE "C"))))
)
PARTITION BY RANGE (quiz_id);

--
-- Name: quiz_attempts_default; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.quiz_attempts_default (
    quiz_id uuid CONSTRAINT quiz_attempts_quiz_id_not_null NOT NULL,
    email text CONSTRAINT quiz_attempts_email_not_null NOT NULL COLLATE pg_catalog."C",
    answers jsonb CONSTRAINT quiz_attempts_answers_not_null NOT NULL,
    correct_answers integer CONSTRAINT quiz_attempts_correct_answers_not_null NOT NULL,
    passed boolean CONSTRAINT quiz_attempts_passed_not_null NOT NULL,
    attempted_at timestamp with time zone CONSTRAINT quiz_attempts_attempted_at_not_null NOT NULL,
    CONSTRAINT quiz_attempts_email_check CHECK ((email = lower((email COLLATE "C"))))
)
WITH (autovacuum_vacuum_scale_factor='0.02');

--
-- Name: quiz_count_changes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.quiz_count_changes (
    quiz_id uuid NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='2000', autovacuum_vacuum_insert_threshold='-1');

--
-- Name: quiz_counts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.quiz_counts (
    quiz_id uuid NOT NULL,
    revision integer NOT NULL,
    counted_at timestamp with time zone NOT NULL,
    counts jsonb NOT NULL
);

--
-- Name: quiz_days; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.quiz_days (
    quiz_date date NOT NULL,
    held boolean DEFAULT false NOT NULL,
    held_reason text,
    failed_at timestamp with time zone,
    failure text,
    failed_edition text,
    draft_failed_at timestamp with time zone,
    missing_at timestamp with time zone,
    draft_mailed_at timestamp with time zone,
    missing_mailed_at timestamp with time zone
);

--
-- Name: quiz_drafts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.quiz_drafts (
    id uuid DEFAULT public.new_quiz_id() NOT NULL,
    quiz_date date NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    edition_id text NOT NULL,
    edition_title text NOT NULL,
    questions jsonb NOT NULL,
    held boolean DEFAULT false NOT NULL,
    held_reason text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    edition_text text,
    refused boolean DEFAULT false NOT NULL,
    edited_at timestamp with time zone
);

--
-- Name: quiz_questions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.quiz_questions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    quiz_id uuid NOT NULL,
    "position" integer NOT NULL,
    question text NOT NULL,
    options text[] NOT NULL,
    correct_answer text NOT NULL,
    explanation text NOT NULL,
    former_answers text[] DEFAULT '{}'::text[] NOT NULL,
    annulled boolean DEFAULT false NOT NULL,
    former_options jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT quiz_questions_check CHECK ((correct_answer = ANY (options)))
);

--
-- Name: quizzes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.quizzes (
    id uuid DEFAULT public.new_quiz_id() NOT NULL,
    quiz_date date NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    min_correct_answers integer DEFAULT 6 NOT NULL,
    edition_id text NOT NULL,
    edition_title text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    unpublished_at timestamp with time zone,
    unpublished_reason text,
    revision integer DEFAULT 1 NOT NULL,
    edition_text text
);

--
-- Name: reader_profiles; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reader_profiles (
    email text NOT NULL COLLATE pg_catalog."C",
    display_name text,
    ranking_visibility text DEFAULT 'public'::text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT reader_profiles_email_check CHECK ((email = lower((email COLLATE "C")))),
    CONSTRAINT reader_profiles_ranking_visibility_check CHECK ((ranking_visibility = ANY (ARRAY['public'::text, 'anonymous'::text, 'hidden'::text])))
);

--
-- Name: reply_drafts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reply_drafts (
    id integer NOT NULL,
    ticket_id integer NOT NULL,
    last_message_id integer NOT NULL,
    generated_html text NOT NULL,
    html text NOT NULL,
    confidence double precision NOT NULL,
    sources jsonb NOT NULL,
    status public.draft_status DEFAULT 'pending'::public.draft_status NOT NULL,
    message_id integer,
    changed_share double precision,
    discard_reason text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_at timestamp with time zone
);

--
-- Name: reply_drafts_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.reply_drafts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.reply_drafts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: rule_runs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.rule_runs (
    message_id integer NOT NULL,
    on_event text NOT NULL,
    answerable boolean NOT NULL,
    arrived_at timestamp with time zone NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    lease_until timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    rule_id integer,
    replied_at timestamp with time zone,
    error text,
    CONSTRAINT rule_runs_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text])))
);

--
-- Name: rules; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.rules (
    id integer NOT NULL,
    name text NOT NULL,
    enabled boolean NOT NULL,
    "position" integer NOT NULL,
    on_event text NOT NULL,
    conditions jsonb NOT NULL,
    macro_id integer NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT rules_on_event_check CHECK ((on_event = ANY (ARRAY['ticket'::text, 'message'::text])))
);

--
-- Name: rules_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.rules ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.rules_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sessions (
    id integer NOT NULL,
    token_hash bytea NOT NULL,
    email text NOT NULL,
    subject text NOT NULL,
    name text,
    role text NOT NULL,
    issued_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    user_agent text,
    CONSTRAINT sessions_role_check CHECK ((role = ANY (ARRAY['reader'::text, 'agent'::text, 'editor'::text, 'admin'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02');

--
-- Name: sessions_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: sign_ins; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sign_ins (
    state_hash bytea NOT NULL,
    nonce text NOT NULL,
    code_verifier text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

--
-- Name: signing_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.signing_keys (
    name text NOT NULL,
    value bytea NOT NULL
);

--
-- Name: streak_blocks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.streak_blocks (
    block integer NOT NULL,
    quarter integer NOT NULL,
    readers bigint NOT NULL
);

--
-- Name: streak_count_deltas; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.streak_count_deltas (
    current_streak integer NOT NULL,
    max_streak integer NOT NULL,
    quarter integer NOT NULL,
    readers integer NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_threshold='5000');

--
-- Name: streak_counts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.streak_counts (
    current_streak integer NOT NULL,
    max_streak integer NOT NULL,
    quarter integer NOT NULL,
    readers bigint NOT NULL
);

--
-- Name: streak_day_deltas; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.streak_day_deltas (
    day date NOT NULL,
    streak integer NOT NULL,
    readers integer NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_threshold='5000');

--
-- Name: streak_days; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.streak_days (
    day date NOT NULL,
    streak integer NOT NULL,
    readers bigint NOT NULL
);

--
-- Name: streak_longest_blocks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.streak_longest_blocks (
    current_streak integer NOT NULL,
    block integer NOT NULL,
    quarter integer NOT NULL,
    readers bigint NOT NULL
);

--
-- Name: streak_reminder_attempts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.streak_reminder_attempts (
    reminder_id bigint NOT NULL,
    day date NOT NULL,
    in_doubt boolean DEFAULT false NOT NULL
);

--
-- Name: streak_reminders; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.streak_reminders (
    email text NOT NULL COLLATE pg_catalog."C",
    id bigint NOT NULL,
    enabled boolean NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    mailed_on date,
    CONSTRAINT streak_reminders_email_check CHECK ((email = lower(email)))
)
WITH (fillfactor='80');

--
-- Name: streak_reminders_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.streak_reminders ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.streak_reminders_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: streak_totals; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.streak_totals (
    current_streak integer NOT NULL,
    quarter integer NOT NULL,
    readers bigint NOT NULL
);

--
-- Name: streak_week_deltas; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.streak_week_deltas (
    week date NOT NULL,
    first_week date NOT NULL,
    readers integer NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_threshold='5000');

--
-- Name: streak_weeks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.streak_weeks (
    week date NOT NULL,
    first_week date NOT NULL,
    readers bigint NOT NULL
);

--
-- Name: streak_weeks_counted; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.streak_weeks_counted (
    week date NOT NULL
);

--
-- Name: streaks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.streaks (
    email text NOT NULL COLLATE pg_catalog."C",
    read_days datemultirange NOT NULL,
    last_interaction_at timestamp with time zone NOT NULL,
    since timestamp with time zone NOT NULL,
    name text,
    current_streak integer GENERATED ALWAYS AS (public.last_run(read_days)) STORED NOT NULL,
    max_streak integer GENERATED ALWAYS AS (public.longest_run(read_days)) STORED NOT NULL,
    active_quarter integer GENERATED ALWAYS AS (floor(((EXTRACT(epoch FROM (last_interaction_at AT TIME ZONE 'UTC'::text)) - (7200)::numeric) / (21600)::numeric))) STORED NOT NULL,
    seniority bigint GENERATED ALWAYS AS (((EXTRACT(epoch FROM (since AT TIME ZONE 'UTC'::text)) * ('-1000000'::integer)::numeric))::bigint) STORED NOT NULL,
    hidden boolean DEFAULT false NOT NULL,
    given_days datemultirange,
    earned_days datemultirange,
    earned_interaction_at timestamp with time zone,
    CONSTRAINT streaks_email_check CHECK ((email = lower((email COLLATE "C")))),
    CONSTRAINT streaks_read_days_check CHECK ((NOT isempty(read_days)))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.05');

--
-- Name: tags_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.tags ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tags_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: team; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.team (
    email text NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT team_role_check CHECK ((role = ANY (ARRAY['agent'::text, 'editor'::text, 'admin'::text])))
);

--
-- Name: ticket_assignments; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_assignments (
    act_id bigint NOT NULL,
    ticket_id integer NOT NULL,
    email text COLLATE pg_catalog."C",
    at timestamp with time zone DEFAULT now() NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02');

--
-- Name: ticket_category_counts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_category_counts (
    main text NOT NULL COLLATE pg_catalog."C",
    hour timestamp with time zone NOT NULL,
    open integer NOT NULL,
    in_progress integer NOT NULL,
    resolved integer NOT NULL,
    closed integer NOT NULL
);

--
-- Name: ticket_change_acts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_change_acts (
    change_id uuid NOT NULL,
    act_id bigint NOT NULL,
    ticket_id integer NOT NULL,
    former_assignee text
);

--
-- Name: ticket_changes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_changes (
    id uuid NOT NULL,
    actor text NOT NULL,
    made_at timestamp with time zone NOT NULL
);

--
-- Name: ticket_composing; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_composing (
    ticket_id integer NOT NULL,
    email text NOT NULL,
    html text,
    revision integer DEFAULT 1 NOT NULL,
    saved_at timestamp with time zone NOT NULL
);

--
-- Name: ticket_count_deltas; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_count_deltas (
    hour timestamp with time zone NOT NULL,
    main text NOT NULL COLLATE pg_catalog."C",
    open integer NOT NULL,
    in_progress integer NOT NULL,
    resolved integer NOT NULL,
    closed integer NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='2000', autovacuum_vacuum_insert_threshold='-1');

--
-- Name: ticket_counts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_counts (
    hour timestamp with time zone NOT NULL,
    open integer NOT NULL,
    in_progress integer NOT NULL,
    resolved integer NOT NULL,
    closed integer NOT NULL
);

--
-- Name: ticket_messages; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_messages (
    id integer NOT NULL,
    ticket_id integer NOT NULL,
    author text NOT NULL,
    origin public.message_origin NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    folded text,
    notice text,
    person_email text COLLATE pg_catalog."C",
    unsent text,
    cc jsonb DEFAULT '[]'::jsonb NOT NULL,
    automatic boolean DEFAULT false NOT NULL,
    missing_files text[] DEFAULT '{}'::text[] NOT NULL
);

--
-- Name: ticket_messages_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.ticket_messages ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ticket_messages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: ticket_notes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_notes (
    id integer NOT NULL,
    ticket_id integer NOT NULL,
    author text NOT NULL,
    body text NOT NULL,
    in_prompt boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    person_email text COLLATE pg_catalog."C",
    outside boolean DEFAULT false NOT NULL,
    folded text,
    notice text
);

--
-- Name: ticket_notes_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.ticket_notes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ticket_notes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: ticket_presence; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_presence (
    ticket_id integer NOT NULL,
    email text NOT NULL,
    name text,
    state text NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    CONSTRAINT ticket_presence_state_check CHECK ((state = ANY (ARRAY['viewing'::text, 'typing'::text])))
);

--
-- Name: ticket_response_changes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_response_changes (
    day date NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='2000', autovacuum_vacuum_insert_threshold='-1');

--
-- Name: ticket_response_days; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_response_days (
    day date NOT NULL,
    by_status boolean DEFAULT false NOT NULL
);

--
-- Name: ticket_response_times; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_response_times (
    grouped_by text NOT NULL COLLATE pg_catalog."C",
    hours text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    measure text NOT NULL COLLATE pg_catalog."C",
    day date NOT NULL,
    part integer NOT NULL,
    tickets integer NOT NULL,
    seconds double precision[] NOT NULL
)
WITH (toast_tuple_target='8160', autovacuum_vacuum_scale_factor='0.05');

--
-- Name: ticket_responses; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_responses (
    ticket_id integer NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    first_reply_at timestamp with time zone,
    first_reply_by text COLLATE pg_catalog."C",
    resolved_at timestamp with time zone,
    resolved_by text COLLATE pg_catalog."C"
);

--
-- Name: ticket_search; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_search (
    ticket_id integer NOT NULL,
    tsv tsvector NOT NULL
);

--
-- Name: ticket_snoozes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_snoozes (
    ticket_id integer NOT NULL,
    until timestamp with time zone NOT NULL,
    hinted boolean DEFAULT false NOT NULL
);

--
-- Name: ticket_tags; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_tags (
    ticket_id integer NOT NULL,
    tag_id integer NOT NULL
);

--
-- Name: ticket_texts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_texts (
    ticket_id integer NOT NULL,
    tsv tsvector NOT NULL,
    unaccented boolean DEFAULT false NOT NULL
);

--
-- Name: ticket_views; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_views (
    id integer NOT NULL,
    owner_email text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    filter jsonb NOT NULL,
    sort text NOT NULL,
    shared boolean NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT ticket_views_owner_email_check CHECK ((owner_email = lower((owner_email COLLATE "C")))),
    CONSTRAINT ticket_views_sort_check CHECK ((sort = ANY (ARRAY['newest'::text, 'waiting'::text, 'updated'::text])))
);

--
-- Name: ticket_views_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.ticket_views ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.ticket_views_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: tickets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tickets (
    id integer NOT NULL,
    subject text NOT NULL,
    main text NOT NULL,
    issue text,
    newsletter text,
    status public.ticket_status DEFAULT 'open'::public.ticket_status NOT NULL,
    requester_email text COLLATE pg_catalog."C",
    requester_name text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    follows_id integer,
    assignee_email text COLLATE pg_catalog."C",
    waiting_since timestamp with time zone,
    merged_into integer,
    erased_as_of timestamp with time zone,
    CONSTRAINT tickets_assignee_email_check CHECK ((assignee_email = lower((assignee_email COLLATE "C")))),
    CONSTRAINT tickets_requester_email_check CHECK ((requester_email = lower((requester_email COLLATE "C"))))
);

--
-- Name: tickets_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.tickets ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tickets_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: webhook_deliveries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.webhook_deliveries (
    id bigint NOT NULL,
    webhook_id integer NOT NULL,
    event_id uuid NOT NULL,
    type text NOT NULL,
    email text COLLATE pg_catalog."C",
    data jsonb NOT NULL,
    occurred_at timestamp with time zone DEFAULT now() NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    first_attempt_at timestamp with time zone,
    last_attempt_at timestamp with time zone,
    response_status integer,
    error text,
    delivered_at timestamp with time zone,
    retry_at timestamp with time zone,
    CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
)
PARTITION BY RANGE (occurred_at);

--
-- Name: webhook_deliveries_default; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.webhook_deliveries_default (
    id bigint CONSTRAINT webhook_deliveries_id_not_null NOT NULL,
    webhook_id integer CONSTRAINT webhook_deliveries_webhook_id_not_null NOT NULL,
    event_id uuid CONSTRAINT webhook_deliveries_event_id_not_null NOT NULL,
    type text CONSTRAINT webhook_deliveries_type_not_null NOT NULL,
    email text COLLATE pg_catalog."C",
    data jsonb CONSTRAINT webhook_deliveries_data_not_null NOT NULL,
    occurred_at timestamp with time zone DEFAULT now() CONSTRAINT webhook_deliveries_occurred_at_not_null NOT NULL,
    status text DEFAULT 'pending'::text CONSTRAINT webhook_deliveries_status_not_null NOT NULL,
    attempts integer DEFAULT 0 CONSTRAINT webhook_deliveries_attempts_not_null NOT NULL,
    first_attempt_at timestamp with time zone,
    last_attempt_at timestamp with time zone,
    response_status integer,
    error text,
    delivered_at timestamp with time zone,
    retry_at timestamp with time zone,
    CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02');

--
-- Name: webhook_deliveries_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.webhook_deliveries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhook_deliveries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: webhooks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.webhooks (
    id integer NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    secret text NOT NULL,
    previous_secret text,
    previous_secret_until timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    lease_until timestamp with time zone,
    claims integer DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    failing_since timestamp with time zone,
    disabled_at timestamp with time zone,
    ordered boolean DEFAULT true NOT NULL,
    older_secrets jsonb DEFAULT '[]'::jsonb NOT NULL
)
WITH (fillfactor='50');

--
-- Name: webhooks_id_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.webhooks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhooks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

--
-- Name: audit_log_default; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_log ATTACH PARTITION public.audit_log_default DEFAULT;

--
-- Name: quiz_attempts_default; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quiz_attempts ATTACH PARTITION public.quiz_attempts_default DEFAULT;

--
-- Name: webhook_deliveries_default; Type: TABLE ATTACH; Schema: public; Owner: -
--

ALTER TABLE ONLY public.webhook_deliveries ATTACH PARTITION public.webhook_deliveries_default DEFAULT;

--
-- Name: accounts accounts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (email) INCLUDE (name);

--
-- Name: accounts accounts_subscription_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_subscription_id_key UNIQUE (subscription_id);

--
-- Name: api_keys api_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);

--
-- Name: api_keys api_keys_token_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_token_hash_key UNIQUE (token_hash);

--
-- Name: attachments attachments_path_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_path_key UNIQUE (path);

--
-- Name: attachments attachments_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_pkey PRIMARY KEY (id);

--
-- Name: audit_log_default audit_log_default_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.audit_log_default
    ADD CONSTRAINT audit_log_default_pkey PRIMARY KEY (id);

--
-- Name: batch_replies batch_replies_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.batch_replies
    ADD CONSTRAINT batch_replies_pkey PRIMARY KEY (batch, ticket_id);

--
-- Name: days_for_all days_for_all_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.days_for_all
    ADD CONSTRAINT days_for_all_pkey PRIMARY KEY (id);

--
-- Name: embedding_sets embedding_sets_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.embedding_sets
    ADD CONSTRAINT embedding_sets_key UNIQUE (model, dimensions);

--
-- Name: embedding_sets embedding_sets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.embedding_sets
    ADD CONSTRAINT embedding_sets_pkey PRIMARY KEY (id);

--
-- Name: erasures erasures_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT erasures_pkey PRIMARY KEY (id);

--
-- Name: group_invites group_invites_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.group_invites
    ADD CONSTRAINT group_invites_pkey PRIMARY KEY (id);

--
-- Name: group_invites group_invites_token_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.group_invites
    ADD CONSTRAINT group_invites_token_hash_key UNIQUE (token_hash);

--
-- Name: group_members group_members_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.group_members
    ADD CONSTRAINT group_members_pkey PRIMARY KEY (group_id, email) INCLUDE (added);

--
-- Name: groups groups_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.groups
    ADD CONSTRAINT groups_pkey PRIMARY KEY (id);

--
-- Name: hints hints_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.hints
    ADD CONSTRAINT hints_pkey PRIMARY KEY (xact, target);

--
-- Name: idempotency_keys idempotency_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (caller, path, key);

--
-- Name: imported_tickets imported_tickets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.imported_tickets
    ADD CONSTRAINT imported_tickets_pkey PRIMARY KEY (external_hash);

--
-- Name: inbound_mails inbound_mails_dedupe_key_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.inbound_mails
    ADD CONSTRAINT inbound_mails_dedupe_key_key UNIQUE (dedupe_key);

--
-- Name: inbound_mails inbound_mails_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.inbound_mails
    ADD CONSTRAINT inbound_mails_pkey PRIMARY KEY (id);

--
-- Name: inbound_originals inbound_originals_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.inbound_originals
    ADD CONSTRAINT inbound_originals_pkey PRIMARY KEY (id);

--
-- Name: inbound_positions inbound_positions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.inbound_positions
    ADD CONSTRAINT inbound_positions_pkey PRIMARY KEY (mailbox);

--
-- Name: inbound_readings inbound_readings_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.inbound_readings
    ADD CONSTRAINT inbound_readings_pkey PRIMARY KEY (mail_hash);

--
-- Name: job_runs job_runs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.job_runs
    ADD CONSTRAINT job_runs_pkey PRIMARY KEY (job, scheduled_for);

--
-- Name: lexeme_df lexeme_df_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.lexeme_df
    ADD CONSTRAINT lexeme_df_pkey PRIMARY KEY (lexeme);

--
-- Name: macros macros_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.macros
    ADD CONSTRAINT macros_pkey PRIMARY KEY (id);

--
-- Name: model_tokens model_tokens_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.model_tokens
    ADD CONSTRAINT model_tokens_pkey PRIMARY KEY (day);

--
-- Name: newsletter_events newsletter_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.newsletter_events
    ADD CONSTRAINT newsletter_events_pkey PRIMARY KEY (uid);

--
-- Name: note_mentions note_mentions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.note_mentions
    ADD CONSTRAINT note_mentions_pkey PRIMARY KEY (note_id, email);

--
-- Name: note_recipients note_recipients_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.note_recipients
    ADD CONSTRAINT note_recipients_pkey PRIMARY KEY (note_id, email);

--
-- Name: outbox outbox_mail_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_mail_id_key UNIQUE (mail_id);

--
-- Name: outbox outbox_message_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_message_id_key UNIQUE (message_id);

--
-- Name: outbox outbox_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);

--
-- Name: preferences preferences_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT preferences_pkey PRIMARY KEY (email);

--
-- Name: previous_signing_keys previous_signing_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.previous_signing_keys
    ADD CONSTRAINT previous_signing_keys_pkey PRIMARY KEY (id);

--
-- Name: quick_replies quick_replies_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quick_replies
    ADD CONSTRAINT quick_replies_pkey PRIMARY KEY (id);

--
-- Name: quick_reply_vectors quick_reply_vectors_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quick_reply_vectors
    ADD CONSTRAINT quick_reply_vectors_pkey PRIMARY KEY (quick_reply_id, set_id);

--
-- Name: quiz_attempts quiz_attempts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quiz_attempts
    ADD CONSTRAINT quiz_attempts_pkey PRIMARY KEY (quiz_id, email);

--
-- Name: quiz_attempts_default quiz_attempts_default_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quiz_attempts_default
    ADD CONSTRAINT quiz_attempts_default_pkey PRIMARY KEY (quiz_id, email);

--
-- Name: quiz_counts quiz_counts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quiz_counts
    ADD CONSTRAINT quiz_counts_pkey PRIMARY KEY (quiz_id);

--
-- Name: quiz_days quiz_days_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quiz_days
    ADD CONSTRAINT quiz_days_pkey PRIMARY KEY (quiz_date);

--
-- Name: quiz_drafts quiz_drafts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quiz_drafts
    ADD CONSTRAINT quiz_drafts_pkey PRIMARY KEY (id);

--
-- Name: quiz_drafts quiz_drafts_quiz_date_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quiz_drafts
    ADD CONSTRAINT quiz_drafts_quiz_date_key UNIQUE (quiz_date);

--
-- Name: quiz_questions quiz_questions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quiz_questions
    ADD CONSTRAINT quiz_questions_pkey PRIMARY KEY (id);

--
-- Name: quiz_questions quiz_questions_quiz_id_position_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quiz_questions
    ADD CONSTRAINT quiz_questions_quiz_id_position_key UNIQUE (quiz_id, "position");

--
-- Name: quizzes quizzes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quizzes
    ADD CONSTRAINT quizzes_pkey PRIMARY KEY (id);

--
-- Name: quizzes quizzes_quiz_date_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quizzes
    ADD CONSTRAINT quizzes_quiz_date_key UNIQUE (quiz_date);

--
-- Name: reader_profiles reader_profiles_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reader_profiles
    ADD CONSTRAINT reader_profiles_pkey PRIMARY KEY (email);

--
-- Name: reply_drafts reply_drafts_message_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reply_drafts
    ADD CONSTRAINT reply_drafts_message_id_key UNIQUE (message_id);

--
-- Name: reply_drafts reply_drafts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reply_drafts
    ADD CONSTRAINT reply_drafts_pkey PRIMARY KEY (id);

--
-- Name: rule_runs rule_runs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.rule_runs
    ADD CONSTRAINT rule_runs_pkey PRIMARY KEY (message_id);

--
-- Name: rules rules_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.rules
    ADD CONSTRAINT rules_pkey PRIMARY KEY (id);

--
-- Name: sessions sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

--
-- Name: sessions sessions_token_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash);

--
-- Name: sign_ins sign_ins_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sign_ins
    ADD CONSTRAINT sign_ins_pkey PRIMARY KEY (state_hash);

--
-- Name: signing_keys signing_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.signing_keys
    ADD CONSTRAINT signing_keys_pkey PRIMARY KEY (name);

--
-- Name: streak_blocks streak_blocks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.streak_blocks
    ADD CONSTRAINT streak_blocks_pkey PRIMARY KEY (block, quarter);

--
-- Name: streak_counts streak_counts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.streak_counts
    ADD CONSTRAINT streak_counts_pkey PRIMARY KEY (current_streak, max_streak, quarter);

--
-- Name: streak_days streak_days_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.streak_days
    ADD CONSTRAINT streak_days_pkey PRIMARY KEY (day, streak);

--
-- Name: streak_longest_blocks streak_longest_blocks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.streak_longest_blocks
    ADD CONSTRAINT streak_longest_blocks_pkey PRIMARY KEY (current_streak, block, quarter);

--
-- Name: streak_reminder_attempts streak_reminder_attempts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.streak_reminder_attempts
    ADD CONSTRAINT streak_reminder_attempts_pkey PRIMARY KEY (reminder_id);

--
-- Name: streak_reminders streak_reminders_id_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.streak_reminders
    ADD CONSTRAINT streak_reminders_id_key UNIQUE (id);

--
-- Name: streak_reminders streak_reminders_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.streak_reminders
    ADD CONSTRAINT streak_reminders_pkey PRIMARY KEY (email);

--
-- Name: streak_totals streak_totals_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.streak_totals
    ADD CONSTRAINT streak_totals_pkey PRIMARY KEY (current_streak, quarter);

--
-- Name: streak_weeks_counted streak_weeks_counted_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.streak_weeks_counted
    ADD CONSTRAINT streak_weeks_counted_pkey PRIMARY KEY (week);

--
-- Name: streak_weeks streak_weeks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.streak_weeks
    ADD CONSTRAINT streak_weeks_pkey PRIMARY KEY (week, first_week);

--
-- Name: streaks streaks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.streaks
    ADD CONSTRAINT streaks_pkey PRIMARY KEY (email) INCLUDE (current_streak, max_streak, last_interaction_at, name);

--
-- Name: tags tags_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tags
    ADD CONSTRAINT tags_pkey PRIMARY KEY (id);

--
-- Name: team team_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.team
    ADD CONSTRAINT team_pkey PRIMARY KEY (email);

--
-- Name: ticket_assignments ticket_assignments_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_assignments
    ADD CONSTRAINT ticket_assignments_pkey PRIMARY KEY (act_id);

--
-- Name: ticket_category_counts ticket_category_counts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_category_counts
    ADD CONSTRAINT ticket_category_counts_pkey PRIMARY KEY (main, hour);

--
-- Name: ticket_change_acts ticket_change_acts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_change_acts
    ADD CONSTRAINT ticket_change_acts_pkey PRIMARY KEY (change_id, act_id);

--
-- Name: ticket_changes ticket_changes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_changes
    ADD CONSTRAINT ticket_changes_pkey PRIMARY KEY (id);

--
-- Name: ticket_composing ticket_composing_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_composing
    ADD CONSTRAINT ticket_composing_pkey PRIMARY KEY (ticket_id, email);

--
-- Name: ticket_counts ticket_counts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_counts
    ADD CONSTRAINT ticket_counts_pkey PRIMARY KEY (hour);

--
-- Name: ticket_messages ticket_messages_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_messages
    ADD CONSTRAINT ticket_messages_pkey PRIMARY KEY (id);

--
-- Name: ticket_notes ticket_notes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_notes
    ADD CONSTRAINT ticket_notes_pkey PRIMARY KEY (id);

--
-- Name: ticket_presence ticket_presence_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_presence
    ADD CONSTRAINT ticket_presence_pkey PRIMARY KEY (ticket_id, email);

--
-- Name: ticket_response_days ticket_response_days_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_response_days
    ADD CONSTRAINT ticket_response_days_pkey PRIMARY KEY (day);

--
-- Name: ticket_response_times ticket_response_times_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_response_times
    ADD CONSTRAINT ticket_response_times_pkey PRIMARY KEY (grouped_by, hours, name, measure, day, part);

--
-- Name: ticket_responses ticket_responses_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_responses
    ADD CONSTRAINT ticket_responses_pkey PRIMARY KEY (ticket_id);

--
-- Name: ticket_search ticket_search_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_search
    ADD CONSTRAINT ticket_search_pkey PRIMARY KEY (ticket_id);

--
-- Name: ticket_snoozes ticket_snoozes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_snoozes
    ADD CONSTRAINT ticket_snoozes_pkey PRIMARY KEY (ticket_id);

--
-- Name: ticket_tags ticket_tags_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_tags
    ADD CONSTRAINT ticket_tags_pkey PRIMARY KEY (ticket_id, tag_id);

--
-- Name: ticket_texts ticket_texts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_texts
    ADD CONSTRAINT ticket_texts_pkey PRIMARY KEY (ticket_id);

--
-- Name: ticket_views ticket_views_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_views
    ADD CONSTRAINT ticket_views_pkey PRIMARY KEY (id);

--
-- Name: tickets tickets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_pkey PRIMARY KEY (id);

--
-- Name: token_revocations token_revocations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.token_revocations
    ADD CONSTRAINT token_revocations_pkey PRIMARY KEY (id);

--
-- Name: webhook_deliveries_default webhook_deliveries_default_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.webhook_deliveries_default
    ADD CONSTRAINT webhook_deliveries_default_pkey PRIMARY KEY (id);

--
-- Name: webhooks webhooks_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);

--
-- Name: accounts_words_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX accounts_words_idx ON public.accounts USING gin (to_tsvector('simple'::regconfig, translate(lower(name), 'áàâãäéèêëíìîïóòôõöúùûüçñ'::text, 'aaaaaeeeeiiiiooooouuuucn'::text)));

--
-- Name: api_keys_owner_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX api_keys_owner_idx ON public.api_keys USING btree (owner_email);

--
-- Name: api_keys_parent_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX api_keys_parent_idx ON public.api_keys USING btree (parent_id);

--
-- Name: attachments_lease_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX attachments_lease_idx ON public.attachments USING btree (lease_until) WHERE (state <> 'ready'::public.attachment_state);

--
-- Name: attachments_message_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX attachments_message_idx ON public.attachments USING btree (message_id) WHERE (message_id IS NOT NULL);

--
-- Name: attachments_note_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX attachments_note_idx ON public.attachments USING btree (note_id) WHERE (note_id IS NOT NULL);

--
-- Name: attachments_person_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX attachments_person_idx ON public.attachments USING btree (person_email) WHERE (person_email IS NOT NULL);

--
-- Name: attachments_scan_due_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX attachments_scan_due_idx ON public.attachments USING btree (scan_due_at) WHERE (scan_due_at IS NOT NULL);

--
-- Name: attachments_ticket_id_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX attachments_ticket_id_idx ON public.attachments USING btree (ticket_id);

--
-- Name: attachments_uploader_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX attachments_uploader_idx ON public.attachments USING btree (uploader_email, created_at) WHERE (uploader_email IS NOT NULL);

--
-- Name: attachments_words_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX attachments_words_idx ON public.attachments USING gin (to_tsvector('simple'::regconfig, translate(lower(name), 'áàâãäéèêëíìîïóòôõöúùûüçñ._-'::text, 'aaaaaeeeeiiiiooooouuuucn   '::text))) WHERE (state = ANY (ARRAY['ready'::public.attachment_state, 'quarantined'::public.attachment_state]));

--
-- Name: audit_log_acting_for; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_acting_for ON ONLY public.audit_log USING btree (acting_for) WHERE (acting_for IS NOT NULL);

--
-- Name: audit_log_action; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_action ON ONLY public.audit_log USING btree (action, id);

--
-- Name: audit_log_actor_email; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_actor_email ON ONLY public.audit_log USING btree (actor_email, id) WHERE (actor_email IS NOT NULL);

--
-- Name: audit_log_default_acting_for; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_default_acting_for ON public.audit_log_default USING btree (acting_for) WHERE (acting_for IS NOT NULL);

--
-- Name: audit_log_default_action; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_default_action ON public.audit_log_default USING btree (action, id);

--
-- Name: audit_log_default_actor_email; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_default_actor_email ON public.audit_log_default USING btree (actor_email, id) WHERE (actor_email IS NOT NULL);

--
-- Name: audit_log_target; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_target ON ONLY public.audit_log USING btree (target, id);

--
-- Name: audit_log_default_target; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX audit_log_default_target ON public.audit_log_default USING btree (target, id);

--
-- Name: batch_replies_created_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX batch_replies_created_idx ON public.batch_replies USING btree (created_at);

--
-- Name: batch_replies_message_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX batch_replies_message_idx ON public.batch_replies USING btree (message_id) WHERE (message_id IS NOT NULL);

--
-- Name: days_for_all_day_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX days_for_all_day_idx ON public.days_for_all USING btree (day) WHERE (undone_at IS NULL);

--
-- Name: group_invites_group_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX group_invites_group_idx ON public.group_invites USING btree (group_id);

--
-- Name: group_members_email_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX group_members_email_idx ON public.group_members USING btree (email);

--
-- Name: group_members_order_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX group_members_order_idx ON public.group_members USING btree (group_id, added);

--
-- Name: groups_newest_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX groups_newest_idx ON public.groups USING btree (created_at DESC, id DESC);

--
-- Name: groups_owner_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX groups_owner_idx ON public.groups USING btree (owner_email);

--
-- Name: idempotency_keys_batch_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idempotency_keys_batch_idx ON public.idempotency_keys USING btree (path) WHERE (path = '/support/fast-response/lote'::text);

--
-- Name: idempotency_keys_email_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idempotency_keys_email_idx ON public.idempotency_keys USING btree (caller_email) WHERE (caller_email IS NOT NULL);

--
-- Name: idempotency_keys_expiry_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idempotency_keys_expiry_idx ON public.idempotency_keys USING btree (expires_at);

--
-- Name: inbound_mails_message_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX inbound_mails_message_idx ON public.inbound_mails USING btree (message_id) WHERE (message_id IS NOT NULL);

--
-- Name: inbound_mails_note_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX inbound_mails_note_idx ON public.inbound_mails USING btree (note_id) WHERE (note_id IS NOT NULL);

--
-- Name: inbound_mails_outcome_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX inbound_mails_outcome_idx ON public.inbound_mails USING btree (outcome, id DESC);

--
-- Name: inbound_mails_sender_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX inbound_mails_sender_idx ON public.inbound_mails USING btree (sender, received_at) WHERE (sender IS NOT NULL);

--
-- Name: inbound_originals_automatic_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX inbound_originals_automatic_idx ON public.inbound_originals USING btree (id) WHERE (automatic AND (NOT unwanted));

--
-- Name: inbound_originals_hash_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX inbound_originals_hash_idx ON public.inbound_originals USING btree (hash) WHERE (stored AND (NOT unwanted));

--
-- Name: inbound_originals_unwanted_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX inbound_originals_unwanted_idx ON public.inbound_originals USING btree (id) WHERE unwanted;

--
-- Name: macros_owner_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX macros_owner_idx ON public.macros USING btree (owner_email);

--
-- Name: newsletter_events_pending_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX newsletter_events_pending_idx ON public.newsletter_events USING btree (due_at) WHERE (status = 'pending'::text);

--
-- Name: newsletter_events_received_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX newsletter_events_received_idx ON public.newsletter_events USING btree (received_at);

--
-- Name: newsletter_events_subject_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX newsletter_events_subject_idx ON public.newsletter_events USING btree (subject_id);

--
-- Name: note_mentions_email_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX note_mentions_email_idx ON public.note_mentions USING btree (email, note_id);

--
-- Name: note_recipients_email_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX note_recipients_email_idx ON public.note_recipients USING btree (email, note_id);

--
-- Name: outbox_attempt_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_attempt_idx ON public.outbox USING btree (last_attempt_at) WHERE (last_attempt_at IS NOT NULL);

--
-- Name: outbox_cc_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_cc_idx ON public.outbox USING gin (cc jsonb_path_ops) WHERE (cc <> '[]'::jsonb);

--
-- Name: outbox_note_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX outbox_note_idx ON public.outbox USING btree (note_id) WHERE (note_id IS NOT NULL);

--
-- Name: outbox_pending_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_pending_idx ON public.outbox USING btree (due_at) WHERE (status = 'pending'::public.mail_status);

--
-- Name: outbox_recipient_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_recipient_idx ON public.outbox USING btree (recipient, id);

--
-- Name: outbox_sender_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_sender_idx ON public.outbox USING btree (sender_email) WHERE (sender_email IS NOT NULL);

--
-- Name: outbox_sending_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_sending_idx ON public.outbox USING btree (lease_until) WHERE (status = 'sending'::public.mail_status);

--
-- Name: outbox_status_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_status_idx ON public.outbox USING btree (status, id DESC);

--
-- Name: outbox_ticket_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_ticket_idx ON public.outbox USING btree (ticket_id, id);

--
-- Name: previous_signing_keys_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX previous_signing_keys_idx ON public.previous_signing_keys USING btree (name, valid_until);

--
-- Name: quick_replies_category_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX quick_replies_category_idx ON public.quick_replies USING btree (category);

--
-- Name: quick_replies_shortcut_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX quick_replies_shortcut_key ON public.quick_replies USING btree (lower((shortcut COLLATE public."pt-BR-x-icu")));

--
-- Name: quiz_attempts_email_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX quiz_attempts_email_idx ON ONLY public.quiz_attempts USING btree (email, attempted_at DESC);

--
-- Name: quiz_attempts_default_email_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX quiz_attempts_default_email_idx ON public.quiz_attempts_default USING btree (email, attempted_at DESC);

--
-- Name: reader_profiles_updated_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX reader_profiles_updated_idx ON public.reader_profiles USING btree (updated_at DESC);

--
-- Name: reader_profiles_words_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX reader_profiles_words_idx ON public.reader_profiles USING gin (to_tsvector('simple'::regconfig, translate(lower(display_name), 'áàâãäéèêëíìîïóòôõöúùûüçñ'::text, 'aaaaaeeeeiiiiooooouuuucn'::text)));

--
-- Name: reply_drafts_created_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX reply_drafts_created_idx ON public.reply_drafts USING btree (created_at);

--
-- Name: reply_drafts_pending_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX reply_drafts_pending_idx ON public.reply_drafts USING btree (id DESC) WHERE (status = 'pending'::public.draft_status);

--
-- Name: reply_drafts_ticket_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX reply_drafts_ticket_idx ON public.reply_drafts USING btree (ticket_id, id);

--
-- Name: rule_runs_arrived_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX rule_runs_arrived_idx ON public.rule_runs USING btree (arrived_at);

--
-- Name: rule_runs_pending_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX rule_runs_pending_idx ON public.rule_runs USING btree (due_at) WHERE (status = 'pending'::text);

--
-- Name: rule_runs_replied_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX rule_runs_replied_idx ON public.rule_runs USING btree (replied_at) WHERE (replied_at IS NOT NULL);

--
-- Name: rule_runs_rule_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX rule_runs_rule_idx ON public.rule_runs USING btree (rule_id, message_id DESC) WHERE (rule_id IS NOT NULL);

--
-- Name: rules_macro_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX rules_macro_idx ON public.rules USING btree (macro_id);

--
-- Name: sessions_created_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_created_at_idx ON public.sessions USING btree (created_at);

--
-- Name: sessions_email_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sessions_email_idx ON public.sessions USING btree (email);

--
-- Name: sign_ins_created_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sign_ins_created_at_idx ON public.sign_ins USING btree (created_at);

--
-- Name: streak_reminders_enabled_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX streak_reminders_enabled_idx ON public.streak_reminders USING btree (email) WHERE enabled;

--
-- Name: streaks_last_day_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX streaks_last_day_idx ON public.streaks USING btree (upper(read_days), current_streak, email);

--
-- Name: streaks_ranking_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX streaks_ranking_idx ON public.streaks USING btree (active_quarter, current_streak DESC, max_streak DESC, seniority DESC, email) INCLUDE (last_interaction_at, hidden);

--
-- Name: streaks_words_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX streaks_words_idx ON public.streaks USING gin (to_tsvector('simple'::regconfig, translate(email, '@._+-'::text, '     '::text)));

--
-- Name: tags_default_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX tags_default_key ON public.tags USING btree (is_default) WHERE is_default;

--
-- Name: tags_name_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX tags_name_key ON public.tags USING btree (lower((name COLLATE public."pt-BR-x-icu")));

--
-- Name: ticket_assignments_email_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_assignments_email_idx ON public.ticket_assignments USING btree (email) WHERE (email IS NOT NULL);

--
-- Name: ticket_change_acts_ticket_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_change_acts_ticket_idx ON public.ticket_change_acts USING btree (ticket_id);

--
-- Name: ticket_changes_made_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_changes_made_idx ON public.ticket_changes USING btree (made_at);

--
-- Name: ticket_composing_email_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_composing_email_idx ON public.ticket_composing USING btree (email);

--
-- Name: ticket_messages_agent_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_messages_agent_idx ON public.ticket_messages USING btree (author COLLATE "C") WHERE (origin = 'agent'::public.message_origin);

--
-- Name: ticket_messages_cc_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_messages_cc_idx ON public.ticket_messages USING gin (cc jsonb_path_ops) WHERE (cc <> '[]'::jsonb);

--
-- Name: ticket_messages_person_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_messages_person_idx ON public.ticket_messages USING btree (person_email) WHERE (person_email IS NOT NULL);

--
-- Name: ticket_messages_ticket_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_messages_ticket_idx ON public.ticket_messages USING btree (ticket_id, id);

--
-- Name: ticket_notes_author_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_notes_author_idx ON public.ticket_notes USING btree (author COLLATE "C");

--
-- Name: ticket_notes_person_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_notes_person_idx ON public.ticket_notes USING btree (person_email) WHERE (person_email IS NOT NULL);

--
-- Name: ticket_notes_ticket_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_notes_ticket_idx ON public.ticket_notes USING btree (ticket_id, id);

--
-- Name: ticket_response_times_groups_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_response_times_groups_idx ON public.ticket_response_times USING btree (day, grouped_by, hours);

--
-- Name: ticket_responses_opened_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_responses_opened_idx ON public.ticket_responses USING btree (opened_at);

--
-- Name: ticket_search_tsv_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_search_tsv_idx ON public.ticket_search USING gin (tsv) WITH (fastupdate=off);

--
-- Name: ticket_snoozes_until_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_snoozes_until_idx ON public.ticket_snoozes USING btree (until);

--
-- Name: ticket_tags_tag_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_tags_tag_idx ON public.ticket_tags USING btree (tag_id, ticket_id DESC);

--
-- Name: ticket_texts_accented_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_texts_accented_idx ON public.ticket_texts USING btree (ticket_id) WHERE (NOT unaccented);

--
-- Name: ticket_texts_tsv_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_texts_tsv_idx ON public.ticket_texts USING gin (tsv) WITH (fastupdate=off);

--
-- Name: ticket_views_owner_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_views_owner_idx ON public.ticket_views USING btree (owner_email);

--
-- Name: ticket_views_shared_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_views_shared_idx ON public.ticket_views USING btree (id) WHERE shared;

--
-- Name: tickets_assigned_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_assigned_idx ON public.tickets USING btree (assignee_email, status, id DESC) WHERE (assignee_email IS NOT NULL);

--
-- Name: tickets_assignee_queue_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_assignee_queue_idx ON public.tickets USING btree (assignee_email, waiting_since, id) WHERE (waiting_since IS NOT NULL);

--
-- Name: tickets_category_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_category_idx ON public.tickets USING btree (main COLLATE "C", COALESCE(issue, ''::text) COLLATE "C");

--
-- Name: tickets_domain_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_domain_idx ON public.tickets USING btree (split_part(requester_email, '@'::text, 2), id DESC) WHERE (requester_email IS NOT NULL);

--
-- Name: tickets_issue_period_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_issue_period_idx ON public.tickets USING btree (COALESCE(issue, ''::text) COLLATE "C", created_at) INCLUDE (status, main);

--
-- Name: tickets_main_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_main_idx ON public.tickets USING btree (main, id DESC);

--
-- Name: tickets_merged_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_merged_idx ON public.tickets USING btree (merged_into) WHERE (merged_into IS NOT NULL);

--
-- Name: tickets_newsletter_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_newsletter_idx ON public.tickets USING btree (newsletter COLLATE "C") WHERE (newsletter IS NOT NULL);

--
-- Name: tickets_newsletter_period_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_newsletter_period_idx ON public.tickets USING btree (newsletter COLLATE "C", created_at) INCLUDE (status, main) WHERE (newsletter IS NOT NULL);

--
-- Name: tickets_open_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_open_idx ON public.tickets USING btree (main, status, id DESC) WHERE (status = ANY (ARRAY['open'::public.ticket_status, 'in_progress'::public.ticket_status]));

--
-- Name: tickets_period_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_period_idx ON public.tickets USING btree (created_at) INCLUDE (updated_at, waiting_since, status, id);

--
-- Name: tickets_queue_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_queue_idx ON public.tickets USING btree (waiting_since, id) WHERE (waiting_since IS NOT NULL);

--
-- Name: tickets_requester_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_requester_idx ON public.tickets USING btree (requester_email, id DESC) WHERE (requester_email IS NOT NULL);

--
-- Name: tickets_retention_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_retention_idx ON public.tickets USING btree (updated_at) WHERE ((status = 'closed'::public.ticket_status) AND (erased_as_of IS DISTINCT FROM updated_at));

--
-- Name: tickets_status_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_status_idx ON public.tickets USING btree (status, id DESC);

--
-- Name: tickets_updated_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_updated_idx ON public.tickets USING btree (updated_at DESC, id DESC);

--
-- Name: token_revocations_created_at_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX token_revocations_created_at_idx ON public.token_revocations USING btree (created_at);

--
-- Name: token_revocations_email_hash_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX token_revocations_email_hash_idx ON public.token_revocations USING btree (email_hash) WHERE (email_hash IS NOT NULL);

--
-- Name: webhook_deliveries_age_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_deliveries_age_idx ON ONLY public.webhook_deliveries USING brin (occurred_at);

--
-- Name: webhook_deliveries_default_age_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_deliveries_default_age_idx ON public.webhook_deliveries_default USING brin (occurred_at);

--
-- Name: webhook_deliveries_email_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_deliveries_email_idx ON ONLY public.webhook_deliveries USING btree (email) WHERE (email IS NOT NULL);

--
-- Name: webhook_deliveries_default_email_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_deliveries_default_email_idx ON public.webhook_deliveries_default USING btree (email) WHERE (email IS NOT NULL);

--
-- Name: webhook_deliveries_log_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_deliveries_log_idx ON ONLY public.webhook_deliveries USING btree (webhook_id, id);

--
-- Name: webhook_deliveries_default_log_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_deliveries_default_log_idx ON public.webhook_deliveries_default USING btree (webhook_id, id);

--
-- Name: webhook_deliveries_pending_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_deliveries_pending_idx ON ONLY public.webhook_deliveries USING btree (webhook_id, id) WHERE (status = 'pending'::text);

--
-- Name: webhook_deliveries_default_pending_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX webhook_deliveries_default_pending_idx ON public.webhook_deliveries_default USING btree (webhook_id, id) WHERE (status = 'pending'::text);

--
-- Name: audit_log_default_acting_for; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.audit_log_acting_for ATTACH PARTITION public.audit_log_default_acting_for;

--
-- Name: audit_log_default_action; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.audit_log_action ATTACH PARTITION public.audit_log_default_action;

--
-- Name: audit_log_default_actor_email; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.audit_log_actor_email ATTACH PARTITION public.audit_log_default_actor_email;

--
-- Name: audit_log_default_target; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.audit_log_target ATTACH PARTITION public.audit_log_default_target;

--
-- Name: quiz_attempts_default_email_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.quiz_attempts_email_idx ATTACH PARTITION public.quiz_attempts_default_email_idx;

--
-- Name: quiz_attempts_default_pkey; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.quiz_attempts_pkey ATTACH PARTITION public.quiz_attempts_default_pkey;

--
-- Name: webhook_deliveries_default_age_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.webhook_deliveries_age_idx ATTACH PARTITION public.webhook_deliveries_default_age_idx;

--
-- Name: webhook_deliveries_default_email_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.webhook_deliveries_email_idx ATTACH PARTITION public.webhook_deliveries_default_email_idx;

--
-- Name: webhook_deliveries_default_log_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.webhook_deliveries_log_idx ATTACH PARTITION public.webhook_deliveries_default_log_idx;

--
-- Name: webhook_deliveries_default_pending_idx; Type: INDEX ATTACH; Schema: public; Owner: -
--

ALTER INDEX public.webhook_deliveries_pending_idx ATTACH PARTITION public.webhook_deliveries_default_pending_idx;

--
-- Name: accounts accounts_copied; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER accounts_copied AFTER INSERT OR DELETE OR UPDATE OF name ON public.accounts FOR EACH ROW EXECUTE FUNCTION public.copy_name_to_members();

--
-- Name: attachments attachments_hinted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER attachments_hinted AFTER UPDATE OF state ON public.attachments FOR EACH ROW WHEN ((new.state <> old.state)) EXECUTE FUNCTION public.insert_hint_of_row();

--
-- Name: audit_log audit_log_append_only; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.refuse_audit_change();

--
-- Name: audit_log audit_log_handled; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER audit_log_handled AFTER INSERT ON public.audit_log FOR EACH ROW WHEN (((new.outcome = 'done'::text) AND (new.target ~ '^ticket:\d{1,10}$'::text) AND public.is_handling(new.role, new.action))) EXECUTE FUNCTION public.end_return();

--
-- Name: audit_log audit_log_hinted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER audit_log_hinted AFTER INSERT ON public.audit_log FOR EACH ROW WHEN (((new.outcome = 'done'::text) AND (new.target ~ '^(ticket|draft|quiz):'::text))) EXECUTE FUNCTION public.insert_hint_of_act();

--
-- Name: audit_log audit_log_no_truncate; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();

--
-- Name: audit_log_default audit_log_no_truncate; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON public.audit_log_default FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();

--
-- Name: group_members group_members_filled; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER group_members_filled BEFORE INSERT ON public.group_members FOR EACH ROW EXECUTE FUNCTION public.fill_member_figures();

--
-- Name: outbox outbox_hinted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER outbox_hinted AFTER INSERT OR DELETE OR UPDATE OF status ON public.outbox FOR EACH ROW EXECUTE FUNCTION public.insert_hint_of_row('mail');

--
-- Name: outbox outbox_waiting; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER outbox_waiting AFTER UPDATE OF status, ticket_id ON public.outbox FOR EACH ROW WHEN (((((old.status)::text = ANY (ARRAY['failed'::text, 'bounced'::text])) <> ((new.status)::text = ANY (ARRAY['failed'::text, 'bounced'::text]))) OR (((new.status)::text = ANY (ARRAY['failed'::text, 'bounced'::text])) AND (new.ticket_id <> old.ticket_id)))) EXECUTE FUNCTION public.wait_after_mail();

--
-- Name: quiz_attempts quiz_attempts_changed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER quiz_attempts_changed AFTER UPDATE ON public.quiz_attempts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_changed_attempts();

--
-- Name: quiz_attempts_default quiz_attempts_default_deleted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER quiz_attempts_default_deleted AFTER DELETE ON public.quiz_attempts_default REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_changed_attempts();

--
-- Name: quiz_attempts quiz_attempts_deleted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER quiz_attempts_deleted AFTER DELETE ON public.quiz_attempts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.note_changed_attempts();

--
-- Name: quiz_attempts quiz_attempts_noted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER quiz_attempts_noted AFTER INSERT ON public.quiz_attempts FOR EACH ROW EXECUTE FUNCTION public.note_late_attempt();

--
-- Name: quiz_drafts quiz_drafts_revised; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER quiz_drafts_revised BEFORE UPDATE ON public.quiz_drafts FOR EACH ROW EXECUTE FUNCTION public.count_revision();

--
-- Name: quiz_questions quiz_questions_deleted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER quiz_questions_deleted AFTER DELETE ON public.quiz_questions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.touch_quizzes();

--
-- Name: quiz_questions quiz_questions_inserted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER quiz_questions_inserted AFTER INSERT ON public.quiz_questions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.touch_quizzes();

--
-- Name: quiz_questions quiz_questions_updated; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER quiz_questions_updated AFTER UPDATE ON public.quiz_questions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.touch_quizzes();

--
-- Name: quizzes quizzes_revised; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER quizzes_revised BEFORE UPDATE ON public.quizzes FOR EACH ROW EXECUTE FUNCTION public.count_revision();

--
-- Name: reader_profiles reader_profiles_copied; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER reader_profiles_copied AFTER INSERT OR DELETE OR UPDATE ON public.reader_profiles FOR EACH ROW EXECUTE FUNCTION public.copy_profile();

--
-- Name: reply_drafts reply_drafts_hinted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER reply_drafts_hinted AFTER INSERT OR DELETE OR UPDATE ON public.reply_drafts FOR EACH ROW EXECUTE FUNCTION public.insert_hint_of_row('draft');

--
-- Name: streaks streaks_copied; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER streaks_copied AFTER INSERT OR DELETE OR UPDATE OF read_days, last_interaction_at ON public.streaks FOR EACH ROW EXECUTE FUNCTION public.copy_streak_to_members();

--
-- Name: streaks streaks_counted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER streaks_counted AFTER INSERT OR DELETE ON public.streaks FOR EACH ROW EXECUTE FUNCTION public.count_streak();

--
-- Name: streaks streaks_days_counted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER streaks_days_counted AFTER INSERT OR DELETE ON public.streaks FOR EACH ROW EXECUTE FUNCTION public.count_streak_days();

--
-- Name: streaks streaks_days_recounted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER streaks_days_recounted AFTER UPDATE ON public.streaks FOR EACH ROW WHEN ((old.read_days IS DISTINCT FROM new.read_days)) EXECUTE FUNCTION public.count_streak_days();

--
-- Name: streaks streaks_hidden_filled; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER streaks_hidden_filled BEFORE INSERT ON public.streaks FOR EACH ROW EXECUTE FUNCTION public.fill_hidden();

--
-- Name: streaks streaks_recounted; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER streaks_recounted AFTER UPDATE ON public.streaks FOR EACH ROW WHEN (((old.active_quarter <> new.active_quarter) OR (old.current_streak <> new.current_streak) OR (old.max_streak <> new.max_streak) OR (old.hidden <> new.hidden))) EXECUTE FUNCTION public.count_streak();

--
-- Name: tags tags_revised; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER tags_revised BEFORE UPDATE ON public.tags FOR EACH ROW EXECUTE FUNCTION public.count_revision();

--
-- Name: ticket_composing ticket_composing_revised; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_composing_revised BEFORE UPDATE ON public.ticket_composing FOR EACH ROW EXECUTE FUNCTION public.count_revision();

--
-- Name: ticket_messages ticket_messages_added; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_messages_added AFTER INSERT ON public.ticket_messages FOR EACH ROW EXECUTE FUNCTION public.after_new_message();

--
-- Name: ticket_messages ticket_messages_changed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_messages_changed AFTER UPDATE ON public.ticket_messages REFERENCING OLD TABLE AS old_messages NEW TABLE AS new_messages FOR EACH STATEMENT EXECUTE FUNCTION public.after_changed_messages();

--
-- Name: ticket_messages ticket_messages_removed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_messages_removed AFTER DELETE ON public.ticket_messages REFERENCING OLD TABLE AS old_messages FOR EACH STATEMENT EXECUTE FUNCTION public.after_removed_messages();

--
-- Name: ticket_responses ticket_response_days_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_response_days_delete AFTER DELETE ON public.ticket_responses REFERENCING OLD TABLE AS changed_responses FOR EACH STATEMENT EXECUTE FUNCTION public.note_response_days();

--
-- Name: ticket_responses ticket_response_days_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_response_days_insert AFTER INSERT ON public.ticket_responses REFERENCING NEW TABLE AS changed_responses FOR EACH STATEMENT EXECUTE FUNCTION public.note_response_days();

--
-- Name: tickets ticket_response_days_ticket; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_response_days_ticket AFTER UPDATE OF main, merged_into, status ON public.tickets FOR EACH ROW WHEN (((new.main IS DISTINCT FROM old.main) OR (new.merged_into IS DISTINCT FROM old.merged_into) OR (new.status <> old.status))) EXECUTE FUNCTION public.note_ticket_day();

--
-- Name: ticket_responses ticket_response_days_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_response_days_update AFTER UPDATE ON public.ticket_responses FOR EACH ROW WHEN ((new.* IS DISTINCT FROM old.*)) EXECUTE FUNCTION public.note_response_day();

--
-- Name: ticket_messages ticket_responses_changed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_responses_changed AFTER UPDATE ON public.ticket_messages REFERENCING OLD TABLE AS old_messages NEW TABLE AS new_messages FOR EACH STATEMENT EXECUTE FUNCTION public.respond_to_changed_messages();

--
-- Name: tickets ticket_responses_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_responses_insert AFTER INSERT ON public.tickets REFERENCING NEW TABLE AS new_tickets FOR EACH STATEMENT EXECUTE FUNCTION public.respond_to_new_tickets();

--
-- Name: ticket_messages ticket_responses_removed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_responses_removed AFTER DELETE ON public.ticket_messages REFERENCING OLD TABLE AS old_messages FOR EACH STATEMENT EXECUTE FUNCTION public.respond_to_removed_messages();

--
-- Name: ticket_messages ticket_responses_reply; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_responses_reply AFTER INSERT ON public.ticket_messages FOR EACH ROW WHEN (((new.origin <> 'requester'::public.message_origin) AND (NOT new.automatic))) EXECUTE FUNCTION public.respond_to_reply();

--
-- Name: tickets ticket_responses_status; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_responses_status AFTER UPDATE OF status ON public.tickets FOR EACH ROW WHEN ((new.status IS DISTINCT FROM old.status)) EXECUTE FUNCTION public.respond_to_status();

--
-- Name: ticket_messages ticket_search_messages; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_search_messages AFTER INSERT ON public.ticket_messages REFERENCING NEW TABLE AS new_messages FOR EACH STATEMENT EXECUTE FUNCTION public.ticket_search_after_messages();

--
-- Name: tickets ticket_search_status; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_search_status AFTER UPDATE ON public.tickets REFERENCING OLD TABLE AS old_tickets NEW TABLE AS new_tickets FOR EACH STATEMENT EXECUTE FUNCTION public.ticket_search_after_tickets();

--
-- Name: tickets ticket_texts_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_texts_insert AFTER INSERT ON public.tickets FOR EACH ROW EXECUTE FUNCTION public.text_after_ticket();

--
-- Name: tickets ticket_texts_subject; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_texts_subject AFTER UPDATE OF subject, requester_name ON public.tickets FOR EACH ROW WHEN (((new.subject IS DISTINCT FROM old.subject) OR (new.requester_name IS DISTINCT FROM old.requester_name))) EXECUTE FUNCTION public.text_after_ticket();

--
-- Name: tickets tickets_count_delete; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER tickets_count_delete AFTER DELETE ON public.tickets REFERENCING OLD TABLE AS old_tickets FOR EACH STATEMENT EXECUTE FUNCTION public.count_deleted_tickets();

--
-- Name: tickets tickets_count_insert; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER tickets_count_insert AFTER INSERT ON public.tickets REFERENCING NEW TABLE AS new_tickets FOR EACH STATEMENT EXECUTE FUNCTION public.count_inserted_tickets();

--
-- Name: tickets tickets_count_truncate; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER tickets_count_truncate AFTER TRUNCATE ON public.tickets FOR EACH STATEMENT EXECUTE FUNCTION public.count_truncated_tickets();

--
-- Name: tickets tickets_count_update; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER tickets_count_update AFTER UPDATE ON public.tickets REFERENCING OLD TABLE AS old_tickets NEW TABLE AS new_tickets FOR EACH STATEMENT EXECUTE FUNCTION public.count_updated_tickets();

--
-- Name: tickets tickets_erased; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER tickets_erased BEFORE UPDATE OF updated_at ON public.tickets FOR EACH ROW WHEN (((old.erased_as_of = old.updated_at) AND (new.status <> ALL (ARRAY['open'::public.ticket_status, 'in_progress'::public.ticket_status])))) EXECUTE FUNCTION public.stay_erased();

--
-- Name: tickets tickets_waiting; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER tickets_waiting BEFORE UPDATE OF status ON public.tickets FOR EACH ROW WHEN ((new.status IS DISTINCT FROM old.status)) EXECUTE FUNCTION public.wait_after_status();

--
-- Name: api_keys api_keys_parent_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.api_keys(id) ON DELETE CASCADE;

--
-- Name: attachments attachments_message_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.ticket_messages(id);

--
-- Name: attachments attachments_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id);

--
-- Name: batch_replies batch_replies_message_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.batch_replies
    ADD CONSTRAINT batch_replies_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.ticket_messages(id) ON DELETE CASCADE;

--
-- Name: batch_replies batch_replies_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.batch_replies
    ADD CONSTRAINT batch_replies_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

--
-- Name: group_invites group_invites_group_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.group_invites
    ADD CONSTRAINT group_invites_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;

--
-- Name: group_members group_members_group_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.group_members
    ADD CONSTRAINT group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;

--
-- Name: inbound_mails inbound_mails_message_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.inbound_mails
    ADD CONSTRAINT inbound_mails_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.ticket_messages(id) ON DELETE SET NULL;

--
-- Name: inbound_mails inbound_mails_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.inbound_mails
    ADD CONSTRAINT inbound_mails_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE SET NULL;

--
-- Name: note_mentions note_mentions_note_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.note_mentions
    ADD CONSTRAINT note_mentions_note_id_fkey FOREIGN KEY (note_id) REFERENCES public.ticket_notes(id) ON DELETE CASCADE;

--
-- Name: note_recipients note_recipients_note_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.note_recipients
    ADD CONSTRAINT note_recipients_note_id_fkey FOREIGN KEY (note_id) REFERENCES public.ticket_notes(id) ON DELETE CASCADE;

--
-- Name: outbox outbox_message_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.ticket_messages(id) ON DELETE CASCADE;

--
-- Name: outbox outbox_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

--
-- Name: quick_reply_vectors quick_reply_vectors_quick_reply_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quick_reply_vectors
    ADD CONSTRAINT quick_reply_vectors_quick_reply_id_fkey FOREIGN KEY (quick_reply_id) REFERENCES public.quick_replies(id) ON DELETE CASCADE;

--
-- Name: quiz_attempts_default quiz_attempts_quiz_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quiz_attempts_default
    ADD CONSTRAINT quiz_attempts_quiz_id_fkey FOREIGN KEY (quiz_id) REFERENCES public.quizzes(id);

--
-- Name: quiz_counts quiz_counts_quiz_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quiz_counts
    ADD CONSTRAINT quiz_counts_quiz_id_fkey FOREIGN KEY (quiz_id) REFERENCES public.quizzes(id) ON DELETE CASCADE;

--
-- Name: quiz_questions quiz_questions_quiz_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quiz_questions
    ADD CONSTRAINT quiz_questions_quiz_id_fkey FOREIGN KEY (quiz_id) REFERENCES public.quizzes(id) ON DELETE CASCADE;

--
-- Name: reply_drafts reply_drafts_message_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reply_drafts
    ADD CONSTRAINT reply_drafts_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.ticket_messages(id) ON DELETE SET NULL;

--
-- Name: reply_drafts reply_drafts_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reply_drafts
    ADD CONSTRAINT reply_drafts_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

--
-- Name: rule_runs rule_runs_message_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.rule_runs
    ADD CONSTRAINT rule_runs_message_id_fkey FOREIGN KEY (message_id) REFERENCES public.ticket_messages(id) ON DELETE CASCADE;

--
-- Name: rule_runs rule_runs_rule_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.rule_runs
    ADD CONSTRAINT rule_runs_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES public.rules(id) ON DELETE SET NULL;

--
-- Name: rules rules_macro_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.rules
    ADD CONSTRAINT rules_macro_id_fkey FOREIGN KEY (macro_id) REFERENCES public.macros(id) ON DELETE CASCADE;

--
-- Name: streak_reminder_attempts streak_reminder_attempts_reminder_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.streak_reminder_attempts
    ADD CONSTRAINT streak_reminder_attempts_reminder_id_fkey FOREIGN KEY (reminder_id) REFERENCES public.streak_reminders(id) ON DELETE CASCADE;

--
-- Name: ticket_assignments ticket_assignments_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_assignments
    ADD CONSTRAINT ticket_assignments_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

--
-- Name: ticket_change_acts ticket_change_acts_change_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_change_acts
    ADD CONSTRAINT ticket_change_acts_change_id_fkey FOREIGN KEY (change_id) REFERENCES public.ticket_changes(id) ON DELETE CASCADE;

--
-- Name: ticket_change_acts ticket_change_acts_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_change_acts
    ADD CONSTRAINT ticket_change_acts_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id);

--
-- Name: ticket_composing ticket_composing_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_composing
    ADD CONSTRAINT ticket_composing_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

--
-- Name: ticket_messages ticket_messages_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_messages
    ADD CONSTRAINT ticket_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

--
-- Name: ticket_notes ticket_notes_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_notes
    ADD CONSTRAINT ticket_notes_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

--
-- Name: ticket_presence ticket_presence_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_presence
    ADD CONSTRAINT ticket_presence_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

--
-- Name: ticket_responses ticket_responses_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_responses
    ADD CONSTRAINT ticket_responses_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

--
-- Name: ticket_search ticket_search_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_search
    ADD CONSTRAINT ticket_search_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

--
-- Name: ticket_snoozes ticket_snoozes_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_snoozes
    ADD CONSTRAINT ticket_snoozes_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

--
-- Name: ticket_tags ticket_tags_tag_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_tags
    ADD CONSTRAINT ticket_tags_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES public.tags(id);

--
-- Name: ticket_tags ticket_tags_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_tags
    ADD CONSTRAINT ticket_tags_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

--
-- Name: ticket_texts ticket_texts_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_texts
    ADD CONSTRAINT ticket_texts_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

--
-- Name: tickets tickets_follows_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_follows_id_fkey FOREIGN KEY (follows_id) REFERENCES public.tickets(id) ON DELETE SET NULL;

--
-- Name: tickets tickets_merged_into_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES public.tickets(id);

--
-- PostgreSQL database dump complete
--
