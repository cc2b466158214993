import { sql } from 'kysely';
import {
  countRows,
  deleted,
  hasAddress,
  listRows,
  type PersonalRecords,
} from './personal-records.ts';
import { erasedText } from './ticket-erasure.ts';

// If the sender of a quarantined mail is unknown, the address is searched in the source, whose bytes may be
// in any charset.
const inboundOf = (email: string) => sql`(
  sender = ${email} or (
    sender is null
    and ${hasAddress(sql`encode(raw, 'escape')`, sql`encode(convert_to(${email}, 'UTF8'), 'escape')`)}
  )
)`;

// The export has the newest sources up to this size, so that a flood of mails cannot exhaust the memory.
export const exportedBytes = 64 * 1_048_576;

export const inboundMails: PersonalRecords = {
  ...deleted('inbound-mails', 'inbound_mails', inboundOf),
  list: async (db, email) => {
    const { rows } = await sql<{ source: Buffer | null }>`
      select mail.id, mail_id as "mailId", sender, subject, outcome, reason, ticket_id as "ticketId",
        received_at as "receivedAt", coalesce(bytes, octet_length(raw)) as bytes, path as "originalPath",
        case when sum(octet_length(raw)) over (order by mail.id desc) <= ${exportedBytes} then raw end as source
      from inbound_mails mail left join inbound_originals o on o.id = original_id and not unwanted
      where ${inboundOf(email)} order by mail.id`.execute(db);
    return rows.map((row) => ({ ...row, source: row.source?.toString() ?? null }));
  },
  erase: async (tx, { email }) => {
    await sql`
      update inbound_originals set unwanted = true
      where id = any (array(select original_id from inbound_mails where ${inboundOf(email)}))`.execute(
      tx,
    );
    await sql`delete from inbound_mails where ${inboundOf(email)}`.execute(tx);
  },
};

const copiedTo = (email: string) =>
  sql`cc <> '[]' and cc @> jsonb_build_array(jsonb_build_object('email', ${email}::text))`;

const copyTables = ['ticket_messages', 'outbox'] as const;

/** Copies (Cc) to a person on tickets of others; only the address is personal. */
export const copies: PersonalRecords = {
  kind: 'copies',
  count: async (db, email) => {
    let total = 0;
    for (const table of copyTables) {
      total += await countRows(db, sql`${sql.table(table)} where ${copiedTo(email)}`);
    }
    return total;
  },
  list: (db, email) =>
    listRows(
      db,
      sql`select id as "messageId", ticket_id as "ticketId", created_at as "createdAt"
        from ticket_messages where ${copiedTo(email)} order by id`,
    ),
  erase: async (tx, { email }) => {
    for (const table of copyTables) {
      await sql`
        update ${sql.table(table)} set cc = coalesce(
          (select jsonb_agg(one) from jsonb_array_elements(cc) one where one ->> 'email' <> ${email}), '[]'
        ) where ${copiedTo(email)}`.execute(tx);
    }
  },
};

const forwardedTo = (email: string) => sql`note_recipients where email = ${email}`;

/** Forwards to a person; only the address is personal. */
export const forwards: PersonalRecords = {
  kind: 'forwards',
  count: (db, email) => countRows(db, forwardedTo(email)),
  list: (db, email) =>
    listRows(
      db,
      sql`select id as "noteId", ticket_id as "ticketId", created_at as "createdAt"
        from ticket_notes join note_recipients on note_id = id where email = ${email} order by id`,
    ),
  erase: async (tx, { email }) => {
    await sql`
      update ticket_notes set body = replace(body, ${email}, ${erasedText})
      where id = any (array(select note_id from ${forwardedTo(email)}))`.execute(tx);
    await sql`delete from ${forwardedTo(email)}`.execute(tx);
  },
};

export const sentMails: PersonalRecords = {
  kind: 'sent-mails',
  count: (db, email) => countRows(db, sql`outbox where sender_email = ${email}`),
  erase: async (tx, { email }) => {
    await sql`update outbox set sender_email = null where sender_email = ${email}`.execute(tx);
  },
};
