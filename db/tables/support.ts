import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Moment } from './moment.ts';

export type TicketStatus = 'open' | 'in_progress' | 'resolved' | 'closed';

/** The author of a message: the person who opened the ticket, an agent, or the model. */
export type MessageOrigin = 'requester' | 'agent' | 'ai';

/**
 * The state of an attachment: its object is being written, stored, stored but not yet scanned, or being
 * deleted.
 */
type AttachmentState = 'pending' | 'ready' | 'quarantined' | 'deleting';

interface StatusCounts {
  open: number;
  in_progress: number;
  resolved: number;
  closed: number;
}

/** A filter in its JSON form. */
export interface StoredFilter {
  status?: TicketStatus;
  main?: string;
  tagId?: number;
  assignee?: string | null;
  /** A moment in ISO 8601. */
  from?: string;
  to?: string;
  waiting?: true;
  snoozed?: true;
  mentions?: string;
  updatedBefore?: string;
  search?: string;
}

/** Tables of tickets, replies and reports. */
export interface SupportTables {
  tags: {
    id: GeneratedAlways<number>;
    name: string;
    color: string;
    is_default: Generated<boolean>;
    created_at: Moment;
    updated_at: Moment;
    /** A trigger increments it. */
    revision: GeneratedAlways<number>;
  };
  quick_replies: {
    id: GeneratedAlways<number>;
    title: string;
    content: string;
    category: string;
    shortcut: string;
    created_at: Moment;
    updated_at: Moment;
  };
  quick_reply_vectors: {
    quick_reply_id: number;
    /** The id of a row in `embedding_sets`. */
    set_id: number;
    hash: string;
    embedding: number[];
  };
  tickets: {
    id: GeneratedAlways<number>;
    subject: string;
    main: string;
    issue: string | null;
    newsletter: string | null;
    status: Generated<TicketStatus>;
    requester_email: string | null;
    requester_name: string | null;
    follows_id: Generated<number | null>;
    assignee_email: string | null;
    /** The moment since which an open ticket waits for a reply; null if it does not wait. Triggers set it. */
    waiting_since: ColumnType<Date | null, never, never>;
    merged_into: number | null;
    erased_as_of: Date | null;
    created_at: Moment;
    updated_at: Moment;
  };
  imported_tickets: {
    external_hash: Buffer;
  };
  ticket_messages: {
    id: GeneratedAlways<number>;
    ticket_id: number;
    author: string;
    origin: MessageOrigin;
    body: string;
    folded: Generated<string | null>;
    notice: Generated<string | null>;
    unsent: Generated<string | null>;
    /** A JSON list of `{ address, name }`. */
    cc: Generated<string>;
    /** The author of the text, if not the ticket's requester; see `updatePersonOf`. */
    person_email: Generated<string | null>;
    created_at: Moment;
    /** True if no person wrote it for this ticket: it changes neither status nor waiting. */
    automatic: Generated<boolean>;
    /** Names of files that an import could not take along. */
    missing_files: Generated<string[]>;
  };
  ticket_notes: {
    id: GeneratedAlways<number>;
    ticket_id: number;
    author: string;
    body: string;
    in_prompt: Generated<boolean>;
    /** The author of the text, if not the ticket's requester; see `updatePersonOf`. */
    person_email: Generated<string | null>;
    created_at: Moment;
    /** True if a recipient of a forward wrote it. */
    outside: Generated<boolean>;
    folded: Generated<string | null>;
    notice: Generated<string | null>;
  };
  ticket_texts: {
    ticket_id: number;
    tsv: string;
    /** True if the index also has its words without accents. */
    unaccented: Generated<boolean>;
  };
  ticket_snoozes: {
    ticket_id: number;
    /** A past moment means that the ticket returned and was not handled since. */
    until: Date;
    /** True if open pages were notified of its end. */
    hinted: Generated<boolean>;
  };
  note_mentions: {
    note_id: number;
    email: string;
  };
  note_recipients: {
    note_id: number;
    email: string;
  };
  ticket_assignments: {
    act_id: string;
    ticket_id: number;
    /** Null if the ticket is unassigned. */
    email: string | null;
    at: Moment;
  };
  ticket_tags: {
    ticket_id: number;
    tag_id: number;
  };
  attachments: {
    id: GeneratedAlways<number>;
    ticket_id: number;
    message_id: number | null;
    uploader_email: string | null;
    name: string;
    path: string;
    type: string;
    state: Generated<AttachmentState>;
    lease_until: Date | null;
    scan_due_at: Date | null;
    size: number | null;
    sha256: Buffer | null;
    /** The author of the text, if not the ticket's requester; see `updatePersonOf`. */
    person_email: Generated<string | null>;
    created_at: Moment;
    inline: Generated<boolean>;
    held: Generated<boolean>;
    note_id: Generated<number | null>;
  };
  ticket_count_deltas: StatusCounts & {
    hour: Date;
    main: string;
  };
  ticket_counts: StatusCounts & {
    hour: Date;
  };
  ticket_category_counts: StatusCounts & {
    main: string;
    hour: Date;
  };
  /** Triggers write this table. */
  ticket_responses: {
    ticket_id: ColumnType<number, never, never>;
    opened_at: ColumnType<Date, never, never>;
    first_reply_at: ColumnType<Date | null, never, never>;
    first_reply_by: ColumnType<string | null, never, never>;
    resolved_at: ColumnType<Date | null, never, never>;
    resolved_by: ColumnType<string | null, never, never>;
  };
  /** The response times of days that are in `ticket_response_days` but not in `changed_response_days`. */
  ticket_response_times: {
    /** `category` or `agent`, for all tickets; with a status behind it (`agent closed`) for those. */
    grouped_by: string;
    /** The business hours; an empty text means none. */
    hours: string;
    name: string;
    measure: 'first_reply' | 'resolution';
    day: ColumnType<never, string, never>;
    part: number;
    tickets: number;
    seconds: number[];
  };
  ticket_response_days: { day: ColumnType<never, string, never>; by_status: boolean };
  /** Triggers write this table. */
  changed_response_days: { day: ColumnType<never, string, never> };
  ticket_search: {
    ticket_id: number;
    tsv: string;
  };
  /** Each set has a table of vectors, `ticket_vectors_<id>`: see `db/embeddings/ticket-vectors.ts`. */
  embedding_sets: {
    id: GeneratedAlways<number>;
    model: string;
    dimensions: number;
    shortened: boolean;
    created_at: Generated<Date>;
    ready_at: Date | null;
  };
  lexeme_df: {
    lexeme: string;
    ndoc: number;
  };
  reply_drafts: {
    id: GeneratedAlways<number>;
    ticket_id: number;
    last_message_id: number;
    generated_html: string;
    html: string;
    confidence: number;
    sources: ColumnType<object[], string, never>;
    status: Generated<'pending' | 'approved' | 'discarded'>;
    message_id: number | null;
    changed_share: number | null;
    discard_reason: string | null;
    created_at: Moment;
    decided_at: Date | null;
  };
  ticket_composing: {
    ticket_id: number;
    email: string;
    /** Null if the text was sent or discarded. */
    html: string | null;
    /** A trigger increments it. */
    revision: GeneratedAlways<number>;
    saved_at: Date;
  };
  ticket_presence: {
    ticket_id: number;
    email: string;
    name: string | null;
    state: 'viewing' | 'typing';
    seen_at: Date;
  };
  batch_replies: {
    batch: string;
    ticket_id: number;
    message_id: number;
    confidence: number;
    created_at: Moment;
  };
  ticket_views: {
    id: GeneratedAlways<number>;
    owner_email: string;
    name: string;
    filter: ColumnType<StoredFilter, string, string>;
    sort: 'newest' | 'waiting' | 'updated';
    shared: boolean;
    updated_at: Date;
  };
  preferences: {
    email: string;
    /** A JSON object. */
    preferences: string;
    updated_at: Date;
  };
}
