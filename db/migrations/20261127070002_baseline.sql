-- The schema of the previous release. A database that has that release's migrations is taken up as it
-- is; their names are in former-migrations.txt. Functions and triggers are in db/functions.

-- PostgreSQL ships this collation with ICU; the embedded database does not.
do $$
begin
  if not exists (select from pg_collation where collname = 'pt-BR-x-icu') then
    create collation "pt-BR-x-icu" (provider = icu, locale = 'pt-BR');
  end if;
end
$$;

create type attachment_state as enum ('arriving', 'pending', 'ready', 'quarantined', 'leaving', 'deleting');
create type draft_status as enum ('pending', 'approved', 'discarded');
create type mail_status as enum ('pending', 'sending', 'sent', 'failed', 'unknown', 'dropped', 'bounced');
create type message_origin as enum ('requester', 'agent', 'ai');
create type ticket_status as enum ('open', 'in_progress', 'resolved', 'closed');

-- Stored columns of streaks are computed by these; their living text is in db/functions/streaks.sql.
create function last_run(days datemultirange) returns integer
language plpgsql immutable strict parallel safe as $$
declare
  runs daterange[] := array(select unnest(days));
  latest daterange := runs[cardinality(runs)];
begin
  return coalesce(upper(latest) - lower(latest), 0);
end
$$;

create function longest_run(days datemultirange) returns integer
language plpgsql immutable strict parallel safe as $$
begin
  return coalesce((select max(upper(run) - lower(run)) from unnest(days) run), 0);
end
$$;

-- A UUID of version 7: ids grow with time, so that attempts at a month's quizzes lie in one range.
create function new_quiz_id() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
    from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- The authentication store's mirror: the last name seen for an e-mail. E-mails are stored in lower
-- case so that comparing them needs neither citext nor a function (joins cost 1.6 times as much
-- with citext).
create table accounts (
  email text not null collate "C",
  name text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  -- The platform's subscription of an account, and its state there.
  subscription_id text,
  subscription_status text,
  constraint accounts_email_check check ((email = lower((email collate "C")))),
  constraint accounts_pkey primary key (email) include (name),
  constraint accounts_subscription_id_key unique (subscription_id)
);

create table tags (
  id integer generated always as identity,
  name text not null,
  color text not null,
  is_default boolean default false not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  revision integer default 1 not null,
  constraint tags_pkey primary key (id)
);

-- At most one tag is the default one.
create unique index tags_default_key on tags (is_default) where is_default;
-- A name is taken whatever its case.
create unique index tags_name_key on tags (lower((name collate "pt-BR-x-icu")));

create table quick_replies (
  id integer generated always as identity,
  title text not null,
  content text not null,
  category text not null,
  shortcut text not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint quick_replies_pkey primary key (id)
);

create index quick_replies_category_idx on quick_replies (category);
-- A shortcut is taken whatever its case.
create unique index quick_replies_shortcut_key on quick_replies (lower((shortcut collate "pt-BR-x-icu")));

create table tickets (
  id integer generated always as identity,
  subject text not null,
  main text not null,
  issue text,
  newsletter text,
  status ticket_status default 'open'::ticket_status not null,
  requester_email text collate "C",
  requester_name text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  -- The ticket that this one continues: its requester replied after it was closed.
  follows_id integer,
  assignee_email text collate "C",
  -- Of an open ticket whose last message is the customer's: when the first message since the last
  -- reply was written.
  waiting_since timestamptz,
  -- The ticket that took over this one's messages.
  merged_into integer,
  -- `updated_at` of a ticket when what is personal was taken off it. It differs once the ticket has
  -- been reopened or edited: the retention reads it again.
  erased_as_of timestamptz,
  constraint tickets_assignee_email_check check ((assignee_email = lower((assignee_email collate "C")))),
  constraint tickets_requester_email_check check ((requester_email = lower((requester_email collate "C")))),
  constraint tickets_pkey primary key (id)
);

-- Counts and lists of an agent's tickets by status.
create index tickets_assigned_idx on tickets (assignee_email, status, id desc) where (assignee_email is not null);
create index tickets_assignee_queue_idx on tickets (assignee_email, waiting_since, id) where (waiting_since is not null);
-- The values that reports can be filtered by are found by skipping from one value to the next in
-- these indexes, whatever the number of tickets and messages; `select distinct` would read them
-- all. A missing issue is '' in its index: comparing rows of (main, issue) needs values.
create index tickets_category_idx on tickets (main collate "C", coalesce(issue, '') collate "C");
create index tickets_main_idx on tickets (main, id desc);
create index tickets_merged_idx on tickets (merged_into) where (merged_into is not null);
create index tickets_newsletter_idx on tickets (newsletter collate "C") where (newsletter is not null);
-- Counts and lists of the open tickets of a category: without it, a count of a common pair reads
-- the whole table until it has found enough. Only tickets that are open are in it.
create index tickets_open_idx on tickets (main, status, id desc) where (status = any (array['open'::ticket_status, 'in_progress'::ticket_status]));
-- The moments of all orders beside creation: a page of a period in another order reads the index
-- alone. Every change of a ticket writes the index anyway, because other indexes have `updated_at`.
create index tickets_period_idx on tickets (created_at) include (updated_at, waiting_since, status, id);
create index tickets_queue_idx on tickets (waiting_since, id) where (waiting_since is not null);
create index tickets_requester_idx on tickets (requester_email, id desc) where (requester_email is not null);
create index tickets_retention_idx on tickets (updated_at) where ((status = 'closed'::ticket_status) and (erased_as_of is distinct from updated_at));
-- Listings are newest first by id; these serve each filter without a sort.
create index tickets_status_idx on tickets (status, id desc);
-- Lists by the last change. Writing a ticket writes one more index, at its end.
create index tickets_updated_idx on tickets (updated_at desc, id desc);

create table ticket_messages (
  id integer generated always as identity,
  ticket_id integer not null,
  author text not null,
  origin message_origin not null,
  body text not null,
  created_at timestamptz default now() not null,
  -- Quoted history and signature of a message that came by mail, and a note for agents: refused
  -- attachments, a bounce.
  folded text,
  notice text,
  -- Whose text it is, if not of the ticket's requester: the sender of a mail from another address,
  -- or the requester that the ticket had before a merge or an edit. An erasure follows it.
  person_email text collate "C",
  -- The part of the folded quotation that no mail of ours contains.
  unsent text,
  -- Who else a mail went to.
  cc jsonb not null default '[]',
  constraint ticket_messages_pkey primary key (id)
);

create index ticket_messages_agent_idx on ticket_messages (author collate "C") where (origin = 'agent'::message_origin);
create index ticket_messages_person_idx on ticket_messages (person_email) where (person_email is not null);
create index ticket_messages_ticket_idx on ticket_messages (ticket_id, id);

create table ticket_tags (
  ticket_id integer not null,
  -- No cascade: a tag in use cannot be deleted, even by a request that races the tagging.
  tag_id integer not null,
  constraint ticket_tags_pkey primary key (ticket_id, tag_id)
);

create index ticket_tags_tag_idx on ticket_tags (tag_id, ticket_id desc);

create table attachments (
  id integer generated always as identity,
  -- No cascade: a row that went with its ticket would leave an object that nothing knows of.
  ticket_id integer not null,
  message_id integer,
  uploader_email text,
  name text not null,
  path text not null,
  type text not null,
  state attachment_state default 'arriving'::attachment_state not null,
  -- Of a row that is not ready: until when whoever works on it has it to themselves.
  lease_until timestamptz,
  -- Known once the object is whole.
  size integer,
  sha256 bytea,
  created_at timestamptz default now() not null,
  -- Attachments that wait for the malware scanner: state 'quarantined', with lease_until
  -- 'infinity', so that no janitor takes them for abandoned.
  scan_due_at timestamptz,
  person_email text collate "C",
  -- A mail shows the file in its text.
  inline boolean not null default false,
  -- A mail brought it, and its type may not be uploaded.
  held boolean not null default false,
  -- Files that came with a note by mail: readers never see them, even if the note is deleted.
  note_id integer,
  constraint attachments_check check (((state = 'ready'::attachment_state) = (lease_until is null))),
  constraint attachments_check1 check (((state <> 'ready'::attachment_state) or ((size is not null) and (sha256 is not null)))),
  constraint attachments_path_key unique (path),
  constraint attachments_pkey primary key (id)
);

-- What is unfinished, for the janitor.
create index attachments_lease_idx on attachments (lease_until) where (state <> 'ready'::attachment_state);
-- The foreign key of messages.
create index attachments_message_idx on attachments (message_id) where (message_id is not null);
create index attachments_person_idx on attachments (person_email) where (person_email is not null);
-- What the scan job takes, the longest due first.
create index attachments_scan_due_idx on attachments (scan_due_at) where (scan_due_at is not null);
-- What counts against a ticket's quota, and the foreign key to tickets.
create index attachments_ticket_id_idx on attachments (ticket_id);
-- Finding everything about one person must not scan: an index for each place that holds an e-mail.
create index attachments_uploader_idx on attachments (uploader_email, created_at) where (uploader_email is not null);

-- Keys that all processes share and no configuration holds: the one that signs download addresses.
create table signing_keys (
  name text not null,
  value bytea not null,
  constraint signing_keys_pkey primary key (name)
);

-- Answers given under an Idempotency-Key. A row without a status is a request still running, or one
-- that died: it holds the key until lease_until. A row with one is replayed until expires_at.
create table idempotency_keys (
  caller text not null,
  path text not null,
  key text not null,
  -- Which run holds the key: a run that lost it can no longer answer.
  run uuid not null,
  lease_until timestamptz not null,
  expires_at timestamptz not null,
  -- SHA-256 of what was asked; unknown while a body is still arriving.
  body_hash bytea,
  status smallint,
  body json,
  -- A key belongs to a token's subject; its e-mail tells whose stored response it is.
  caller_email text,
  constraint idempotency_keys_check check (((status is null) or ((body_hash is not null) and (body is not null)))),
  constraint idempotency_keys_pkey primary key (caller, path, key)
);

create index idempotency_keys_batch_idx on idempotency_keys (path) where (path = '/support/fast-response/lote');
create index idempotency_keys_email_idx on idempotency_keys (caller_email) where (caller_email is not null);
-- Removing what has expired.
create index idempotency_keys_expiry_idx on idempotency_keys (expires_at);

-- A reader's credited civil days (São Paulo), as a set of ranges: a million readers of 200 days
-- each take 0.3 GB, a row a day would take 13 GB. What follows from the days is generated, so it is
-- true to them whoever writes.
create table streaks (
  email text not null collate "C",
  read_days datemultirange not null,
  last_interaction_at timestamptz not null,
  -- When the reader was first known: their account's first moment, or the first credit where that
  -- came first.
  since timestamptz not null,
  -- Unused: the primary key includes it, so dropping it would rebuild the key.
  name text,
  current_streak integer generated always as (last_run(read_days)) stored not null,
  max_streak integer generated always as (longest_run(read_days)) stored not null,
  -- Which quarter of a day the last activity fell in, counted from 1970. One of the four begins at
  -- 08:00 UTC, which is 05:00 in São Paulo: the ranking made then looks back over whole quarters.
  active_quarter integer generated always as (floor(((extract(epoch from (last_interaction_at at time zone 'UTC')) - (7200)::numeric) / (21600)::numeric))) stored not null,
  -- Grows with earlier `since`, so that the ranking's order is descending in all that it compares.
  seniority bigint generated always as (((extract(epoch from (since at time zone 'UTC')) * ('-1000000'::integer)::numeric))::bigint) stored not null,
  -- Copies of what the profile says, kept true by triggers.
  hidden boolean default false not null,
  constraint streaks_email_check check ((email = lower((email collate "C")))),
  constraint streaks_read_days_check check ((not isempty(read_days))),
  constraint streaks_pkey primary key (email) include (current_streak, max_streak, last_interaction_at, name)
) with (autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.05');

-- The best of each quarter of a day, in the ranking's order: of each quarter of the last seven days
-- the ranking reads a hundred at most, however many readers there are, and however long the streaks
-- of those who stopped.
create index streaks_ranking_idx on streaks (active_quarter, current_streak desc, max_streak desc, seniority desc, email) include (last_interaction_at, hidden);

create table groups (
  id uuid default gen_random_uuid() not null,
  name text not null,
  description text,
  is_public boolean not null,
  owner_email text not null collate "C",
  created_at timestamptz default now() not null,
  constraint groups_owner_email_check check ((owner_email = lower((owner_email collate "C")))),
  constraint groups_pkey primary key (id)
);

-- Listings are newest first.
create index groups_newest_idx on groups (created_at desc, id desc);
-- The groups a reader owns.
create index groups_owner_idx on groups (owner_email);

-- Who is listed here is an active member; leaving removes the row.
create table group_members (
  group_id uuid not null,
  email text not null collate "C",
  -- Grows with each member added: rankings put earlier members first.
  added bigint generated always as identity,
  -- A group's ranking reads one table: what it shows of a member stands beside the membership, and
  -- triggers keep it true.
  current_streak integer default 0 not null,
  max_streak integer default 0 not null,
  -- Seconds since 1970; null without a streak.
  last_interaction bigint,
  name text,
  anonymous boolean default false not null,
  constraint group_members_email_check check ((email = lower((email collate "C")))),
  constraint group_members_pkey primary key (group_id, email) include (added)
) with (fillfactor='80');

-- The groups of a reader, for triggers.
create index group_members_email_idx on group_members (email);
-- Rankings read a group a page at a time, in the order of joining.
create index group_members_order_idx on group_members (group_id, added);

-- Ticket reports read counts an hour, never the tickets: they cost the same at one million tickets
-- and at ten.
--
-- Whoever writes tickets appends signed differences to ticket_count_deltas, in the same transaction
-- (triggers). fold_ticket_counts() moves them into the two ledgers; readers add ledger
-- and deltas, so that a report is exact at any moment. Writers never update a shared row: with one
-- row an hour, transactions that live 5 ms more fall from 2 836 to 171 inserts a second, and two
-- tickets a transaction deadlock.
--
-- Hours are UTC ones: the offset of America/Sao_Paulo is whole hours.
create table ticket_count_deltas (
  hour timestamptz not null,
  main text not null collate "C",
  open integer not null,
  in_progress integer not null,
  resolved integer not null,
  closed integer not null
) with (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='2000', autovacuum_vacuum_insert_threshold='-1');

-- All categories together, so that the report without a filter reads one row an hour however many
-- there are.
create table ticket_counts (
  hour timestamptz not null,
  open integer not null,
  in_progress integer not null,
  resolved integer not null,
  closed integer not null,
  constraint ticket_counts_pkey primary key (hour)
);

create table ticket_category_counts (
  main text not null collate "C",
  hour timestamptz not null,
  open integer not null,
  in_progress integer not null,
  resolved integer not null,
  closed integer not null,
  constraint ticket_category_counts_pkey primary key (main, hour)
);

-- One row a scheduled time of a job. The row is a lease: whoever holds it works, and says so now
-- and then; once the lease has run out, another process takes the run over. `attempts` is the
-- fence: it grows with each holder, and what a former holder still writes names its own number and
-- finds no row.
create table job_runs (
  job text not null,
  scheduled_for timestamptz not null,
  owner text not null,
  attempts integer default 1 not null,
  lease_until timestamptz not null,
  -- A failed run is not taken up again before this.
  retry_at timestamptz,
  started_at timestamptz not null,
  done_at timestamptz,
  error text,
  constraint job_runs_pkey primary key (job, scheduled_for)
);

create table quizzes (
  id uuid default new_quiz_id() not null,
  -- The civil day in São Paulo on which it was generated: one quiz a day.
  quiz_date date not null,
  title text not null,
  description text not null,
  min_correct_answers integer default 6 not null,
  edition_id text not null,
  edition_title text not null,
  created_at timestamptz default now() not null,
  unpublished_at timestamptz,
  unpublished_reason text,
  -- A number that every update of a row increments, whoever writes it, so that what was read before
  -- can be told from what is stored now.
  revision integer default 1 not null,
  edition_text text,
  constraint quizzes_pkey primary key (id),
  constraint quizzes_quiz_date_key unique (quiz_date)
);

create table quiz_questions (
  id uuid default gen_random_uuid() not null,
  quiz_id uuid not null,
  "position" integer not null,
  question text not null,
  -- In the order in which every reader sees them; shuffled when stored.
  options text[] not null,
  correct_answer text not null,
  explanation text not null,
  -- What was the correct answer before a correction, and still counts as one.
  former_answers text[] default '{}'::text[] not null,
  constraint quiz_questions_check check ((correct_answer = any (options))),
  constraint quiz_questions_pkey primary key (id),
  constraint quiz_questions_quiz_id_position_key unique (quiz_id, "position")
);

-- One attempt a reader and quiz. A quiz with attempts cannot be deleted, and so not be overwritten.
create table quiz_attempts (
  quiz_id uuid not null,
  email text not null collate "C",
  -- Question id → the option that was chosen.
  answers jsonb not null,
  correct_answers integer not null,
  passed boolean not null,
  attempted_at timestamptz not null,
  constraint quiz_attempts_email_check check ((email = lower((email collate "C")))),
  constraint quiz_attempts_pkey primary key (quiz_id, email)
);

create index quiz_attempts_email_idx on quiz_attempts (email, attempted_at desc);

-- By the month in which their quiz was made. The default partition has those of no month; months are
-- made ahead by the job `retention`. It was there first: databases that grew with it have its names.
alter table quiz_attempts rename to quiz_attempts_default;
alter index quiz_attempts_pkey rename to quiz_attempts_default_pkey;
alter index quiz_attempts_email_idx rename to quiz_attempts_default_email_idx;

-- Each partition has its own foreign key: one on the parent would lock the quizzes, too.
create table quiz_attempts (
  like quiz_attempts_default including constraints,
  constraint quiz_attempts_pkey primary key (quiz_id, email)
) partition by range (quiz_id);

create index quiz_attempts_email_idx on quiz_attempts (email, attempted_at desc);

alter table quiz_attempts attach partition quiz_attempts_default default;

-- Mails that messages of tickets are to be sent as. A row is written in the transaction that writes
-- its message, so that neither is there without the other. The body is the message's.
create table outbox (
  id integer generated always as identity,
  ticket_id integer not null,
  -- One mail per message, however often it is asked for.
  message_id integer,
  -- The Message-ID header, the same at every attempt: who receives a mail twice can tell.
  mail_id text not null,
  recipient text not null,
  recipient_name text,
  subject text not null,
  status mail_status default 'pending'::mail_status not null,
  attempts integer default 0 not null,
  -- Of a pending mail: when it is due.
  due_at timestamptz not null,
  -- Of a mail being sent: when whoever sends it must be dead.
  lease_until timestamptz,
  last_attempt_at timestamptz,
  error text,
  created_at timestamptz default now() not null,
  sent_at timestamptz,
  -- Until then a pending mail is not sent and can be taken back with its message; null: sent at
  -- once.
  undo_until timestamptz,
  -- Retrying a mail by hand restarts its 24-hour window; `attempts` goes on counting, because it is
  -- the fence of the attempts.
  attempts_before integer default 0 not null,
  -- When a mail failed or bounced; null for mails older than this column.
  returned_at timestamptz,
  -- Nobody wrote or approved the mail.
  automatic boolean not null default false,
  -- What goes with the mail besides its message: copies, files, and the signature of its sender.
  cc jsonb not null default '[]',
  attachment_ids integer[] not null default '{}',
  sender_email text collate "C",
  -- The status that an undo restores.
  resolved_from ticket_status,
  -- Processes of the previous release increment it.
  claims integer not null default 0,
  -- A reply that is sent later has no message yet: this is its content until it is due.
  content jsonb,
  -- Since when a scheduled reply is on hold, because the reader wrote meanwhile.
  held_at timestamptz,
  -- A forward has the note that records it in place of a message.
  note_id integer,
  constraint outbox_mail_id_key unique (mail_id),
  constraint outbox_message_id_key unique (message_id),
  constraint outbox_pkey primary key (id)
);

-- The hourly limit counts bounced mails too.
create index outbox_attempt_idx on outbox (last_attempt_at) where (last_attempt_at is not null);
-- What the retry job looks for, every minute.
create index outbox_pending_idx on outbox (due_at) where (status = 'pending'::mail_status);
create index outbox_recipient_idx on outbox (recipient, id);
create index outbox_sending_idx on outbox (lease_until) where (status = 'sending'::mail_status);
-- An operator's listing, and the former mails of a thread.
create index outbox_status_idx on outbox (status, id desc);
create index outbox_ticket_idx on outbox (ticket_id, id);

-- What a new ticket is compared with: the subject and the first message of each ticket that was
-- settled (resolved or closed) and has an agent's answer. A table of its own keeps the index small;
-- a long text is cut, as a tsvector holds 1 MB at most.
create table ticket_search (
  ticket_id integer not null,
  tsv tsvector not null,
  constraint ticket_search_pkey primary key (ticket_id)
);

-- Without a pending list, all of which a search would have to read.
create index ticket_search_tsv_idx on ticket_search using gin (tsv) with (fastupdate=off);

-- In how many of those tickets a lexeme is, counted in a sample now and then.
create table lexeme_df (
  lexeme text not null,
  ndoc integer not null,
  constraint lexeme_df_pkey primary key (lexeme)
);

-- Which reply a batch saved on a ticket, where the batch came with an idempotency key: its run
-- after a crash finds here what the run before it saved, and two runs at once save one reply.
create table batch_replies (
  -- Who asked, under which key, for what: a hash.
  batch text not null,
  ticket_id integer not null,
  message_id integer not null,
  confidence double precision not null,
  created_at timestamptz default now() not null,
  constraint batch_replies_pkey primary key (batch, ticket_id)
);

create index batch_replies_created_idx on batch_replies (created_at);
create index batch_replies_message_idx on batch_replies (message_id) where (message_id is not null);

-- Tokens that the language model used, and those reserved for requests in flight, by civil day in
-- São Paulo. All processes share the daily limit, so the count is here.
create table model_tokens (
  day date not null,
  tokens bigint not null,
  constraint model_tokens_tokens_check check ((tokens >= 0)),
  constraint model_tokens_pkey primary key (day)
);

-- What readers chose for themselves: the name that rankings show, and whether the public ranking
-- shows them.
create table reader_profiles (
  email text not null collate "C",
  -- Takes precedence over the account's name, which follows the authentication store.
  display_name text,
  ranking_visibility text default 'public' not null,
  updated_at timestamptz not null,
  constraint reader_profiles_email_check check ((email = lower((email collate "C")))),
  constraint reader_profiles_ranking_visibility_check check ((ranking_visibility = any (array['public', 'anonymous', 'hidden']))),
  constraint reader_profiles_pkey primary key (email)
);

-- The net that rebuilds a cached ranking older than the latest change reads it.
create index reader_profiles_updated_idx on reader_profiles (updated_at desc);

-- How many readers have these streaks and were last active in this quarter of a day (see
-- streaks.active_quarter). A place among millions is a sum over the cells of the last seven days.
-- Readers who are hidden from the ranking do not count.
create table streak_counts (
  current_streak integer not null,
  max_streak integer not null,
  quarter integer not null,
  readers bigint not null,
  constraint streak_counts_pkey primary key (current_streak, max_streak, quarter)
);

-- The same for all longest streaks together.
create table streak_totals (
  current_streak integer not null,
  quarter integer not null,
  readers bigint not null,
  constraint streak_totals_pkey primary key (current_streak, quarter)
);

-- What crediting changes, not yet folded into the counts: appending never waits for another reader.
-- Whoever reads the counts adds these.
create table streak_count_deltas (
  current_streak integer not null,
  max_streak integer not null,
  quarter integer not null,
  readers integer not null
) with (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_threshold='5000');

-- Tokens that are refused before they expire: those of a person issued before a moment, or one
-- token by its id. The person's e-mail is hashed (SHA-256), so that a revocation outlives the
-- erasure of their data.
create table token_revocations (
  id integer generated always as identity,
  email_hash bytea,
  token_id text,
  revoked_from timestamptz not null,
  created_at timestamptz default clock_timestamp() not null,
  constraint token_revocations_check check ((num_nonnulls(email_hash, token_id) = 1)),
  constraint token_revocations_pkey primary key (id)
);

-- Every process asks every two seconds for what is new.
create index token_revocations_created_at_idx on token_revocations (created_at);
-- Each request of a session looks for a revocation of its person.
create index token_revocations_email_hash_idx on token_revocations (email_hash) where (email_hash is not null);

-- Links that let readers join a group. Revoking one deletes it.
create table group_invites (
  id integer generated always as identity,
  group_id uuid not null,
  -- SHA-256: whoever reads this table cannot join.
  token_hash bytea not null,
  expires_at timestamptz not null,
  -- Null: any number.
  max_uses integer,
  uses integer default 0 not null,
  created_at timestamptz not null,
  constraint group_invites_pkey primary key (id),
  constraint group_invites_token_hash_key unique (token_hash)
);

create index group_invites_group_idx on group_invites (group_id);

-- Who did what: one row for each change by a person, a tool or a job, in the transaction of the
-- change.
create table audit_log (
  id bigint generated always as identity,
  at timestamptz not null,
  -- The token's subject, or the name of a job or tool.
  actor text not null,
  actor_email text,
  role text not null,
  -- The agent a service account acts for.
  acting_for text,
  channel text not null,
  action text not null,
  target text not null,
  outcome text default 'done' not null,
  request_id text,
  changes jsonb default '[]'::jsonb not null,
  -- The program that a caller of the internal API says it is, such as mcp.
  client text,
  constraint audit_log_channel_check check ((channel = any (array['http', 'trpc', 'job']))),
  constraint audit_log_outcome_check check ((outcome = any (array['done', 'refused']))),
  constraint audit_log_pkey primary key (id)
);

create index audit_log_acting_for on audit_log (acting_for) where (acting_for is not null);
-- audit.list filters by each of these and pages by id.
create index audit_log_action on audit_log (action, id);
create index audit_log_actor_email on audit_log (actor_email, id) where (actor_email is not null);
create index audit_log_target on audit_log (target, id);

-- By month, as attempts are. One sequence gives the ids, so they stay unique.
alter table audit_log rename to audit_log_default;
alter index audit_log_pkey rename to audit_log_default_pkey;
alter index audit_log_acting_for rename to audit_log_default_acting_for;
alter index audit_log_action rename to audit_log_default_action;
alter index audit_log_actor_email rename to audit_log_default_actor_email;
alter index audit_log_target rename to audit_log_default_target;

create table audit_log (
  like audit_log_default including constraints including defaults
) partition by range (at);

create index audit_log_acting_for on audit_log (acting_for) where (acting_for is not null);
create index audit_log_action on audit_log (action, id);
create index audit_log_actor_email on audit_log (actor_email, id) where (actor_email is not null);
create index audit_log_target on audit_log (target, id);

alter table audit_log_default alter column id drop identity;
alter table audit_log alter column id add generated always as identity (sequence name audit_log_id_seq);

alter table audit_log attach partition audit_log_default default;

-- What was erased and when, without saying whose it was.
create table erasures (
  id uuid not null,
  requested_at timestamptz not null,
  records jsonb not null,
  -- The keyed hash of the address until the ledger in the storage has the erasure.
  unrecorded text,
  constraint erasures_pkey primary key (id)
);

-- Mail from readers. A row a mail: what was made of it, and the key that makes it happen once.
create table inbound_mails (
  id integer generated always as identity,
  -- The Message-ID, or a hash of the mail if it has none.
  dedupe_key text not null,
  source text not null,
  sender text,
  outcome text not null,
  reason text,
  ticket_id integer,
  message_id integer,
  -- Attachments are stored after the message; a crash in between leaves this set.
  attachments_pending boolean default false not null,
  -- The mail itself, while it is in quarantine.
  raw bytea,
  received_at timestamptz not null,
  -- How many attachments of a mail are stored or refused. It grows in the transaction of each, so
  -- that none is stored twice, however many processes finish the same mail.
  attachments_done integer default 0 not null,
  -- The Message-ID, which replies to the mail refer to.
  mail_id text,
  -- Whether the mail server vouches for the sender: forged mails do not count for the sender's
  -- hourly limit.
  verified boolean default false not null,
  subject text,
  content_hash text,
  original_id integer,
  looked_at timestamptz,
  -- The note that the mail became, if it is not a message.
  note_id integer,
  constraint inbound_mails_outcome_check check ((outcome = any (array['new-ticket', 'reply', 'ignored', 'quarantined']))),
  constraint inbound_mails_source_check check ((source = any (array['imap', 'gateway']))),
  constraint inbound_mails_dedupe_key_key unique (dedupe_key),
  constraint inbound_mails_pkey primary key (id)
);

-- Undo deletes a message, and a merge moves its mail: neither should read these tables whole.
create index inbound_mails_message_idx on inbound_mails (message_id) where (message_id is not null);
create index inbound_mails_outcome_idx on inbound_mails (outcome, id desc);
-- Counts a sender's latest tickets (mail loops) and finds a person's mails.
create index inbound_mails_sender_idx on inbound_mails (sender, received_at) where (sender is not null);

-- How far each mailbox has been read.
create table inbound_positions (
  mailbox text not null,
  uid_validity text not null,
  last_uid bigint not null,
  read_at timestamptz not null,
  constraint inbound_positions_pkey primary key (mailbox)
);

-- Replies of the model that wait for an agent.
create table reply_drafts (
  id integer generated always as identity,
  ticket_id integer not null,
  -- The newest message when the draft was generated: a newer one makes a pending draft stale.
  last_message_id integer not null,
  -- As the model wrote it, and as agents edited it.
  generated_html text not null,
  html text not null,
  confidence double precision not null,
  -- [{"ticketId": 5, "score": 0.3}, …]
  sources jsonb not null,
  status draft_status default 'pending'::draft_status not null,
  -- The message of an approved draft.
  message_id integer,
  -- Share of words that differ from the generated text, of an approved draft; 0 to 1.
  changed_share double precision,
  discard_reason text,
  created_at timestamptz default now() not null,
  decided_at timestamptz,
  constraint reply_drafts_message_id_key unique (message_id),
  constraint reply_drafts_pkey primary key (id)
);

-- The counts of a period.
create index reply_drafts_created_idx on reply_drafts (created_at);
-- The queue of drafts, and the drafts of a ticket.
create index reply_drafts_pending_idx on reply_drafts (id desc) where (status = 'pending'::draft_status);
create index reply_drafts_ticket_idx on reply_drafts (ticket_id, id);

-- The words of a ticket's subject and messages. In one row a ticket, so that a search walks its key
-- or its index and joins nothing.
create table ticket_texts (
  ticket_id integer not null,
  tsv tsvector not null,
  -- Whether the words are also there without accents. A job adds them to older rows.
  unaccented boolean not null default false,
  constraint ticket_texts_pkey primary key (ticket_id)
);

create index ticket_texts_tsv_idx on ticket_texts using gin (tsv) with (fastupdate=off);

-- What agents write for each other. Never mailed, and in a prompt only if marked.
create table ticket_notes (
  id integer generated always as identity,
  ticket_id integer not null,
  author text not null,
  body text not null,
  in_prompt boolean default false not null,
  created_at timestamptz default now() not null,
  person_email text collate "C",
  -- Written by mail by somebody to whom a message was forwarded.
  outside boolean not null default false,
  -- What such a mail quotes.
  folded text,
  -- What became of the note's mail or files.
  notice text,
  constraint ticket_notes_pkey primary key (id)
);

create index ticket_notes_author_idx on ticket_notes (author collate "C");
create index ticket_notes_person_idx on ticket_notes (person_email) where (person_email is not null);
create index ticket_notes_ticket_idx on ticket_notes (ticket_id, id);

-- The sets of vectors of settled tickets' questions: one a model and its dimensions. The vectors of
-- a set are in the table ticket_vectors_<id>, which the job embed-tickets creates where pgvector is
-- available: this schema is the same with and without it.
create table embedding_sets (
  id integer generated always as identity,
  model text not null,
  dimensions integer not null,
  -- Whether the model was asked to shorten its vectors to these dimensions.
  shortened boolean not null,
  created_at timestamptz default now() not null,
  -- Since when it has every settled ticket: searches use a set that is ready.
  ready_at timestamptz,
  constraint embedding_sets_dimensions check (((dimensions >= 1) and (dimensions <= 4000))),
  constraint embedding_sets_key unique (model, dimensions),
  constraint embedding_sets_pkey primary key (id)
);

-- Keys that were replaced: what they signed stays valid until then.
create table previous_signing_keys (
  id bigint generated always as identity,
  name text not null,
  value bytea not null,
  valid_until timestamptz not null,
  constraint previous_signing_keys_pkey primary key (id)
);

create index previous_signing_keys_idx on previous_signing_keys (name, valid_until);

-- Endpoints of others that events are sent to. One process at a time sends to an endpoint, so its
-- row holds the lease and the backoff too.
create table webhooks (
  id integer generated always as identity,
  url text not null,
  events text[] not null,
  secret text not null,
  -- The secret before the last rotation; it signs too until its time is over.
  previous_secret text,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  -- When the oldest pending delivery is attempted.
  due_at timestamptz default now() not null,
  -- When whoever sends to it must be dead.
  lease_until timestamptz,
  -- The number of the claim that holds the lease.
  claims integer default 0 not null,
  -- Failed attempts since the last success.
  failures integer default 0 not null,
  failing_since timestamptz,
  disabled_at timestamptz,
  constraint webhooks_pkey primary key (id)
) with (fillfactor='50');

-- An event for an endpoint, written in the transaction of its change.
create table webhook_deliveries (
  id bigint generated always as identity,
  -- No foreign key: every submission at noon would take its lock on the same row.
  webhook_id integer not null,
  -- The same for all endpoints; sent as `webhook-id`.
  event_id uuid not null,
  type text not null,
  -- The reader it is about, in lower case; sent as a field of `data`.
  email text collate "C",
  data jsonb not null,
  occurred_at timestamptz default now() not null,
  status text default 'pending' not null,
  attempts integer default 0 not null,
  first_attempt_at timestamptz,
  last_attempt_at timestamptz,
  response_status integer,
  error text,
  delivered_at timestamptz,
  constraint webhook_deliveries_status_check check ((status = any (array['pending', 'delivered', 'failed']))),
  constraint webhook_deliveries_pkey primary key (id)
);

-- What the retention removes; rows are in the order of time.
create index webhook_deliveries_age_idx on webhook_deliveries using brin (occurred_at);
-- What is erased with a person.
create index webhook_deliveries_email_idx on webhook_deliveries (email) where (email is not null);
-- The log of an endpoint.
create index webhook_deliveries_log_idx on webhook_deliveries (webhook_id, id);
-- The next delivery of an endpoint, and whether it has one.
create index webhook_deliveries_pending_idx on webhook_deliveries (webhook_id, id) where (status = 'pending');

-- By month, as the trail is.
alter table webhook_deliveries rename to webhook_deliveries_default;
alter index webhook_deliveries_pkey rename to webhook_deliveries_default_pkey;
alter index webhook_deliveries_age_idx rename to webhook_deliveries_default_age_idx;
alter index webhook_deliveries_email_idx rename to webhook_deliveries_default_email_idx;
alter index webhook_deliveries_log_idx rename to webhook_deliveries_default_log_idx;
alter index webhook_deliveries_pending_idx rename to webhook_deliveries_default_pending_idx;

create table webhook_deliveries (
  like webhook_deliveries_default including constraints including defaults
) partition by range (occurred_at);

create index webhook_deliveries_age_idx on webhook_deliveries using brin (occurred_at);
create index webhook_deliveries_email_idx on webhook_deliveries (email) where (email is not null);
create index webhook_deliveries_log_idx on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_pending_idx on webhook_deliveries (webhook_id, id) where (status = 'pending');

alter table webhook_deliveries_default alter column id drop identity;
alter table webhook_deliveries alter column id add generated always as identity (sequence name webhook_deliveries_id_seq);

alter table webhook_deliveries attach partition webhook_deliveries_default default;

-- Events of the newsletter's platform, stored when they arrive and worked on by a job. Only ids:
-- what they stand for is fetched from the platform.
create table newsletter_events (
  -- The platform's id of the event: one that arrives again is stored once.
  uid text not null,
  type text not null,
  -- The post or subscription it is about.
  subject_id text,
  received_at timestamptz default now() not null,
  -- 'ignored': nothing here depends on it. 'failed': given up.
  status text default 'pending' not null,
  attempts integer default 0 not null,
  due_at timestamptz default now() not null,
  lease_until timestamptz,
  error text,
  constraint newsletter_events_status_check check ((status = any (array['pending', 'done', 'ignored', 'failed']))),
  constraint newsletter_events_pkey primary key (uid)
);

-- What the job looks for.
create index newsletter_events_pending_idx on newsletter_events (due_at) where (status = 'pending');
-- What the retention removes.
create index newsletter_events_received_idx on newsletter_events (received_at);
-- What is erased with a person.
create index newsletter_events_subject_idx on newsletter_events (subject_id);

-- Quizzes that wait for noon, apart from those that readers see: no public query reads
-- them.
create table quiz_drafts (
  -- The quiz has the same id once it is published.
  id uuid default new_quiz_id() not null,
  quiz_date date not null,
  title text not null,
  description text not null,
  edition_id text not null,
  edition_title text not null,
  -- [{id, question, options, correctAnswer, explanation}], in their order.
  questions jsonb not null,
  -- Not published at noon.
  held boolean default false not null,
  held_reason text,
  created_at timestamptz default now() not null,
  revision integer default 1 not null,
  -- The text that a quiz was written from, at most 60 000 characters: editors see it beside the
  -- questions. Null for quizzes of before.
  edition_text text,
  -- The checks refused what the model wrote.
  refused boolean not null default false,
  -- When an editor last changed it.
  edited_at timestamptz,
  constraint quiz_drafts_pkey primary key (id),
  constraint quiz_drafts_quiz_date_key unique (quiz_date)
);

-- When each ticket was first replied to and settled, and by whom: what the report of response times
-- reads. In one row a ticket, beside `tickets`, whose rows are wide and written often. Triggers
-- keep it true.
create table ticket_responses (
  ticket_id integer not null,
  opened_at timestamptz not null,
  -- The first message that is not the requester's.
  first_reply_at timestamptz,
  first_reply_by text collate "C",
  -- When the ticket was last resolved or closed; null while it is open.
  resolved_at timestamptz,
  -- The author of the last reply before that.
  resolved_by text collate "C",
  constraint ticket_responses_pkey primary key (ticket_id)
);

create index ticket_responses_opened_idx on ticket_responses (opened_at);

-- Readers by blocks of 32 streaks and quarter, beside those by streak: a place among all is a sum
-- of a few hundred rows, not of ten thousand.
create table streak_blocks (
  -- current_streak / 32.
  block integer not null,
  quarter integer not null,
  readers bigint not null,
  constraint streak_blocks_pkey primary key (block, quarter)
);

create table streak_longest_blocks (
  current_streak integer not null,
  -- max_streak / 32.
  block integer not null,
  quarter integer not null,
  readers bigint not null,
  constraint streak_longest_blocks_pkey primary key (current_streak, block, quarter)
);

-- Attempts to read mails that have begun and not ended. A mail that took the process with it twice
-- is not read a third time.
create table inbound_readings (
  mail_hash text not null,
  attempts integer not null,
  started_at timestamptz not null,
  constraint inbound_readings_pkey primary key (mail_hash)
);

-- What changed, by its target alone, for pages that show it. A job deletes rows after an hour.
create table hints (
  -- Rows become visible when their transactions end, which is not the order of any sequence.
  xact xid8 default pg_current_xact_id() not null,
  target text not null,
  at timestamptz default statement_timestamp() not null,
  constraint hints_pkey primary key (xact, target)
);

-- What an agent is writing on a ticket. A row whose text was sent or discarded stays for its
-- revision, so that a save of it that arrives late is refused.
create table ticket_composing (
  ticket_id integer not null,
  email text not null,
  html text,
  revision integer default 1 not null,
  saved_at timestamptz not null,
  constraint ticket_composing_pkey primary key (ticket_id, email)
);

-- Erasing an agent.
create index ticket_composing_email_idx on ticket_composing (email);

-- Who has a ticket open, until 30 seconds after seen_at. The table has a row for each open page, so
-- it needs no further index.
create table ticket_presence (
  ticket_id integer not null,
  email text not null,
  name text,
  state text not null,
  seen_at timestamptz not null,
  constraint ticket_presence_state_check check ((state = any (array['viewing', 'typing']))),
  constraint ticket_presence_pkey primary key (ticket_id, email)
);

-- Tickets that came from another system, by the SHA-256 of their ids there, so that repeating an
-- import adds nothing. Rows outlive their tickets.
create table imported_tickets (
  external_hash bytea not null,
  constraint imported_tickets_pkey primary key (external_hash)
);

-- People who signed in to the console, and the roles that administrators give by e-mail.
create table sessions (
  id integer generated always as identity,
  -- SHA-256 of the value in the cookie.
  token_hash bytea not null,
  email text not null,
  subject text not null,
  name text,
  -- What the ID token said, without the team's role.
  role text not null,
  -- When the provider issued the ID token: revocations count from there.
  issued_at timestamptz not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz,
  -- What a person signed in with, as the browser calls itself.
  user_agent text,
  constraint sessions_role_check check ((role = any (array['reader', 'agent', 'editor', 'admin']))),
  constraint sessions_pkey primary key (id),
  constraint sessions_token_hash_key unique (token_hash)
);

create index sessions_created_at_idx on sessions (created_at);
create index sessions_email_idx on sessions (email);

-- Sign-ins between the redirect to the provider and its callback, which deletes the row: each state
-- works once.
create table sign_ins (
  -- SHA-256 of the state.
  state_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  created_at timestamptz not null,
  constraint sign_ins_pkey primary key (state_hash)
);

create index sign_ins_created_at_idx on sign_ins (created_at);

create table team (
  email text not null,
  role text not null,
  created_at timestamptz not null,
  constraint team_role_check check ((role = any (array['agent', 'editor', 'admin']))),
  constraint team_pkey primary key (email)
);

-- Filters that agents save for themselves or share with all.
create table ticket_views (
  id integer generated always as identity,
  owner_email text not null collate "C",
  name text not null,
  -- As `tickets.list` takes it.
  filter jsonb not null,
  sort text not null,
  shared boolean not null,
  updated_at timestamptz not null,
  constraint ticket_views_owner_email_check check ((owner_email = lower((owner_email collate "C")))),
  constraint ticket_views_sort_check check ((sort = any (array['newest', 'waiting', 'updated']))),
  constraint ticket_views_pkey primary key (id)
);

-- Someone's own, for the list and its limit.
create index ticket_views_owner_idx on ticket_views (owner_email);
-- The shared ones: at most a hundred, beside fifty a person.
create index ticket_views_shared_idx on ticket_views (id) where shared;

-- What a person's console remembers.
create table preferences (
  email text not null collate "C",
  -- JSON as text: jsonb refuses some of the strings that JSON may hold.
  preferences text not null,
  updated_at timestamptz not null,
  constraint preferences_email_check check ((email = lower((email collate "C")))),
  constraint preferences_pkey primary key (email)
);

-- Readers by day, for the overview of streaks. A streak of 0 counts those who read on the day; a
-- longer one, of the last days alone, those whose last day it is and whose run up to it has so many
-- days. The day -infinity counts all readers.
create table streak_days (
  day date not null,
  streak integer not null,
  readers bigint not null,
  constraint streak_days_pkey primary key (day, streak)
);

-- What readings change: appended, because readers who update the same row would wait for each
-- other.
create table streak_day_deltas (
  day date not null,
  streak integer not null,
  readers integer not null
) with (autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_threshold='5000');

alter table attachments add constraint attachments_message_id_fkey
  foreign key (message_id) references ticket_messages(id);
alter table attachments add constraint attachments_ticket_id_fkey
  foreign key (ticket_id) references tickets(id);
alter table batch_replies add constraint batch_replies_message_id_fkey
  foreign key (message_id) references ticket_messages(id) on delete cascade;
alter table batch_replies add constraint batch_replies_ticket_id_fkey
  foreign key (ticket_id) references tickets(id) on delete cascade;
alter table group_invites add constraint group_invites_group_id_fkey
  foreign key (group_id) references groups(id) on delete cascade;
alter table group_members add constraint group_members_group_id_fkey
  foreign key (group_id) references groups(id) on delete cascade;
alter table inbound_mails add constraint inbound_mails_message_id_fkey
  foreign key (message_id) references ticket_messages(id) on delete set null;
alter table inbound_mails add constraint inbound_mails_ticket_id_fkey
  foreign key (ticket_id) references tickets(id) on delete set null;
alter table outbox add constraint outbox_message_id_fkey
  foreign key (message_id) references ticket_messages(id) on delete cascade;
alter table outbox add constraint outbox_ticket_id_fkey
  foreign key (ticket_id) references tickets(id) on delete cascade;
alter table quiz_attempts_default add constraint quiz_attempts_quiz_id_fkey
  foreign key (quiz_id) references quizzes(id);
alter table quiz_questions add constraint quiz_questions_quiz_id_fkey
  foreign key (quiz_id) references quizzes(id) on delete cascade;
alter table reply_drafts add constraint reply_drafts_message_id_fkey
  foreign key (message_id) references ticket_messages(id) on delete set null;
alter table reply_drafts add constraint reply_drafts_ticket_id_fkey
  foreign key (ticket_id) references tickets(id) on delete cascade;
alter table ticket_composing add constraint ticket_composing_ticket_id_fkey
  foreign key (ticket_id) references tickets(id) on delete cascade;
alter table ticket_messages add constraint ticket_messages_ticket_id_fkey
  foreign key (ticket_id) references tickets(id) on delete cascade;
alter table ticket_notes add constraint ticket_notes_ticket_id_fkey
  foreign key (ticket_id) references tickets(id) on delete cascade;
alter table ticket_presence add constraint ticket_presence_ticket_id_fkey
  foreign key (ticket_id) references tickets(id) on delete cascade;
alter table ticket_responses add constraint ticket_responses_ticket_id_fkey
  foreign key (ticket_id) references tickets(id) on delete cascade;
alter table ticket_search add constraint ticket_search_ticket_id_fkey
  foreign key (ticket_id) references tickets(id) on delete cascade;
alter table ticket_tags add constraint ticket_tags_tag_id_fkey
  foreign key (tag_id) references tags(id);
alter table ticket_tags add constraint ticket_tags_ticket_id_fkey
  foreign key (ticket_id) references tickets(id) on delete cascade;
alter table ticket_texts add constraint ticket_texts_ticket_id_fkey
  foreign key (ticket_id) references tickets(id) on delete cascade;
alter table tickets add constraint tickets_follows_id_fkey
  foreign key (follows_id) references tickets(id) on delete set null;
alter table tickets add constraint tickets_merged_into_fkey
  foreign key (merged_into) references tickets(id);

-- The mail as it came is an object of the storage. Its row is written first, so that a crash leaves
-- no object that nothing knows.
create table inbound_originals (
  id integer generated always as identity primary key,
  hash text not null,
  path text not null,
  bytes integer not null,
  stored boolean not null default false,
  -- Whether no person wrote it; null until the mail that it belongs to is stored.
  automatic boolean,
  -- Whether the object is to be removed.
  unwanted boolean not null default false,
  kept_at timestamptz not null default now()
);

-- A mail that arrives again finds its original.
create unique index inbound_originals_hash_idx on inbound_originals (hash) where stored and not unwanted;
-- The automatic ones are counted at each of them.
create index inbound_originals_automatic_idx on inbound_originals (id) where automatic and not unwanted;
create index inbound_originals_unwanted_idx on inbound_originals (id) where unwanted;

-- Readers by the day after their last one, and by their streak: those at risk, and the longest.
create index streaks_last_day_idx on streaks (upper(read_days), current_streak, email);

-- Words of addresses and names, for the search of readers.
create index streaks_words_idx on streaks using gin (to_tsvector('simple', translate(email, '@._+-', '     ')));

create index accounts_words_idx on accounts using gin (to_tsvector('simple', translate(lower(name), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn')));

create index reader_profiles_words_idx on reader_profiles using gin (to_tsvector('simple', translate(lower(display_name), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn')));

-- The rows that the job has left.
create index ticket_texts_accented_idx on ticket_texts (ticket_id) where not unaccented;

-- A ticket that is not in the queue until a moment, or until its reader writes. A table of its own:
-- the queue is read from an index, and has few of these.
create table ticket_snoozes (
  ticket_id integer primary key references tickets on delete cascade,
  until timestamptz not null
);
-- Those whose moment came are removed.
create index ticket_snoozes_until_idx on ticket_snoozes (until);

create table note_mentions (
  note_id integer not null references ticket_notes on delete cascade,
  email text collate "C" not null check (email = lower(email collate "C")),
  primary key (note_id, email)
);
-- The notes that mention a person.
create index note_mentions_email_idx on note_mentions (email, note_id);

-- To whom an act assigned a ticket. The trail itself holds no addresses: it cannot forget a single one.
create table ticket_assignments (
  act_id bigint primary key,
  ticket_id integer not null references tickets on delete cascade,
  email text collate "C",
  at timestamptz not null default now()
);
-- A person's, for their export and erasure.
create index ticket_assignments_email_idx on ticket_assignments (email) where email is not null;

-- The vectors of quick replies: few, so that they are compared one by one. `hash` is of the text
-- that was embedded.
create table quick_reply_vectors (
  quick_reply_id integer not null references quick_replies on delete cascade,
  set_id integer not null,
  hash text not null,
  embedding real[] not null,
  primary key (quick_reply_id, set_id)
);

-- The times of ticket_responses by the civil day (São Paulo) that a ticket was opened on, sorted, in
-- parts of a length that is read without a detour. The job `fold-ticket-counts` fills them.
create table ticket_response_times (
  grouped_by text collate "C" not null,
  hours text collate "C" not null,
  name text collate "C" not null,
  measure text collate "C" not null,
  day date not null,
  part integer not null,
  tickets integer not null,
  seconds double precision[] not null,
  primary key (grouped_by, hours, name, measure, day, part)
) with (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.05);

-- The days that are to be refreshed.
create index ticket_response_times_day_idx on ticket_response_times (day);

-- The days that ticket_response_times has.
create table ticket_response_days (day date primary key);

-- The days whose tickets changed since: only appended to, so that writers never wait for each other.
create table ticket_response_changes (day date not null)
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

-- Retention deletes rows of these tables for hours: vacuum follows it, rather than a fifth of the
-- table later. Neither reads nor writes wait for this.
alter table audit_log_default set (autovacuum_vacuum_scale_factor = 0.02);
alter table quiz_attempts_default set (autovacuum_vacuum_scale_factor = 0.02);
alter table webhook_deliveries_default set (autovacuum_vacuum_scale_factor = 0.02);
alter table newsletter_events set (autovacuum_vacuum_scale_factor = 0.02);
alter table outbox set (autovacuum_vacuum_scale_factor = 0.02);
alter table inbound_mails set (autovacuum_vacuum_scale_factor = 0.02);
alter table idempotency_keys set (autovacuum_vacuum_scale_factor = 0.02);
alter table ticket_assignments set (autovacuum_vacuum_scale_factor = 0.02);
alter table sessions set (autovacuum_vacuum_scale_factor = 0.02);

-- To whom the message of a note was forwarded.
create table note_recipients (
  note_id integer not null references ticket_notes on delete cascade,
  email text collate "C" not null check (email = lower(email collate "C")),
  primary key (note_id, email)
);
-- What was forwarded to a person.
create index note_recipients_email_idx on note_recipients (email, note_id);

-- Finds the mail of a forward, and what came with an answer to one.
create unique index outbox_note_idx on outbox (note_id) where note_id is not null;
create index attachments_note_idx on attachments (note_id) where note_id is not null;
create index inbound_mails_note_idx on inbound_mails (note_id) where note_id is not null;

-- What the attempts at a quiz say, as the job `count-quizzes` counted it.
create table quiz_counts (
  quiz_id uuid primary key references quizzes on delete cascade,
  revision integer not null,
  counted_at timestamptz not null,
  counts jsonb not null
);

-- The quizzes whose attempts changed since: only appended to, so that writers never wait for each
-- other.
create table quiz_count_changes (quiz_id uuid not null)
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_threshold = -1);

-- How many readers read in a week, by the week in which they first read. The job
-- `fold-streak-counts` counts the weeks that are missing.
create table streak_weeks (
  week date not null,
  first_week date not null,
  readers bigint not null,
  primary key (week, first_week)
);

-- The weeks that streak_weeks has.
create table streak_weeks_counted (week date primary key);

-- What readings change: appended, as in streak_day_deltas.
create table streak_week_deltas (
  week date not null,
  first_week date not null,
  readers integer not null
) with (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 5000);

-- Finds what a person got as a copy, and what an agent sent.
create index ticket_messages_cc_idx on ticket_messages using gin (cc jsonb_path_ops) where cc <> '[]';
create index outbox_cc_idx on outbox using gin (cc jsonb_path_ops) where cc <> '[]';
create index outbox_sender_idx on outbox (sender_email) where sender_email is not null;
