import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../connection/database.ts';

/** The state of a draft. `stale`: pending, and the ticket has a message newer than the draft. */
export type DraftStatus = 'pending' | 'stale' | 'approved' | 'discarded';

type FoundBy = 'words' | 'meaning';

/**
 * A ticket or a quick reply that a draft is based on; `by` says which searches found it, undefined
 * in drafts that were stored before this was recorded.
 */
export type DraftSource =
  | { ticketId: number; score: number; by?: FoundBy[] }
  | { quickReplyId: number; title: string; score: number; by: FoundBy[] };

/** A draft as stored, with what it answers. */
export interface DraftRow {
  id: number;
  ticketId: number;
  subject: string;
  requesterName: string | null;
  requesterEmail: string | null;
  /** The message that it answers; null: it is gone. */
  question: string | null;
  html: string;
  /** As the model wrote it. */
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
    select from ticket_messages m where m.ticket_id = d.ticket_id and m.id > d.last_message_id
  ) then 'stale' else d.status::text end`;

const columns = sql`
  d.id, d.ticket_id as "ticketId", t.subject, t.requester_name as "requesterName", t.requester_email as "requesterEmail",
  (select m.body from ticket_messages m where m.id = d.last_message_id) as question, d.html, d.generated_html as "generatedHtml", d.confidence, d.sources, ${status} as status,
  d.html <> d.generated_html as edited, d.message_id as "messageId", d.discard_reason as "discardReason",
  d.created_at as "createdAt", d.decided_at as "decidedAt"`;

/** Inserts a draft and returns its id. */
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

/** The draft with this id. */
export const findDraft = async (db: Db, id: number): Promise<DraftRow | undefined> => {
  const { rows } = await sql<DraftRow>`
    select ${columns} from reply_drafts d join tickets t on t.id = d.ticket_id where d.id = ${id}
  `.execute(db);
  return rows[0];
};

/** The ticket of a draft. */
export const findTicketId = async (db: Db, id: number): Promise<number | undefined> => {
  const query = db.selectFrom('reply_drafts').select('ticket_id').where('id', '=', id);
  return (await query.executeTakeFirst())?.ticket_id;
};

/** Which drafts to list. */
export interface DraftPage {
  status?: DraftStatus | undefined;
  ticketId?: number | undefined;
  beforeId?: number | undefined;
  limit: number;
}

/** A page of drafts, newest first by id. */
export const listDrafts = async (db: Db, page: DraftPage): Promise<DraftRow[]> => {
  const conditions = [
    page.ticketId === undefined ? sql`true` : sql`d.ticket_id = ${page.ticketId}`,
    page.beforeId === undefined ? sql`true` : sql`d.id < ${page.beforeId}`,
    ...(page.status === undefined ? [] : [hasStatus(page.status)]),
  ];
  const { rows } = await sql<DraftRow>`
    select ${columns} from reply_drafts d join tickets t on t.id = d.ticket_id where ${sql.join(conditions, sql` and `)}
    order by d.id desc limit ${page.limit}
  `.execute(db);
  return rows;
};

/** Names the stored status too, for the index on pending drafts. */
const hasStatus = (wanted: DraftStatus) =>
  wanted === 'pending' || wanted === 'stale'
    ? sql`d.status = 'pending' and ${status} = ${wanted}`
    : sql`d.status::text = ${wanted}`;

/** Whether the ticket has a pending draft that is not stale. Exact while the ticket is locked. */
export const hasPendingDraft = async (db: Db, ticketId: number): Promise<boolean> =>
  (await listDrafts(db, { ticketId, status: 'pending', limit: 1 })).length > 0;

/** Sets the text of a draft. */
export const updateDraftHtml = async (tx: Tx, id: number, html: string): Promise<void> => {
  await tx.updateTable('reply_drafts').set({ html }).where('id', '=', id).execute();
};

/** Marks a draft as approved by its message. */
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

/** Marks a draft as discarded. */
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

/** Marks the pending drafts of a ticket as discarded, and returns their ids. */
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

/**
 * Makes the draft that became this message pending again, or the one with this id; discards it if
 * its ticket was merged.
 */
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

/** How many drafts of a category were approved, edited and discarded. */
export interface DraftCountsRow {
  main: string;
  created: number;
  approved: number;
  /** Of the approved ones: with a changed text. */
  edited: number;
  discarded: number;
  /** Average share of changed words over the approved ones; null if there are none. */
  changedShare: number | null;
}

/** Counts the drafts created in a period by category. */
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
