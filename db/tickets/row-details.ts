import { sql } from 'kysely';
import type { Db } from '../connection/database.ts';

export interface RowDetails {
  ticketId: number;
  /** The beginning of the requester's newest message (otherwise of the newest one); may be HTML. */
  text: string | null;
  tags: { id: number; name: string; color: string }[];
  attachmentCount: number;
  /** True if a draft waits for a decision. */
  hasDraft: boolean;
  snoozedUntil: Date | null;
  /** True if a snooze has ended and the ticket was not handled since. */
  returned: boolean;
}

const textRead = 1_000;

export const listRowDetails = async (
  db: Db,
  ticketIds: readonly number[],
  now: Date,
): Promise<RowDetails[]> => {
  if (ticketIds.length === 0) return [];
  const newestOf = (condition: ReturnType<typeof sql>) => sql`(
    select left(m.body, ${textRead}) from ticket_messages m where m.ticket_id = t.id and ${condition}
    order by m.id desc limit 1
  )`;
  const { rows } = await sql<RowDetails>`
    select t.id as "ticketId",
      coalesce(${newestOf(sql`m.origin = 'requester'`)}, ${newestOf(sql`true`)}) as text,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', tags.id, 'name', tags.name, 'color', tags.color)
          order by tags.name collate "pt-BR-x-icu"), '[]')
        from ticket_tags join tags on tags.id = tag_id where ticket_id = t.id
      ) as tags,
      (
        select count(*)::integer from attachments
        where ticket_id = t.id and state in ('ready', 'quarantined')
      ) as "attachmentCount",
      exists (
        select from reply_drafts d
        where d.ticket_id = t.id and d.status = 'pending' and t.status in ('open', 'in_progress') and s.until is null and not exists (
          select from ticket_messages m
          where m.ticket_id = t.id and m.id > d.last_message_id and not m.automatic
        )
      ) as "hasDraft",
      s.until as "snoozedUntil",
      exists (select from ticket_snoozes where ticket_id = t.id and until <= ${now}) as returned
    from tickets t left join ticket_snoozes s on s.ticket_id = t.id and s.until > ${now}
    where t.id = any (${[...ticketIds]}::integer[])`.execute(db);
  return rows;
};

/** The limits of the text that is searched for a passage, and of the text before the word. */
const passage = { messages: 20, textLength: 10_000, before: 20, length: 200 };

/**
 * Finds, for each ticket, the passage around the first of these words in the newest message with one. Words
 * are prefixes without accents.
 */
export const listPassages = async (
  db: Db,
  ticketIds: readonly number[],
  words: readonly string[],
): Promise<Map<number, string>> => {
  if (ticketIds.length === 0 || words.length === 0) return new Map();
  const pattern = `\\m(${words.join('|')})`;
  const { rows } = await sql<{ ticketId: number; text: string }>`
    select t.id as "ticketId", found.text from unnest(${[...ticketIds]}::integer[]) t(id)
    join lateral (
      select concat(case when at > ${passage.before} + 1 then '…' end,
        substring(said from greatest(1, at - ${passage.before}) for ${passage.length})) as text
      from (
        select id, left(concat_ws(' ', body, unsent), ${passage.textLength}) as said
        from ticket_messages where ticket_id = t.id order by id desc limit ${passage.messages}
      ) newest, regexp_instr(without_accents(said), ${pattern}) at
      where at > 0 order by id desc limit 1
    ) found on true`.execute(db);
  return new Map(rows.map(({ ticketId, text }) => [ticketId, text]));
};
