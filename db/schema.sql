-- Written by `npm run schema` from the migrations. Do not edit.

--
-- Name: pt-BR-x-icu; Type: COLLATION; Schema: public; Owner: -
--

CREATE COLLATION public."pt-BR-x-icu" (provider = icu, locale = 'pt-BR');

--
-- Name: attachment_state; Type: TYPE; Schema: public; Owner: -
--

CREATE TYPE public.attachment_state AS ENUM (
    'arriving',
    'ready',
    'leaving'
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
    'dropped'
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
-- Name: copy_account_name(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.copy_account_name() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update streaks set name = new.name where email = new.email and name is distinct from new.name;
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
-- Name: count_truncated_tickets(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.count_truncated_tickets() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  truncate ticket_count_deltas, ticket_counts, ticket_category_counts;
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
  account record;
begin
  -- Nearly every reader is known already, and updating one is faster than inserting one in vain.
  update streaks s
  set read_days = s.read_days + days, last_interaction_at = greatest(s.last_interaction_at, at)
  where s.email = reader
  returning s.current_streak, s.max_streak into current_streak, max_streak;
  if found then
    return;
  end if;
  -- Held until the end, so that no new name comes in between.
  select a.name, a.created_at into account from accounts a where a.email = reader for share;
  insert into streaks as s (email, read_days, last_interaction_at, since, name)
  values (reader, days, at, least(now(), account.created_at), account.name)
  on conflict (email) do update
  set read_days = s.read_days + excluded.read_days,
      last_interaction_at = greatest(s.last_interaction_at, excluded.last_interaction_at)
  returning s.current_streak, s.max_streak into current_streak, max_streak;
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
-- Name: tags; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tags (
    id integer NOT NULL,
    name text NOT NULL,
    color text NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
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
  perform pg_advisory_xact_lock(hashtext('tags.is_default'));
  update tags set is_default = false, updated_at = now() where is_default and id <> tag_id;
  update tags set is_default = true, updated_at = now() where id = tag_id and not is_default;
end
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
  -- An estimate, as counting a million rows takes longer than sampling them; a table never analysed is counted.
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
-- Name: refresh_ticket_search(integer[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refresh_ticket_search(ticket_ids integer[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  insert into ticket_search (ticket_id, tsv)
  select t.id, ticket_question_tsv(t.subject, (
    select m.body from ticket_messages m where m.ticket_id = t.id and m.origin = 'requester' order by m.id limit 1
  ))
  from tickets t
  where t.id = any (ticket_ids) and t.status in ('resolved', 'closed')
    and exists (select from ticket_messages m where m.ticket_id = t.id and m.origin = 'agent')
  on conflict (ticket_id) do update set tsv = excluded.tsv where ticket_search.tsv is distinct from excluded.tsv;

  delete from ticket_search s using tickets t
  where s.ticket_id = any (ticket_ids) and t.id = s.ticket_id and t.status not in ('resolved', 'closed');
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
-- Name: ticket_search_after_ticket(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.ticket_search_after_ticket() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform refresh_ticket_search(array[new.id]);
  return null;
end
$$;

--
-- Name: accounts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.accounts (
    email text NOT NULL COLLATE pg_catalog."C",
    name text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT accounts_email_check CHECK ((email = lower((email COLLATE "C"))))
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
-- Name: group_members; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.group_members (
    group_id uuid NOT NULL,
    email text NOT NULL COLLATE pg_catalog."C",
    added bigint NOT NULL,
    CONSTRAINT group_members_email_check CHECK ((email = lower((email COLLATE "C"))))
);

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
    CONSTRAINT idempotency_keys_check CHECK (((status IS NULL) OR ((body_hash IS NOT NULL) AND (body IS NOT NULL))))
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
-- Name: outbox; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.outbox (
    id integer NOT NULL,
    ticket_id integer NOT NULL,
    message_id integer NOT NULL,
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
    sent_at timestamp with time zone
);

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
    CONSTRAINT quiz_questions_check CHECK ((correct_answer = ANY (options)))
);

--
-- Name: quizzes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.quizzes (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    quiz_date date NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    min_correct_answers integer DEFAULT 6 NOT NULL,
    edition_id text NOT NULL,
    edition_title text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

--
-- Name: signing_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.signing_keys (
    name text NOT NULL,
    value bytea NOT NULL
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
    created_at timestamp with time zone DEFAULT now() NOT NULL
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
-- Name: ticket_search; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_search (
    ticket_id integer NOT NULL,
    tsv tsvector NOT NULL
);

--
-- Name: ticket_tags; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.ticket_tags (
    ticket_id integer NOT NULL,
    tag_id integer NOT NULL
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
-- Name: accounts accounts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (email) INCLUDE (name);

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
-- Name: batch_replies batch_replies_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.batch_replies
    ADD CONSTRAINT batch_replies_pkey PRIMARY KEY (batch, ticket_id);

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
-- Name: idempotency_keys idempotency_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (caller, path, key);

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
-- Name: quick_replies quick_replies_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quick_replies
    ADD CONSTRAINT quick_replies_pkey PRIMARY KEY (id);

--
-- Name: quiz_attempts quiz_attempts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quiz_attempts
    ADD CONSTRAINT quiz_attempts_pkey PRIMARY KEY (quiz_id, email);

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
-- Name: signing_keys signing_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.signing_keys
    ADD CONSTRAINT signing_keys_pkey PRIMARY KEY (name);

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
-- Name: ticket_category_counts ticket_category_counts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_category_counts
    ADD CONSTRAINT ticket_category_counts_pkey PRIMARY KEY (main, hour);

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
-- Name: ticket_search ticket_search_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_search
    ADD CONSTRAINT ticket_search_pkey PRIMARY KEY (ticket_id);

--
-- Name: ticket_tags ticket_tags_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_tags
    ADD CONSTRAINT ticket_tags_pkey PRIMARY KEY (ticket_id, tag_id);

--
-- Name: tickets tickets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_pkey PRIMARY KEY (id);

--
-- Name: attachments_lease_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX attachments_lease_idx ON public.attachments USING btree (lease_until) WHERE (state <> 'ready'::public.attachment_state);

--
-- Name: attachments_message_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX attachments_message_idx ON public.attachments USING btree (message_id) WHERE (message_id IS NOT NULL);

--
-- Name: attachments_ticket_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX attachments_ticket_idx ON public.attachments USING btree (ticket_id, id) WHERE (state = 'ready'::public.attachment_state);

--
-- Name: batch_replies_created_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX batch_replies_created_idx ON public.batch_replies USING btree (created_at);

--
-- Name: groups_newest_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX groups_newest_idx ON public.groups USING btree (created_at DESC, id DESC);

--
-- Name: idempotency_keys_expiry_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX idempotency_keys_expiry_idx ON public.idempotency_keys USING btree (expires_at);

--
-- Name: outbox_left_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_left_idx ON public.outbox USING btree (last_attempt_at) WHERE (status = ANY (ARRAY['sending'::public.mail_status, 'sent'::public.mail_status, 'unknown'::public.mail_status]));

--
-- Name: outbox_pending_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX outbox_pending_idx ON public.outbox USING btree (due_at) WHERE (status = 'pending'::public.mail_status);

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
-- Name: quick_replies_category_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX quick_replies_category_idx ON public.quick_replies USING btree (category);

--
-- Name: quick_replies_shortcut_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX quick_replies_shortcut_key ON public.quick_replies USING btree (lower((shortcut COLLATE public."pt-BR-x-icu")));

--
-- Name: streaks_ranking_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX streaks_ranking_idx ON public.streaks USING btree (active_quarter, current_streak DESC, max_streak DESC, seniority DESC, email) INCLUDE (last_interaction_at);

--
-- Name: tags_default_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX tags_default_key ON public.tags USING btree (is_default) WHERE is_default;

--
-- Name: tags_name_key; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX tags_name_key ON public.tags USING btree (lower((name COLLATE public."pt-BR-x-icu")));

--
-- Name: ticket_messages_agent_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_messages_agent_idx ON public.ticket_messages USING btree (author COLLATE "C") WHERE (origin = 'agent'::public.message_origin);

--
-- Name: ticket_messages_ticket_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_messages_ticket_idx ON public.ticket_messages USING btree (ticket_id, id);

--
-- Name: ticket_search_tsv_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_search_tsv_idx ON public.ticket_search USING gin (tsv) WITH (fastupdate=off);

--
-- Name: ticket_tags_tag_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX ticket_tags_tag_idx ON public.ticket_tags USING btree (tag_id, ticket_id DESC);

--
-- Name: tickets_category_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_category_idx ON public.tickets USING btree (main COLLATE "C", COALESCE(issue, ''::text) COLLATE "C");

--
-- Name: tickets_main_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_main_idx ON public.tickets USING btree (main, id DESC);

--
-- Name: tickets_newsletter_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_newsletter_idx ON public.tickets USING btree (newsletter COLLATE "C") WHERE (newsletter IS NOT NULL);

--
-- Name: tickets_requester_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_requester_idx ON public.tickets USING btree (requester_email, id DESC) WHERE (requester_email IS NOT NULL);

--
-- Name: tickets_status_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_status_idx ON public.tickets USING btree (status, id DESC);

--
-- Name: tickets_subject_search_idx; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tickets_subject_search_idx ON public.tickets USING gin (to_tsvector('portuguese'::regconfig, subject));

--
-- Name: accounts accounts_name_copied; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER accounts_name_copied AFTER INSERT OR UPDATE OF name ON public.accounts FOR EACH ROW WHEN ((new.name IS NOT NULL)) EXECUTE FUNCTION public.copy_account_name();

--
-- Name: ticket_messages ticket_search_messages; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_search_messages AFTER INSERT ON public.ticket_messages REFERENCING NEW TABLE AS new_messages FOR EACH STATEMENT EXECUTE FUNCTION public.ticket_search_after_messages();

--
-- Name: tickets ticket_search_status; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER ticket_search_status AFTER UPDATE ON public.tickets FOR EACH ROW WHEN ((((new.status = ANY (ARRAY['resolved'::public.ticket_status, 'closed'::public.ticket_status])) IS DISTINCT FROM (old.status = ANY (ARRAY['resolved'::public.ticket_status, 'closed'::public.ticket_status]))) OR ((new.status = ANY (ARRAY['resolved'::public.ticket_status, 'closed'::public.ticket_status])) AND (new.subject IS DISTINCT FROM old.subject)))) EXECUTE FUNCTION public.ticket_search_after_ticket();

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
-- Name: group_members group_members_group_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.group_members
    ADD CONSTRAINT group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;

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
-- Name: quiz_attempts quiz_attempts_quiz_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quiz_attempts
    ADD CONSTRAINT quiz_attempts_quiz_id_fkey FOREIGN KEY (quiz_id) REFERENCES public.quizzes(id);

--
-- Name: quiz_questions quiz_questions_quiz_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.quiz_questions
    ADD CONSTRAINT quiz_questions_quiz_id_fkey FOREIGN KEY (quiz_id) REFERENCES public.quizzes(id) ON DELETE CASCADE;

--
-- Name: ticket_messages ticket_messages_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_messages
    ADD CONSTRAINT ticket_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

--
-- Name: ticket_search ticket_search_ticket_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.ticket_search
    ADD CONSTRAINT ticket_search_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES public.tickets(id) ON DELETE CASCADE;

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
-- PostgreSQL database dump complete
--
