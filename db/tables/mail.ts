import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Moment } from './moment.ts';
import type { TicketStatus } from './support.ts';

/**
 * The state of an outgoing mail: waiting, being sent, accepted by the server, failed, in doubt, dropped, or
 * bounced.
 */
export type MailStatus =
  | 'pending'
  | 'sending'
  | 'sent'
  | 'failed'
  | 'unknown'
  | 'dropped'
  | 'bounced';

export interface MailTables {
  inbound_mails: {
    id: GeneratedAlways<number>;
    dedupe_key: string;
    mail_id: string | null;
    source: 'imap' | 'gateway';
    sender: string | null;
    verified: Generated<boolean>;
    outcome: 'new-ticket' | 'reply' | 'automatic' | 'ignored' | 'quarantined';
    reason: string | null;
    ticket_id: Generated<number | null>;
    message_id: Generated<number | null>;
    raw: Buffer | null;
    received_at: ColumnType<Date, Date, never>;
    subject: Generated<string | null>;
    content_hash: Generated<string | null>;
    original_id: Generated<number | null>;
    looked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    note_id: Generated<number | null>;
  };
  inbound_originals: {
    id: GeneratedAlways<number>;
    hash: string;
    path: string;
    bytes: number;
    stored: Generated<boolean>;
    automatic: Generated<boolean | null>;
    unwanted: Generated<boolean>;
    kept_at: ColumnType<Date, unknown, unknown>;
  };
  inbound_readings: {
    mail_hash: string;
    attempts: number;
    started_at: ColumnType<Date, unknown, unknown>;
  };
  inbound_positions: {
    mailbox: string;
    uid_validity: string;
    last_uid: string;
    read_at: ColumnType<Date, Date, Date>;
  };
  outbox: {
    id: GeneratedAlways<number>;
    ticket_id: number;
    /** Null for a forward, and for a scheduled reply until it is saved as a message. */
    message_id: number | null;
    /** The note that records a forward. */
    note_id: Generated<number | null>;
    mail_id: string;
    recipient: string;
    recipient_name: string | null;
    subject: string;
    status: Generated<MailStatus>;
    attempts: Generated<number>;
    /** The number of attempts before an operator last made the mail pending. */
    attempts_before: Generated<number>;
    due_at: Date;
    undo_until: Date | null;
    lease_until: Date | null;
    last_attempt_at: Date | null;
    error: string | null;
    /** The moment of the mail's last failure or bounce. */
    returned_at: Date | null;
    created_at: Moment;
    sent_at: Date | null;
    automatic: Generated<boolean>;
    /** A JSON list of `{ email, name }`. */
    cc: Generated<string>;
    attachment_ids: Generated<number[]>;
    sender_email: string | null;
    resolved_from: Generated<TicketStatus | null>;
    /** Contents are described in `db/outbox/scheduled-replies.ts` and `db/outbox/forwards.ts`. */
    content: Generated<string | null>;
    held_at: Generated<Date | null>;
  };
}
