import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** The states of a ticket. */
export type TicketStatus = 'open' | 'in_progress' | 'resolved' | 'closed';

/** Who wrote a message: the person who opened the ticket, an agent, or the model. */
export type MessageOrigin = 'requester' | 'agent' | 'ai';

/** Where an outgoing mail stands: waiting, with the server, accepted by it, given up, in doubt, or withdrawn. */
export type MailStatus = 'pending' | 'sending' | 'sent' | 'failed' | 'unknown' | 'dropped';

/** A moment: read as a Date, written as a Date, defaulting to now. */
type Moment = ColumnType<Date, Date | undefined, Date>;

export interface AccountsTable {
  email: string;
  name: string | null;
  created_at: Moment;
  updated_at: Moment;
}

export interface StreaksTable {
  email: string;
  /** A set of civil days as PostgreSQL writes it: `{[2026-03-01,2026-03-04)}`. */
  read_days: string;
  last_interaction_at: ColumnType<Date, Date, Date>;
  since: ColumnType<Date, Date, never>;
  current_streak: GeneratedAlways<number>;
  max_streak: GeneratedAlways<number>;
  active_quarter: GeneratedAlways<number>;
  seniority: GeneratedAlways<string>;
}

export interface GroupsTable {
  id: Generated<string>;
  name: string;
  description: string | null;
  is_public: boolean;
  owner_email: string;
  created_at: Moment;
}

export interface GroupMembersTable {
  group_id: string;
  email: string;
  added: GeneratedAlways<string>;
}

export interface TagsTable {
  id: GeneratedAlways<number>;
  name: string;
  color: string;
  is_default: Generated<boolean>;
  created_at: Moment;
  updated_at: Moment;
}

export interface QuickRepliesTable {
  id: GeneratedAlways<number>;
  title: string;
  content: string;
  category: string;
  shortcut: string;
  created_at: Moment;
  updated_at: Moment;
}

export interface TicketsTable {
  id: GeneratedAlways<number>;
  subject: string;
  main: string;
  issue: string | null;
  newsletter: string | null;
  status: Generated<TicketStatus>;
  requester_email: string | null;
  requester_name: string | null;
  created_at: Moment;
  updated_at: Moment;
}

export interface TicketMessagesTable {
  id: GeneratedAlways<number>;
  ticket_id: number;
  author: string;
  origin: MessageOrigin;
  body: string;
  created_at: Moment;
}

export interface TicketTagsTable {
  ticket_id: number;
  tag_id: number;
}

/** Where an attachment's object is between being announced and being forgotten. */
export type AttachmentState = 'arriving' | 'ready' | 'leaving';

export interface AttachmentsTable {
  id: GeneratedAlways<number>;
  ticket_id: number;
  message_id: number | null;
  uploader_email: string | null;
  name: string;
  path: string;
  type: string;
  state: Generated<AttachmentState>;
  lease_until: Date | null;
  size: number | null;
  sha256: Buffer | null;
  created_at: Moment;
}

export interface SigningKeysTable {
  name: string;
  value: Buffer;
}

export interface QuizzesTable {
  id: Generated<string>;
  /** Selecting it gives a Date at midnight UTC of some zone: select `quiz_date::text`. */
  quiz_date: ColumnType<never, string, never>;
  title: string;
  description: string;
  min_correct_answers: Generated<number>;
  edition_id: string;
  edition_title: string;
  created_at: Moment;
}

export interface QuizQuestionsTable {
  id: Generated<string>;
  quiz_id: string;
  position: number;
  question: string;
  options: string[];
  correct_answer: string;
  explanation: string;
}

export interface QuizAttemptsTable {
  quiz_id: string;
  email: string;
  answers: ColumnType<Record<string, string>, string, never>;
  correct_answers: number;
  passed: boolean;
  attempted_at: Date;
}

export interface IdempotencyKeysTable {
  caller: string;
  path: string;
  key: string;
  run: string;
  lease_until: Moment;
  expires_at: Moment;
  body_hash: Buffer | null;
  status: number | null;
  /** Read as the value, written as its JSON text. */
  body: ColumnType<unknown, string | null, string | null>;
}

interface StatusCounts {
  open: number;
  in_progress: number;
  resolved: number;
  closed: number;
}

export interface TicketCountDeltasTable extends StatusCounts {
  hour: Date;
  main: string;
}

export interface TicketCountsTable extends StatusCounts {
  hour: Date;
}

export interface TicketCategoryCountsTable extends StatusCounts {
  main: string;
  hour: Date;
}

export interface JobRunsTable {
  job: string;
  scheduled_for: Date;
  owner: string;
  attempts: Generated<number>;
  lease_until: Date;
  retry_at: Date | null;
  started_at: Date;
  done_at: Date | null;
  error: string | null;
}

export interface OutboxTable {
  id: GeneratedAlways<number>;
  ticket_id: number;
  message_id: number;
  mail_id: string;
  recipient: string;
  recipient_name: string | null;
  subject: string;
  status: Generated<MailStatus>;
  attempts: Generated<number>;
  due_at: Date;
  lease_until: Date | null;
  last_attempt_at: Date | null;
  error: string | null;
  created_at: Moment;
  sent_at: Date | null;
}

export interface TicketSearchTable {
  ticket_id: number;
  tsv: string;
}

export interface LexemeDfTable {
  lexeme: string;
  ndoc: number;
}

export interface BatchRepliesTable {
  batch: string;
  ticket_id: number;
  message_id: number;
  confidence: number;
  created_at: Moment;
}

/** Every table, as Kysely reads and writes it. */
export interface Schema {
  accounts: AccountsTable;
  streaks: StreaksTable;
  groups: GroupsTable;
  group_members: GroupMembersTable;
  tags: TagsTable;
  quick_replies: QuickRepliesTable;
  tickets: TicketsTable;
  ticket_messages: TicketMessagesTable;
  ticket_tags: TicketTagsTable;
  attachments: AttachmentsTable;
  signing_keys: SigningKeysTable;
  idempotency_keys: IdempotencyKeysTable;
  quizzes: QuizzesTable;
  quiz_questions: QuizQuestionsTable;
  quiz_attempts: QuizAttemptsTable;
  ticket_count_deltas: TicketCountDeltasTable;
  ticket_counts: TicketCountsTable;
  ticket_category_counts: TicketCategoryCountsTable;
  job_runs: JobRunsTable;
  outbox: OutboxTable;
  ticket_search: TicketSearchTable;
  lexeme_df: LexemeDfTable;
  batch_replies: BatchRepliesTable;
}
