import { sql } from 'kysely';
import type { Db, Tx } from './connection/database.ts';
import { creditedDays } from './streaks.ts';
import { eraseTexts } from './ticket-erasure.ts';

/** Whose records, and the name that takes their place where a row must stay. */
export interface ErasedPerson {
  /** In lower case. */
  email: string;
  /** Random: it only distinguishes the records of one erasure from those of another. */
  pseudonym: string;
}

/** One kind of record that the service holds about a person (docs/behaviour.md#personal-data). */
export interface PersonalRecords {
  kind: string;
  count: (db: Db, email: string) => Promise<number>;
  /** The rows as a document shows them; undefined for a kind that is only technical. */
  list?: (db: Db, email: string) => Promise<object[]>;
  /** Deletes the rows, or what of them is personal when they count for others. */
  erase: (tx: Tx, person: ErasedPerson) => Promise<void>;
}

/** The ids of a person's tickets. An array, because a subquery beside `or` makes PostgreSQL read the whole table. */
const ticketsOf = (email: string) =>
  sql`any (array(select id from tickets where requester_email = ${email}))`;

// What encodes a byte (`\302`, `=3D`, `%3A`) is no part of the address after it.
const beforeAddress = String.raw`(^|[^a-z0-9._+-]|\\[0-7]{3}|[=%](\d[\da-f]|[a-f]\d))`;
const afterAddress = '(?![.-]?[a-z0-9])';

/** Whether a text has an address in any case, not as a part of a longer one. Takes linear time. */
const hasAddress = (text: ReturnType<typeof sql>, address: ReturnType<typeof sql>) =>
  sql`${text} ~* (${beforeAddress}::text || regexp_replace(${address}, '(\\W)', '\\\\\\1', 'g') || ${afterAddress}::text)`;

/** Texts on a person's tickets, and theirs on tickets of others. */
const textsOf = (email: string) =>
  sql`(ticket_id = ${ticketsOf(email)} or person_email = ${email})`;

const countRows = async (db: Db, from: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${from}`.execute(db);
  return rows[0]?.n ?? 0;
};

const listRows = async (db: Db, select: ReturnType<typeof sql>): Promise<object[]> => {
  const { rows } = await sql<{ row: object }>`
    select to_jsonb(selected) as row from (${select}) as selected
  `.execute(db);
  return rows.map(({ row }) => row);
};

/** Records of a table that are deleted whole. */
const deleted = (
  kind: string,
  table: string,
  where: (email: string) => ReturnType<typeof sql>,
  columns?: string,
): PersonalRecords => ({
  kind,
  count: (db, email) => countRows(db, sql`${sql.table(table)} where ${where(email)}`),
  ...(columns && {
    list: (db: Db, email: string) =>
      listRows(db, sql`select ${sql.raw(columns)} from ${sql.table(table)} where ${where(email)}`),
  }),
  erase: async (tx, { email }) => {
    await sql`delete from ${sql.table(table)} where ${where(email)}`.execute(tx);
  },
});

/** What an agent wrote to others stays, under a pseudonym. The other texts go with {@link tickets}. */
const texts = (
  kind: string,
  table: 'ticket_messages' | 'ticket_notes',
  columns: string,
): PersonalRecords => {
  const byAgent = (email: string) =>
    table === 'ticket_notes'
      ? sql`author collate "C" = ${email}`
      : sql`(origin = 'agent' and author collate "C" = ${email})`;
  return {
    kind,
    count: (db, email) =>
      countRows(db, sql`${sql.table(table)} where ${textsOf(email)} or ${byAgent(email)}`),
    list: (db, email) =>
      listRows(
        db,
        sql`select ${sql.raw(columns)} from ${sql.table(table)}
          where ${textsOf(email)} or ${byAgent(email)} order by id`,
      ),
    erase: async (tx, { email, pseudonym }) => {
      await sql`
        update ${sql.table(table)} set author = ${pseudonym} where ${byAgent(email)}`.execute(tx);
    },
  };
};

const tickets: PersonalRecords = {
  kind: 'tickets',
  count: (db, email) => countRows(db, sql`tickets where requester_email = ${email}`),
  list: (db, email) =>
    listRows(
      db,
      sql`select id, subject, main, issue, newsletter, status, requester_name as "requesterName",
          created_at as "createdAt", updated_at as "updatedAt"
        from tickets where requester_email = ${email} order by id`,
    ),
  erase: async (tx, { email, pseudonym }) => {
    const { rows } = await sql<{
      id: number;
    }>`select id from tickets where requester_email = ${email}`.execute(tx);
    await eraseTexts(tx, { ticketIds: rows.map(({ id }) => id), email, pseudonym });
  },
};

const assignments: PersonalRecords = {
  kind: 'assignments',
  count: (db, email) => countRows(db, sql`tickets where assignee_email = ${email}`),
  erase: async (tx, { email }) => {
    await sql`update tickets set assignee_email = null where assignee_email = ${email}`.execute(tx);
  },
};

const ownedGroups: PersonalRecords = {
  kind: 'owned-groups',
  count: (db, email) => countRows(db, sql`groups where owner_email = ${email}`),
  list: (db, email) =>
    listRows(
      db,
      sql`select id as "groupId", name, description, is_public as "isPublic", created_at as "createdAt"
        from groups where owner_email = ${email}`,
    ),
  // A group passes to its earliest other member; without one it goes with its owner.
  erase: async (tx, { email }) => {
    await sql`
      update groups g set owner_email = heir.email
      from (
        select distinct on (m.group_id) m.group_id, m.email
        from group_members m join groups o on o.id = m.group_id
        where o.owner_email = ${email} and m.email <> ${email}
        order by m.group_id, m.added
      ) heir
      where g.id = heir.group_id`.execute(tx);
    await sql`delete from groups where owner_email = ${email}`.execute(tx);
  },
};

// Stored responses show replies to the person's tickets and names of files on them, also if another person sent the request.
const idempotencyOf = (email: string) => sql`(
  caller_email = ${email}
  or substring(path from '^/(?:support|console/attachments/tickets)/(\\d{1,10})(?:/anexos)?$')::integer = ${ticketsOf(email)}
  or (path = '/support/fast-response/lote' and exists (
    select from jsonb_array_elements(
      coalesce(body::jsonb #> '{data,respostas}', body::jsonb #> '{data,resultados}', '[]')
    ) as item
    where (item ->> 'ticket_id')::integer = ${ticketsOf(email)}
  ))
)`;

// A quarantined mail whose sender could not be read is found by the address in its source, whose bytes may be of any charset.
const inboundOf = (email: string) => sql`(
  sender = ${email} or (
    sender is null
    and ${hasAddress(sql`encode(raw, 'escape')`, sql`encode(convert_to(${email}, 'UTF8'), 'escape')`)}
  )
)`;

const audit: PersonalRecords = {
  kind: 'audit-acts',
  count: (db, email) =>
    countRows(
      db,
      sql`audit_log where actor_email = ${email} or acting_for = ${email}
        or target in ('account:' || ${email}::text, 'streak:' || ${email}::text)`,
    ),
  list: (db, email) =>
    listRows(
      db,
      sql`select at, action, target, channel, outcome from audit_log
        where actor_email = ${email} order by id`,
    ),
  erase: async (tx, { email, pseudonym }) => {
    await sql`select pseudonymise_audit(${email}, ${pseudonym})`.execute(tx);
  },
};

/** Every kind, in the order in which they are erased: tickets after all that is found through them. */
export const personalRecords: readonly PersonalRecords[] = [
  deleted(
    'mails',
    'outbox',
    (email) => sql`(recipient = ${email} or ticket_id = ${ticketsOf(email)})`,
    'id, ticket_id as "ticketId", recipient, subject, status, created_at as "createdAt", sent_at as "sentAt"',
  ),
  deleted(
    'reply-drafts',
    'reply_drafts',
    (email) => sql`ticket_id = ${ticketsOf(email)}`,
    'id, ticket_id as "ticketId", html, status, created_at as "createdAt"',
  ),
  deleted(
    'composing',
    'ticket_composing',
    (email) => sql`(email = ${email} or ticket_id = ${ticketsOf(email)})`,
    'ticket_id as "ticketId", html, saved_at as "savedAt"',
  ),
  deleted(
    'views',
    'ticket_views',
    // Of others too, if they name the person.
    (email) =>
      sql`(owner_email = ${email} or ${hasAddress(sql`(name || filter::text)`, sql`${email}::text`)})`,
    'id, name, filter, sort, shared',
  ),
  deleted('preferences', 'preferences', (email) => sql`email = ${email}`, 'preferences'),
  deleted('presence', 'ticket_presence', (email) => sql`email = ${email}`),
  deleted('idempotency-records', 'idempotency_keys', idempotencyOf),
  texts(
    'messages',
    'ticket_messages',
    'id, ticket_id as "ticketId", author, origin, body, created_at as "createdAt"',
  ),
  texts(
    'notes',
    'ticket_notes',
    'id, ticket_id as "ticketId", author, body, created_at as "createdAt"',
  ),
  deleted('inbound-mails', 'inbound_mails', inboundOf),
  tickets,
  assignments,
  deleted(
    'quiz-attempts',
    'quiz_attempts',
    (email) => sql`email = ${email}`,
    'quiz_id as "quizId", answers, correct_answers as "correctAnswers", passed, attempted_at as "attemptedAt"',
  ),
  deleted(
    'streak',
    'streaks',
    (email) => sql`email = ${email}`,
    `${creditedDays} as days, current_streak as "currentStreak", max_streak as "maxStreak", last_interaction_at as "lastInteractionAt"`,
  ),
  deleted(
    'reader-profile',
    'reader_profiles',
    (email) => sql`email = ${email}`,
    'display_name as "displayName", ranking_visibility as "rankingVisibility", updated_at as "updatedAt"',
  ),
  ownedGroups,
  deleted(
    'group-memberships',
    'group_members',
    (email) => sql`email = ${email}`,
    'group_id as "groupId"',
  ),
  deleted(
    'newsletter-events',
    'newsletter_events',
    (email) => sql`subject_id = (select subscription_id from accounts where email = ${email})`,
    'uid, type, received_at as "receivedAt"',
  ),
  deleted(
    'account',
    'accounts',
    (email) => sql`email = ${email}`,
    'email, name, subscription_status as "subscriptionStatus", created_at as "createdAt", updated_at as "updatedAt"',
  ),
  deleted(
    'sessions',
    'sessions',
    (email) => sql`email = ${email}`,
    'id, subject, name, role, created_at as "createdAt", last_seen_at as "lastSeenAt", ended_at as "endedAt", user_agent as "userAgent"',
  ),
  deleted('team', 'team', (email) => sql`email = ${email}`, 'role, created_at as "createdAt"'),
  deleted(
    'webhook-deliveries',
    'webhook_deliveries',
    (email) => sql`email = ${email}`,
    'type, data, status, occurred_at as "occurredAt", delivered_at as "deliveredAt"',
  ),
  audit,
];

/** Stores what was erased, without saying whose it was. */
export const insertErasure = async (
  tx: Tx,
  receipt: { id: string; requestedAt: Date; records: { kind: string; count: number }[] },
): Promise<void> => {
  await tx
    .insertInto('erasures')
    .values({
      id: receipt.id,
      requested_at: receipt.requestedAt,
      records: JSON.stringify(receipt.records),
    })
    .execute();
};
