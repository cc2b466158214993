import { sql } from 'kysely';
import type { Db } from './connection.ts';
import { runPrepared } from './prepared.ts';

/** An attachment that is there to be listed and downloaded. */
export interface AttachmentRow {
  id: number;
  ticketId: number;
  messageId: number | null;
  uploaderEmail: string | null;
  name: string;
  path: string;
  type: string;
  size: number;
  sha256: Buffer;
  createdAt: Date;
}

/** A row whose object is to be removed, held by whoever read it. */
export interface LeavingRow {
  id: number;
  ticketId: number;
  path: string;
  /** Whether the object was ever whole; else parts of it may lie about. */
  whole: boolean;
}

const columns = [
  'attachments.id',
  'attachments.ticket_id as ticketId',
  'message_id as messageId',
  'uploader_email as uploaderEmail',
  'name',
  'path',
  'type',
  'size',
  'sha256',
  'attachments.created_at as createdAt',
] as const;

const ready = (db: Db) =>
  db
    .selectFrom('attachments')
    .select(columns)
    .where('state', '=', 'ready')
    .$narrowType<{ size: number; sha256: Buffer }>();

const leaving = [
  'id',
  'ticket_id as ticketId',
  'path',
  sql<boolean>`sha256 is not null`.as('whole'),
] as const;

/** Announces an object that is about to be written; answers the id. */
export const insertArriving = async (
  db: Db,
  attachment: {
    ticketId: number;
    uploaderEmail: string | null;
    name: string;
    path: string;
    type: string;
    createdAt: Date;
    leaseUntil: Date;
  },
): Promise<number> => {
  const query = db
    .insertInto('attachments')
    .values({
      ticket_id: attachment.ticketId,
      uploader_email: attachment.uploaderEmail,
      name: attachment.name,
      path: attachment.path,
      type: attachment.type,
      created_at: attachment.createdAt,
      lease_until: attachment.leaseUntil,
    })
    .returning('id');
  const [row] = await runPrepared(db, query.compile());
  if (!row) throw new Error('an insert answered nothing');
  return row.id;
};

/** Makes an arriving row ready, its object being whole. Undefined where it is no longer arriving. */
export const updateToReady = async (
  db: Db,
  id: number,
  object: { messageId: number | null; size: number; sha256: Buffer },
): Promise<AttachmentRow | undefined> => {
  const query = db
    .updateTable('attachments')
    .set({
      state: 'ready',
      lease_until: null,
      message_id: object.messageId,
      size: object.size,
      sha256: object.sha256,
    })
    .where('id', '=', id)
    .where('state', '=', 'arriving')
    .returning(columns)
    .$narrowType<{ size: number; sha256: Buffer }>();
  const [row] = await runPrepared(db, query.compile());
  return row;
};

/** The ready attachments of a ticket, oldest first. */
export const listAttachments = (db: Db, ticketId: number): Promise<AttachmentRow[]> =>
  ready(db).where('attachments.ticket_id', '=', ticketId).orderBy('attachments.id').execute();

/** A ready attachment and the e-mail of its ticket's requester. */
export const findAttachment = async (
  db: Db,
  id: number,
): Promise<(AttachmentRow & { requesterEmail: string | null }) | undefined> => {
  const query = ready(db)
    .innerJoin('tickets', 'tickets.id', 'attachments.ticket_id')
    .select('tickets.requester_email as requesterEmail')
    .where('attachments.id', '=', id);
  const [row] = await runPrepared(db, query.compile());
  return row;
};

/** As {@link findAttachment}, also of a row whose removal began and was given up. */
export const findRemovable = (
  db: Db,
  id: number,
  now: Date,
): Promise<
  { id: number; uploaderEmail: string | null; requesterEmail: string | null } | undefined
> =>
  db
    .selectFrom('attachments')
    .innerJoin('tickets', 'tickets.id', 'attachments.ticket_id')
    .select([
      'attachments.id',
      'uploader_email as uploaderEmail',
      'tickets.requester_email as requesterEmail',
    ])
    .where('attachments.id', '=', id)
    .where((where) =>
      where.or([
        where('state', '=', 'ready'),
        where.and([where('state', '=', 'leaving'), where('lease_until', '<=', now)]),
      ]),
    )
    .executeTakeFirst();

/** Begins, or takes up again, the removal of an attachment; undefined where somebody else has it or there is none. */
export const claimRemoval = (
  db: Db,
  id: number,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<LeavingRow | undefined> =>
  db
    .updateTable('attachments')
    .set({ state: 'leaving', lease_until: leaseUntil })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('state', '=', 'ready'),
        where.and([where('state', '=', 'leaving'), where('lease_until', '<=', now)]),
      ]),
    )
    .returning(leaving)
    .executeTakeFirst();

/** Turns arriving rows into leaving ones; those that became something else meanwhile are not answered. */
export const claimArriving = (
  db: Db,
  ids: readonly number[],
  leaseUntil: Date,
): Promise<LeavingRow[]> =>
  db
    .updateTable('attachments')
    .set({ state: 'leaving', lease_until: leaseUntil })
    .where('id', 'in', ids)
    .where('state', '=', 'arriving')
    .returning(leaving)
    .execute();

/** Rows that are not ready and that nobody works on any more: dead uploads and unfinished removals, oldest first. */
export const listAbandoned = (
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<LeavingRow[]> =>
  db
    .selectFrom('attachments')
    .select(leaving)
    .where('state', '<>', 'ready')
    .where('lease_until', '<=', now)
    .orderBy('lease_until')
    .limit(limit)
    .execute();

/** Takes such rows for their removal; several callers at once get different ones. */
export const claimAbandoned = (
  db: Db,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<LeavingRow[]> =>
  db
    .updateTable('attachments')
    .set({ state: 'leaving', lease_until: leaseUntil })
    .where('id', 'in', (sub) =>
      sub
        .selectFrom('attachments')
        .select('id')
        .where('state', '<>', 'ready')
        .where('lease_until', '<=', now)
        .orderBy('lease_until')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(leaving)
    .execute();

/** Gives a removal that failed back, to be taken up again by anybody. */
export const releaseRemoval = async (db: Db, id: number, now: Date): Promise<void> => {
  await db
    .updateTable('attachments')
    .set({ lease_until: now })
    .where('id', '=', id)
    .where('state', '=', 'leaving')
    .execute();
};

/** Forgets an attachment whose object is gone. */
export const deleteLeaving = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('attachments').where('id', '=', id).where('state', '=', 'leaving').execute();
};

/** Whether a message belongs to a ticket. */
export const hasMessage = async (db: Db, ticketId: number, messageId: number): Promise<boolean> => {
  const row = await db
    .selectFrom('ticket_messages')
    .select('id')
    .where('id', '=', messageId)
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
  return row !== undefined;
};

/** How many attachments there are, and their bytes. Reads every row. */
export const sumReadyAttachments = async (db: Db): Promise<{ files: number; bytes: number }> => {
  const sum = await db
    .selectFrom('attachments')
    .select(({ fn }) => [fn.countAll<string>().as('files'), fn.sum<string>('size').as('bytes')])
    .where('state', '=', 'ready')
    .executeTakeFirstOrThrow();
  return { files: Number(sum.files), bytes: Number(sum.bytes ?? 0) };
};

/** The signing key of a name; `candidate` becomes it where there is none yet. */
export const getSigningKey = async (db: Db, name: string, candidate: Buffer): Promise<Buffer> => {
  await db
    .insertInto('signing_keys')
    .values({ name, value: candidate })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('signing_keys')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
};
