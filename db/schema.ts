import type {
  AuditLogTable,
  ErasuresTable,
  HintsTable,
  IdempotencyKeysTable,
  JobRunsTable,
  ModelTokensTable,
  NewsletterEventsTable,
  PreviousSigningKeysTable,
  SessionsTable,
  SignInsTable,
  SigningKeysTable,
  TeamTable,
  TokenRevocationsTable,
  WebhookDeliveriesTable,
  WebhooksTable,
} from './tables/operations.ts';
import type {
  AccountsTable,
  GroupInvitesTable,
  GroupMembersTable,
  GroupsTable,
  QuizAttemptsTable,
  QuizDraftsTable,
  QuizQuestionsTable,
  QuizzesTable,
  ReaderProfilesTable,
  StreaksTable,
} from './tables/readers.ts';
import type {
  AttachmentsTable,
  BatchRepliesTable,
  EmbeddingSetsTable,
  ImportedTicketsTable,
  InboundMailsTable,
  InboundPositionsTable,
  InboundReadingsTable,
  LexemeDfTable,
  OutboxTable,
  PreferencesTable,
  QuickRepliesTable,
  ReplyDraftsTable,
  TagsTable,
  TicketCategoryCountsTable,
  TicketComposingTable,
  TicketCountDeltasTable,
  TicketCountsTable,
  TicketMessagesTable,
  TicketNotesTable,
  TicketPresenceTable,
  TicketResponsesTable,
  TicketSearchTable,
  TicketsTable,
  TicketTagsTable,
  TicketTextsTable,
  TicketViewsTable,
} from './tables/support.ts';

export type * from './tables/operations.ts';
export type * from './tables/readers.ts';
export type * from './tables/support.ts';

/** Every table, as Kysely reads and writes it. */
export interface Schema {
  token_revocations: TokenRevocationsTable;
  sessions: SessionsTable;
  sign_ins: SignInsTable;
  team: TeamTable;
  accounts: AccountsTable;
  audit_log: AuditLogTable;
  hints: HintsTable;
  streaks: StreaksTable;
  reader_profiles: ReaderProfilesTable;
  groups: GroupsTable;
  group_members: GroupMembersTable;
  group_invites: GroupInvitesTable;
  tags: TagsTable;
  quick_replies: QuickRepliesTable;
  tickets: TicketsTable;
  ticket_messages: TicketMessagesTable;
  ticket_notes: TicketNotesTable;
  ticket_responses: TicketResponsesTable;
  ticket_texts: TicketTextsTable;
  ticket_tags: TicketTagsTable;
  ticket_views: TicketViewsTable;
  preferences: PreferencesTable;
  imported_tickets: ImportedTicketsTable;
  inbound_mails: InboundMailsTable;
  inbound_positions: InboundPositionsTable;
  inbound_readings: InboundReadingsTable;
  attachments: AttachmentsTable;
  signing_keys: SigningKeysTable;
  previous_signing_keys: PreviousSigningKeysTable;
  idempotency_keys: IdempotencyKeysTable;
  quizzes: QuizzesTable;
  quiz_questions: QuizQuestionsTable;
  quiz_attempts: QuizAttemptsTable;
  quiz_drafts: QuizDraftsTable;
  ticket_count_deltas: TicketCountDeltasTable;
  ticket_counts: TicketCountsTable;
  ticket_category_counts: TicketCategoryCountsTable;
  job_runs: JobRunsTable;
  outbox: OutboxTable;
  ticket_search: TicketSearchTable;
  lexeme_df: LexemeDfTable;
  embedding_sets: EmbeddingSetsTable;
  batch_replies: BatchRepliesTable;
  model_tokens: ModelTokensTable;
  reply_drafts: ReplyDraftsTable;
  ticket_composing: TicketComposingTable;
  ticket_presence: TicketPresenceTable;
  erasures: ErasuresTable;
  newsletter_events: NewsletterEventsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
}
