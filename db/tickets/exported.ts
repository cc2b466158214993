import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../connection/database.ts';
import { startOf } from '../reports/time-series.ts';
import type { TicketStatus } from '../schema.ts';

export interface ExportedRange {
  /** The first and the last civil day on which the tickets were opened. */
  from: string;
  to: string;
  /** The cursor of the last ticket of the page before. */
  after: string | undefined;
  limit: number;
}

/** What `tickets.import` takes. */
export interface ExportedTicketRow {
  [field: string]: unknown;
  externalId: string;
  subject: string;
  status: TicketStatus;
}

/**
 * The id of a ticket for other services, whose tickets may have the same number: with the moment of this
 * database's first migration.
 */
const externalId = sql<string>`'leitor:' || t.id || ':' || (extract(epoch from t.created_at) * 1000)::bigint
  || ':' || (select min(timestamp) from kysely_migration)`;

/**
 * Lists the places of tickets, oldest first, without merged ones; `bytes` is the size of their texts.
 */
export const listExported = async (
  db: Db,
  { from, to, after, limit }: ExportedRange,
): Promise<{ id: number; cursor: string; bytes: number }[]> => {
  const [micros, id] = after?.split('_') ?? [];
  const { rows } = await sql<{ id: number; cursor: string; bytes: number }>`
    select id, (extract(epoch from created_at) * 1000000)::bigint || '_' || id as cursor, (
      select coalesce(sum(octet_length(body) + coalesce(octet_length(folded), 0)), 0)::float8
      from ticket_messages where ticket_id = tickets.id
    ) as bytes
    from tickets
    where merged_into is null
      and created_at >= ${startOf(sql`${from}::date`)} and created_at < ${startOf(sql`(${to}::date + 1)`)}
      and ${
        micros === undefined
          ? sql`true`
          : sql`(created_at, id) > (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::integer)`
      }
    order by created_at, id limit ${limit}`.execute(db);
  return rows;
};

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const list = (rows: RawBuilder<unknown>) => sql`(select json_agg(line) from (${rows}) lines)`;

const fields = sql`
  'externalId', ${externalId}, 'subject', t.subject, 'main', t.main, 'issue', t.issue, 'newsletter', t.newsletter,
  'requesterEmail', t.requester_email, 'requesterName', t.requester_name,
  'createdAt', ${iso('t.created_at')}, 'updatedAt', ${iso('t.updated_at')}`;

const merged = list(sql`
  select json_build_object(${fields}) as line from tickets t where merged_into = ticket.id order by id`);

/** Files without a message are with the first one. */
const files = sql`m.missing_files || array(
  select name from attachments
  where ticket_id = ticket.id and state in ('ready', 'quarantined')
    and (message_id = m.id or (message_id is null and m.place = 1))
  order by id)`;

const messages = list(sql`
  select json_build_object(
    'author', author, 'origin', origin, 'body', body, 'createdAt', ${iso('m.created_at')}, 'folded', folded,
    'unsent', unsent, 'cc', nullif(cc, '[]'), 'automatic', nullif(automatic, false),
    'personEmail', person_email, 'files', to_json(nullif(${files}, '{}'))
  ) as line
  from (
    select *, row_number() over (order by created_at, id) as place from ticket_messages where ticket_id = ticket.id
  ) m order by place`);

const notes = list(sql`
  select json_build_object(
    'author', author, 'body', body, 'createdAt', ${iso('n.created_at')}, 'folded', folded,
    'inPrompt', nullif(in_prompt, false), 'outside', nullif(outside, false), 'personEmail', person_email
  ) as line
  from ticket_notes n where ticket_id = ticket.id order by created_at, id`);

const firstBody = sql`
  (select body from ticket_messages where ticket_id = ticket.id order by created_at, id limit 1)`;

/** Reads tickets as lines of an import, oldest first; without `texts`, only their first text. */
export const readExported = async (
  db: Db,
  ids: readonly number[],
  { texts }: { texts: boolean },
): Promise<ExportedTicketRow[]> => {
  const { rows } = await sql<{ line: ExportedTicketRow }>`
    select json_strip_nulls(json_build_object(
      ${fields}, 'status', t.status, 'assigneeEmail', t.assignee_email, 'tags', ${list(sql`
        select name as line from ticket_tags join tags on tags.id = tag_id
        where ticket_id = ticket.id order by name collate "C"`)},
      'merged', ${merged}, ${
        texts
          ? sql`'messages', coalesce(${messages}, '[]'), 'notes', ${notes}`
          : sql`'body', coalesce(${firstBody}, '')`
      }
    )) as line
    from tickets t, lateral (select t.id) ticket
    where t.id = any(${[...ids]}::integer[]) order by t.created_at, t.id`.execute(db);
  return rows.map(({ line }) => line);
};

/** Of ids that exports of this service gave, those whose tickets it has. */
export const listOwnExternalIds = async (
  db: Db,
  externalIds: readonly string[],
): Promise<string[]> => {
  const ids = externalIds.flatMap((id) => /^leitor:(\d{1,9}):/.exec(id)?.[1] ?? []).map(Number);
  const { rows } = await sql<{ id: string }>`
    select ${externalId} as id from tickets t where id = any(${ids}::integer[])`.execute(db);
  return rows.map(({ id }) => id).filter((id) => externalIds.includes(id));
};
