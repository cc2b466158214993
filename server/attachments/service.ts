import type { Readable } from 'node:stream';
import type { AttachmentRow } from '../../db/attachments/attachments.ts';
import * as attachments from '../../db/attachments/attachments.ts';
import * as deletions from '../../db/attachments/deletions.ts';
import { recordAct } from '../audit/service.ts';
import { anybody, type Context, hasRole, inTransaction, requireRole } from '../core/context.ts';
import { AppError, orThrow } from '../core/errors.ts';
import { isUploader, readerOf, requireTicket } from './access.ts';
import { deletionLeaseMs, finishDeletion } from './deletion.ts';
import { dispositionOf, linkMaker, verifyLink } from './links.ts';

export type { ReceiveUpload } from './upload.ts';
export { fingerprintUpload, uploadAttachments } from './upload.ts';
export type { AttachmentRow };

export interface LinkedAttachment extends AttachmentRow {
  downloadUrl: string;
}

interface Download {
  contentType: string;
  contentDisposition: string;
  size: number;
  sha256: Buffer;
  /** Opens the contents, or the bytes from `start` to `end` inclusive. @throws AppError `unavailable` */
  open: (range?: { start: number; end: number }) => Promise<Readable>;
}

/** Tickets older than the quota can have more attachments than it allows. */
const maxListed = 1_000;

/**
 * Lists attachments oldest first, with addresses valid for ten minutes. @throws AppError `ticket-not-found`
 */
export const listAttachments = async (
  ctx: Context,
  ticketId: number,
): Promise<LinkedAttachment[]> => {
  requireRole(ctx, 'reader');
  await requireTicket(ctx, ticketId);
  const which = { limit: maxListed, reader: readerOf(ctx.actor) };
  const rows = await attachments.listAttachments(ctx.db, ticketId, which);
  if (rows.length === 0) return [];
  const linkTo = await linkMaker(ctx);
  return Promise.all(rows.map(async (row) => ({ ...row, downloadUrl: await linkTo(row) })));
};

/**
 * Returns a download to callers who may see the attachment or have the token of a signed address.
 * @throws AppError `attachment-not-found`, `attachment-quarantined`, `invalid-token`
 */
export const getDownload = async (
  ctx: Context,
  id: number,
  token: string | undefined,
): Promise<Download> => {
  anybody(ctx);
  if (token === undefined) requireRole(ctx, 'reader');
  else await verifyLink(ctx, id, token);
  const reader = token === undefined ? readerOf(ctx.actor) : undefined;
  const row = orThrow(await attachments.findAttachment(ctx.db, id, reader), 'attachment-not-found');
  const isHeldForAgent = row.held && row.isScanned && hasRole(ctx.actor, 'agent');
  if (row.quarantined && !isHeldForAgent) throw new AppError('attachment-quarantined');
  return {
    contentType: row.held ? 'application/octet-stream' : row.type,
    contentDisposition: dispositionOf(row),
    size: row.size,
    sha256: row.sha256,
    open: (range) => ctx.storage.read(row.path, range),
  };
};

/**
 * Deletes an attachment: agents delete any, a requester only their own upload. It is hidden even if its
 * object cannot be deleted now.
 * @throws AppError `attachment-not-found`, `forbidden`, `unavailable`
 */
export const deleteAttachment = async (
  ctx: Context,
  id: number,
  { dryRun }: { dryRun?: boolean | undefined } = {},
): Promise<void> => {
  requireRole(ctx, 'reader');
  const reader = readerOf(ctx.actor);
  const found = orThrow(await deletions.findDeletable(ctx.db, id, reader), 'attachment-not-found');
  const own = isUploader(ctx.actor, found.uploaderEmail);
  if (!own && !hasRole(ctx.actor, 'agent'))
    throw new AppError('forbidden', { requiredRole: 'agent' });
  const claimed = await inTransaction(ctx, async (tx) => {
    const row = await deletions.claimDeletion(tx.db, id, deletionLeaseMs);
    if (row) await recordAct(tx, { action: 'attachments.delete', target: `attachment:${id}` });
    return orThrow(row, 'attachment-not-found');
  });
  if (!dryRun) await finishDeletion(ctx, claimed);
};
