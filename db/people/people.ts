import { sql } from 'kysely';
import { creditedDays } from '../streaks/streaks.ts';
import { copies, forwards, inboundMails, sentMails } from './mail-records.ts';
import {
  countRows,
  deleted,
  hasAddress,
  listRows,
  type PersonalRecords,
} from './personal-records.ts';
import {
  assignmentEvents,
  assignments,
  formerAssignments,
  texts,
  tickets,
  ticketsOf,
} from './ticket-records.ts';

const ownedGroups: PersonalRecords = {
  kind: 'owned-groups',
  count: (db, email) => countRows(db, sql`groups where owner_email = ${email}`),
  list: (db, email) =>
    listRows(
      db,
      sql`select id as "groupId", name, description, is_public as "isPublic", created_at as "createdAt"
        from groups where owner_email = ${email}`,
    ),
  // A group passes to its earliest other member; a group without one is deleted with its owner.
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

// Stored responses can contain replies on the person's tickets and names of files there, even if another
// person sent the request.
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

const actsAbout = (email: string) =>
  sql`target in ('account:' || ${email}::text, 'streak:' || ${email}::text)`;

const actsOf = (email: string) =>
  sql`audit_log where actor_email = ${email} or acting_for = ${email} or ${actsAbout(email)}`;

const audit: PersonalRecords = {
  kind: 'audit-acts',
  count: (db, email) => countRows(db, actsOf(email)),
  list: (db, email) =>
    listRows(
      db,
      sql`select at, action, target, channel, outcome, case when ${actsAbout(email)} then changes end as changes
        from ${actsOf(email)} order by id`,
    ),
  erase: async (tx, { email, pseudonym }) => {
    await sql`select pseudonymise_audit(${email}, ${pseudonym})`.execute(tx);
  },
};

const macrosOf = (email: string) =>
  sql`macros where owner_email = ${email} or ${hasAddress(sql`(name || actions::text)`, sql`${email}::text`)}`;

/** Shared macros of an erased owner stay, unless their text names the person. */
const macros: PersonalRecords = {
  kind: 'macros',
  count: (db, email) => countRows(db, macrosOf(email)),
  list: (db, email) => listRows(db, sql`select id, name, actions, shared from ${macrosOf(email)}`),
  erase: async (tx, { email }) => {
    const names = hasAddress(sql`(name || actions::text)`, sql`${email}::text`);
    await sql`delete from macros where (owner_email = ${email} and not shared) or ${names}`.execute(
      tx,
    );
    await sql`update macros set owner_email = null where owner_email = ${email}`.execute(tx);
  },
};

/** All kinds in the order of erasure: tickets are last, because other kinds are found through them. */
export const personalRecords: readonly PersonalRecords[] = [
  deleted(
    'mails',
    'outbox',
    (email) => sql`(recipient = ${email} or ticket_id = ${ticketsOf(email)})`,
    'id, ticket_id as "ticketId", recipient, subject, status, created_at as "createdAt", sent_at as "sentAt"',
  ),
  copies,
  forwards,
  sentMails,
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
    // Views of other people are included if they name the person.
    (email) =>
      sql`(owner_email = ${email} or ${hasAddress(sql`(name || filter::text)`, sql`${email}::text`)})`,
    'id, name, filter, sort, shared',
  ),
  macros,
  deleted(
    'rules',
    'rules',
    (email) => hasAddress(sql`(name || conditions::text)`, sql`${email}::text`),
    'id, name, conditions as "when"',
  ),
  deleted(
    'undoable-changes',
    'ticket_changes',
    (email) =>
      sql`(actor = ${email} or id = any (array(select change_id from ticket_change_acts where former_assignee = ${email})))`,
  ),
  deleted('mentions', 'note_mentions', (email) => sql`email = ${email}`, 'note_id as "noteId"'),
  deleted('preferences', 'preferences', (email) => sql`email = ${email}`, 'preferences'),
  deleted('presence', 'ticket_presence', (email) => sql`email = ${email}`),
  deleted('idempotency-records', 'idempotency_keys', idempotencyOf),
  texts(
    'messages',
    'ticket_messages',
    'id, ticket_id as "ticketId", author, origin, body, folded, notice, cc, missing_files as "missingFiles", created_at as "createdAt"',
  ),
  texts(
    'notes',
    'ticket_notes',
    'id, ticket_id as "ticketId", author, body, created_at as "createdAt"',
  ),
  inboundMails,
  tickets,
  assignments,
  assignmentEvents,
  formerAssignments,
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
  deleted(
    'reminder',
    'streak_reminders',
    (email) => sql`email = ${email}`,
    'enabled, changed_at as "changedAt", mailed_on as "mailedOn"',
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
  deleted(
    'keys',
    'api_keys',
    (email) => sql`owner_email = ${email}`,
    'id, name, role, domains, created_at as "createdAt", last_used_at as "lastUsedAt"',
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
