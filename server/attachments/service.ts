import type { Readable } from 'node:stream';
import type { AttachmentRow } from '../../db/attachments.ts';
import * as attachments from '../../db/attachments.ts';
import { type Context, hasRole } from '../context.ts';
import { AppError, orThrow } from '../errors.ts';
import { isRequester, maySee, requireTicket } from './access.ts';
import { dispositionOf, linkMaker, verifyLink } from './links.ts';
import { finishRemoval, removalLease } from './removal.ts';

export type { ReceiveUpload } from './upload.ts';
export { fingerprintUpload, uploadAttachments } from './upload.ts';
export type { AttachmentRow };

/** An attachment with the address it can be downloaded from. */
export interface LinkedAttachment extends AttachmentRow {
  downloadUrl: string;
}

/** An attachment to be downloaded. */
export interface Download {
  contentType: string;
  contentDisposition: string;
  size: number;
  sha256: Buffer;
  /** Opens its bytes, or those from `start` to `end`, both included. @throws AppError `unavailable` */
  open: (range?: { start: number; end: number }) => Promise<Readable>;
}

/** The attachments of a ticket, oldest first, each with an address that is good for ten minutes. @throws AppError `ticket-not-found` */
export const listAttachments = async (
  ctx: Context,
  ticketId: number,
): Promise<LinkedAttachment[]> => {
  await requireTicket(ctx, ticketId);
  const rows = await attachments.listAttachments(ctx.db, ticketId);
  if (rows.length === 0) return [];
  const linkTo = await linkMaker(ctx);
  return Promise.all(rows.map(async (row) => ({ ...row, downloadUrl: await linkTo(row) })));
};

/**
 * An attachment for download: by who may see its ticket's attachments, or by a signed address's token.
 *
 * @throws AppError `attachment-not-found`, also for one that is none of the actor's business; `invalid-token`
 */
export const getDownload = async (
  ctx: Context,
  id: number,
  token: string | undefined,
): Promise<Download> => {
  if (token !== undefined) await verifyLink(ctx, id, token);
  const row = orThrow(await attachments.findAttachment(ctx.db, id), 'attachment-not-found');
  if (token === undefined && !maySee(ctx.actor, row.requesterEmail)) {
    throw new AppError('attachment-not-found');
  }
  return {
    contentType: row.type,
    contentDisposition: dispositionOf(row),
    size: row.size,
    sha256: row.sha256,
    open: (range) => ctx.storage.read(row.path, range),
  };
};

/**
 * Deletes an attachment and its object: agents any, a requester their own upload on their own ticket. Where the object could not be
 * removed the attachment is no longer listed, and deleting it again goes on from there.
 *
 * @throws AppError `attachment-not-found`, `forbidden`, `unavailable`
 */
export const deleteAttachment = async (ctx: Context, id: number): Promise<void> => {
  const now = ctx.now();
  const found = orThrow(await attachments.findRemovable(ctx.db, id, now), 'attachment-not-found');
  if (!maySee(ctx.actor, found.requesterEmail)) throw new AppError('attachment-not-found');
  const own = isRequester(ctx.actor, found.uploaderEmail);
  if (!own && !hasRole(ctx.actor, 'agent')) throw new AppError('forbidden');
  const claimed = await attachments.claimRemoval(ctx.db, id, {
    now,
    leaseUntil: removalLease(ctx),
  });
  await finishRemoval(ctx, orThrow(claimed, 'attachment-not-found'));
};
