import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Moment } from './moment.ts';

/** A field that an act changed; personal fields have only their names, without values. */
export interface FieldChange {
  field: string;
  before?: unknown;
  after?: unknown;
}

/** Tables of the service itself: jobs, keys, the audit trail. */
export interface OperationTables {
  signing_keys: {
    name: string;
    value: Buffer;
  };
  previous_signing_keys: OperationTables['signing_keys'] & {
    id: GeneratedAlways<string>;
    valid_until: Date;
  };
  idempotency_keys: {
    caller: string;
    caller_email: Generated<string | null>;
    path: string;
    key: string;
    run: string;
    lease_until: Moment;
    expires_at: Moment;
    body_hash: Buffer | null;
    status: number | null;
    /** The column is read as the value and written as JSON text. */
    body: ColumnType<unknown, string | null, string | null>;
  };
  job_runs: {
    job: string;
    scheduled_for: Date;
    owner: string;
    attempts: Generated<number>;
    lease_until: Date;
    retry_at: Date | null;
    started_at: Date;
    done_at: Date | null;
    error: string | null;
  };
  model_tokens: {
    day: string;
    tokens: string;
  };
  audit_log: {
    id: GeneratedAlways<string>;
    at: Moment;
    actor: string;
    actor_email: string | null;
    role: string;
    acting_for: string | null;
    channel: 'http' | 'trpc' | 'job';
    client: string | null;
    action: string;
    target: string;
    outcome: Generated<'done' | 'refused'>;
    request_id: string | null;
    changes: Generated<FieldChange[]>;
  };
  erasures: {
    id: string;
    requested_at: ColumnType<Date, Date, never>;
    records: ColumnType<{ kind: string; count: number }[], string, never>;
    unrecorded: string | null;
  };
  api_keys: {
    id: Generated<number>;
    token_hash: Buffer;
    name: string;
    role: 'reader' | 'agent' | 'editor' | 'admin';
    domains: string[] | null;
    created_by: string;
    owner_email: string | null;
    parent_id: number | null;
    created_at: Date;
    last_used_at: Date | null;
    expires_at: Date | null;
    revoked_at: Date | null;
  };
  token_revocations: {
    id: GeneratedAlways<number>;
    email_hash: Buffer | null;
    token_id: string | null;
    revoked_from: Date;
    created_at: Moment;
  };
  webhooks: {
    id: GeneratedAlways<number>;
    url: string;
    events: string[];
    secret: string;
    previous_secret: string | null;
    previous_secret_until: Date | null;
    /** The secrets before `previous_secret`, each as `{secret, until}`. */
    older_secrets: Generated<string>;
    ordered: Generated<boolean>;
    created_at: Moment;
    due_at: Moment;
    lease_until: Date | null;
    claims: Generated<number>;
    failures: Generated<number>;
    failing_since: Date | null;
    disabled_at: Date | null;
  };
  webhook_deliveries: {
    id: GeneratedAlways<string>;
    webhook_id: number;
    event_id: string;
    type: string;
    email: string | null;
    data: Record<string, unknown>;
    occurred_at: Moment;
    status: Generated<'pending' | 'delivered' | 'failed'>;
    attempts: Generated<number>;
    /** The first of the consecutive refusals until now. */
    first_attempt_at: Date | null;
    last_attempt_at: Date | null;
    response_status: number | null;
    error: string | null;
    delivered_at: Date | null;
    /** When it is due after a failure, at an unordered endpoint. */
    retry_at: Date | null;
  };
  newsletter_events: {
    uid: string;
    type: string;
    subject_id: string | null;
    received_at: Moment;
    status: Generated<'pending' | 'done' | 'ignored' | 'failed'>;
    attempts: Generated<number>;
    due_at: Moment;
    lease_until: Date | null;
    error: string | null;
  };
  hints: {
    xact: GeneratedAlways<string>;
    target: string;
    at: Moment;
  };
  sessions: {
    id: GeneratedAlways<number>;
    token_hash: Buffer;
    email: string;
    subject: string;
    name: string | null;
    role: 'reader' | 'agent' | 'editor' | 'admin';
    issued_at: Date;
    created_at: Date;
    last_seen_at: Date;
    ended_at: Date | null;
    user_agent: string | null;
  };
  sign_ins: {
    state_hash: Buffer;
    nonce: string;
    code_verifier: string;
    created_at: Date;
  };
  team: {
    email: string;
    role: 'agent' | 'editor' | 'admin';
    created_at: Date;
  };
}
