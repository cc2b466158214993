import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** A `stale` draft is pending and older than the ticket's last message. */
export type DraftStatus = 'pending' | 'stale' | 'approved' | 'discarded';

export type FoundBy = 'words' | 'meaning';

/** A source of a draft; `by` is undefined in drafts older than this field. */
export type DraftSource =
  | { ticketId: number; score: number; by?: FoundBy[] }
  | { quickReplyId: number; title: string; score: number; by: FoundBy[] };

export interface DraftRow {
  id: number;
  ticketId: number;
  subject: string;
  requesterName: string | null;
  requesterEmail: string | null;
  /** Null if the message was deleted. */
  question: string | null;
  html: string;
  generatedHtml: string;
  confidence: number;
  sources: DraftSource[];
  status: DraftStatus;
  edited: boolean;
  messageId: number | null;
  discardReason: string | null;
  createdAt: Date;
  decidedAt: Date | null;
}

const status: RawBuilder<DraftStatus> = sql`
  case when d.status = 'pending' and exists (
    select from ticket_messages m
    where m.ticket_id = d.ticket_id and m.id > d.last_message_id and not m.automatic
  ) then 'stale' else d.status::text end`;

const columns = sql`
  d.id, d.ticket_id as "ticketId", t.subject, t.requester_name as "requesterName", t.requester_email as "requesterEmail",
  (select m.body from ticket_messages m where m.id = d.last_message_id) as question, d.html, d.generated_html as "generatedHtml", d.confidence, d.sources, ${status} as status,
  d.html <> d.generated_html as edited, d.message_id as "messageId", d.discard_reason as "discardReason",
  d.created_at as "createdAt", d.decided_at as "decidedAt"`;

export const insertDraft = async (
  tx: Tx,
  draft: {
    ticketId: number;
    lastMessageId: number;
    html: string;
    confidence: number;
    sources: readonly DraftSource[];
    createdAt: Date;
  },
): Promise<number> => {
  const { id } = await tx
    .insertInto('reply_drafts')
    .values({
      ticket_id: draft.ticketId,
      last_message_id: draft.lastMessageId,
      generated_html: draft.html,
      html: draft.html,
      confidence: draft.confidence,
      sources: JSON.stringify(draft.sources),
      created_at: draft.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const findDraft = async (db: Db, id: number): Promise<DraftRow | undefined> => {
  const { rows } = await sql<DraftRow>`
    select ${columns} from reply_drafts d join tickets t on t.id = d.ticket_id where d.id = ${id}
  `.execute(db);
  return rows[0];
};

export const findTicketId = async (db: Db, id: number): Promise<number | undefined> => {
  const query = db.selectFrom('reply_drafts').select('ticket_id').where('id', '=', id);
  return (await query.executeTakeFirst())?.ticket_id;
};

export interface DraftPage {
  status?: DraftStatus | undefined;
  ticketId?: number | undefined;
  beforeId?: number | undefined;
  limit: number;
  /** With `pending`: excludes drafts of tickets that are settled, or snoozed at this moment. */
  now?: Date | undefined;
}

export const listDrafts = async (db: Db, page: DraftPage): Promise<DraftRow[]> => {
  const conditions = [
    page.ticketId === undefined ? sql`true` : sql`d.ticket_id = ${page.ticketId}`,
    page.beforeId === undefined ? sql`true` : sql`d.id < ${page.beforeId}`,
    ...(page.status === undefined ? [] : [hasStatus(page.status)]),
    ...(page.status === 'pending' && page.now ? [isInQueue(page.now)] : []),
  ];
  const { rows } = await sql<DraftRow>`
    select ${columns} from reply_drafts d join tickets t on t.id = d.ticket_id where ${sql.join(conditions, sql` and `)}
    order by d.id desc limit ${page.limit}
  `.execute(db);
  return rows;
};

/** Tests for a status; it repeats the stored status so that the index on pending drafts applies. */
const hasStatus = (wanted: DraftStatus) =>
  wanted === 'pending' || wanted === 'stale'
    ? sql`d.status = 'pending' and ${status} = ${wanted}`
    : sql`d.status::text = ${wanted}`;

const isInQueue = (now: Date) => sql`
  t.status in ('open', 'in_progress')
  and not exists (select from ticket_snoozes where ticket_id = t.id and until > ${now})`;

/** Returns true if the ticket has a pending draft; exact while the ticket is locked. */
export const hasPendingDraft = async (db: Db, ticketId: number): Promise<boolean> =>
  (await listDrafts(db, { ticketId, status: 'pending', limit: 1 })).length > 0;

export const updateDraftHtml = async (tx: Tx, id: number, html: string): Promise<void> => {
  await tx.updateTable('reply_drafts').set({ html }).where('id', '=', id).execute();
};

export const approveDraft = async (
  tx: Tx,
  id: number,
  decision: { messageId: number | null; changedShare: number; decidedAt: Date },
): Promise<void> => {
  await tx
    .updateTable('reply_drafts')
    .set({
      status: 'approved',
      message_id: decision.messageId,
      changed_share: decision.changedShare,
      decided_at: decision.decidedAt,
    })
    .where('id', '=', id)
    .execute();
};

export const discardDraft = async (
  tx: Tx,
  id: number,
  decision: { reason: string | null; decidedAt: Date },
): Promise<void> => {
  await tx
    .updateTable('reply_drafts')
    .set({ status: 'discarded', discard_reason: decision.reason, decided_at: decision.decidedAt })
    .where('id', '=', id)
    .execute();
};

export const discardPendingDrafts = async (
  tx: Tx,
  ticketId: number,
  decidedAt: Date,
): Promise<number[]> => {
  const rows = await tx
    .updateTable('reply_drafts')
    .set({ status: 'discarded', decided_at: decidedAt })
    .where('ticket_id', '=', ticketId)
    .where('status', '=', 'pending')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

/** Makes an approved draft pending again; discards it if its ticket was merged. */
export const reopenDraft = async (
  tx: Tx,
  of: { messageId: number } | { draftId: number },
): Promise<void> => {
  const reopened = sql<'pending' | 'discarded'>`
    case when exists (select from tickets where id = ticket_id and merged_into is not null)
    then 'discarded' else 'pending' end::draft_status`;
  await tx
    .updateTable('reply_drafts')
    .set({ status: reopened, message_id: null, changed_share: null, decided_at: null })
    .where(({ eb }) =>
      'draftId' in of ? eb('id', '=', of.draftId) : eb('message_id', '=', of.messageId),
    )
    .execute();
};

export interface DraftCountsRow {
  main: string;
  created: number;
  approved: number;
  /** Drafts that were approved with a changed text. */
  edited: number;
  discarded: number;
  /** The average over approved drafts; null without any. */
  changedShare: number | null;
}

export const countDrafts = async (
  db: Db,
  period: { from: Date; to: Date },
): Promise<DraftCountsRow[]> => {
  const { rows } = await sql<DraftCountsRow>`
    select t.main, count(*)::integer as created,
      count(*) filter (where d.status = 'approved')::integer as approved,
      count(*) filter (where d.status = 'approved' and d.html <> d.generated_html)::integer as edited,
      count(*) filter (where d.status = 'discarded')::integer as discarded,
      avg(d.changed_share) filter (where d.status = 'approved') as "changedShare"
    from reply_drafts d join tickets t on t.id = d.ticket_id
    where d.created_at >= ${period.from} and d.created_at < ${period.to}
    group by t.main order by t.main
  `.execute(db);
  return rows;
};
