/**
 * Every column that can hold text, by what it may say of a person (docs/behaviour.md#personal-data). A test walks the
 * schema: a new column that is in neither list fails it. A personal column needs an entry in `personalRecords`, too.
 */
export const personalColumns: Readonly<Record<string, readonly string[]>> = {
  accounts: ['email', 'name', 'subscription_id', 'subscription_status'],
  attachments: ['uploader_email', 'person_email', 'name', 'path'],
  audit_log: ['actor', 'actor_email', 'acting_for', 'target', 'changes'],
  group_members: ['email', 'name'],
  groups: ['owner_email'],
  idempotency_keys: ['caller', 'caller_email', 'body'],
  inbound_mails: ['dedupe_key', 'mail_id', 'sender', 'raw'],
  lexeme_df: ['lexeme'],
  newsletter_events: ['subject_id'],
  outbox: ['recipient', 'recipient_name', 'subject', 'mail_id', 'error'],
  preferences: ['email', 'preferences'],
  quiz_attempts: ['email', 'answers'],
  reader_profiles: ['email', 'display_name'],
  reply_drafts: ['generated_html', 'html', 'discard_reason'],
  sessions: ['email', 'subject', 'name'],
  streaks: ['email', 'name'],
  team: ['email'],
  ticket_composing: ['email', 'html'],
  ticket_messages: ['author', 'body', 'folded', 'notice', 'person_email'],
  ticket_notes: ['author', 'body', 'person_email'],
  ticket_presence: ['email', 'name'],
  // Follow the authors of messages by triggers.
  ticket_responses: ['first_reply_by', 'resolved_by'],
  ticket_search: ['tsv'],
  ticket_texts: ['tsv'],
  tickets: ['subject', 'requester_email', 'requester_name', 'assignee_email'],
  ticket_views: ['owner_email', 'name', 'filter'],
  webhook_deliveries: ['email'],
};

/**
 * Personal columns of the tables that exist only with pgvector, by the start of the table's name. Their rows refer to
 * `ticket_search` and go with its rows, which an erasure deletes.
 */
export const personalVectorColumns: Readonly<Record<string, readonly string[]>> = {
  ticket_vectors_: ['embedding'],
};

/** Text that the service, its staff or the newsletter wrote about no reader. */
export const impersonalColumns: Readonly<Record<string, readonly string[]>> = {
  attachments: ['type'],
  audit_log: ['role', 'channel', 'action', 'outcome', 'request_id'],
  batch_replies: ['batch'],
  embedding_sets: ['model'],
  erasures: ['records'],
  group_invites: ['token_hash'],
  groups: ['name', 'description'],
  hints: ['target'],
  // A hash: importing a ticket again after the erasure of its person brings nothing back.
  imported_tickets: ['external_hash'],
  inbound_mails: ['source', 'outcome', 'reason'],
  inbound_positions: ['mailbox', 'uid_validity'],
  inbound_readings: ['mail_hash'],
  idempotency_keys: ['path', 'key'],
  job_runs: ['job', 'owner', 'error'],
  kysely_migration: ['name', 'timestamp'],
  kysely_migration_lock: ['id'],
  newsletter_events: ['uid', 'type', 'status', 'error'],
  quick_replies: ['title', 'content', 'category', 'shortcut'],
  reader_profiles: ['ranking_visibility'],
  quiz_drafts: ['title', 'description', 'edition_id', 'edition_title', 'questions', 'held_reason'],
  quiz_questions: ['question', 'options', 'correct_answer', 'explanation', 'former_answers'],
  quizzes: ['title', 'description', 'edition_id', 'edition_title', 'unpublished_reason'],
  reply_drafts: ['sources'],
  sessions: ['token_hash', 'role'],
  sign_ins: ['state_hash', 'nonce', 'code_verifier'],
  signing_keys: ['name', 'value'],
  previous_signing_keys: ['name', 'value'],
  tags: ['name', 'color'],
  team: ['role'],
  ticket_category_counts: ['main'],
  ticket_count_deltas: ['main'],
  ticket_presence: ['state'],
  tickets: ['main', 'issue', 'newsletter'],
  ticket_views: ['sort'],
  // A hash, so that a revocation outlives the erasure of its person.
  token_revocations: ['email_hash', 'token_id'],
  webhook_deliveries: ['type', 'data', 'status', 'error'],
  webhooks: ['url', 'events', 'secret', 'previous_secret'],
};
